// The Swift code of README.md, word for word; `install/check-docs` compares the marked parts.
//
// Compiled, and not run: it would use the session's own credential store.

// snippet: readme-provider
import AppIntents
import Figranium
import FigraniumSecretService

// snippet end

private enum ReadmeSamples {
  static func provider() async throws {
    // snippet: readme-provider
    FigraniumIntentConfiguration.configure(
      SecretServiceFigraniumProvider(
        service: "figranium",
        account: "default",
        baseURL: "https://figranium.example.com"))

    let task = FigraniumTask(id: "task_1", name: "Scrape title")
    do {
      _ = try await RunFigraniumTaskIntent(task: task).perform()
    } catch let error as FigraniumError {
      print(error.message, error.hint ?? "")
    }
    // snippet end
  }

  static func client() async throws {
    // snippet: readme-client
    do {
      let client = try SecretServiceFigraniumProvider(
        account: "work", baseURL: "https://figranium.example.com"
      ).client()
      for task in try await client.tasks.listSummaries() {
        print(task.id, task.name)
      }
    } catch let error as FigraniumError {
      print(error.message, error.hint ?? "")
    }
    // snippet end
  }
}
