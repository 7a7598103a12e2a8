// The code of the page on getting started in Figranium.docc.
//
// Compiled, and not run: its server does not exist.

// snippet: started-run
import Figranium

// snippet end

private func start(key: String) async throws {
  // snippet: started-run
  let figranium = Figranium(baseURL: "https://figranium.example.com", apiKey: key)
  for task in try await figranium.tasks.listSummaries() {
    print(task.id, task.name)
  }
  let result: ExecutionResult<JSONValue> = try await figranium.runTask("front-page")
  print(result.outcomeText, result.data ?? .null)
  // snippet end
}
