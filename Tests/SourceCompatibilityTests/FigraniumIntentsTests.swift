// The documentation's code with the SDK's own types, spelled as it prints it. No `@testable` and
// no package API: what compiles here compiles for a user. Nothing here reaches a network.

import AppIntents
import Figranium
import Testing

private struct DocumentedProvider: FigraniumIntentClientProvider {
  let apiKey: String

  func client() throws -> Figranium {
    Figranium(baseURL: "https://api.figranium.example.com", apiKey: apiKey)
  }
}

// Compiled, never called: the provider is one for the process, and other tests of it run beside
// these ones.
private func start(apiKey: String) {
  FigraniumIntentConfiguration.configure(DocumentedProvider(apiKey: apiKey))
}

// Compiled, never called: each call would reach the server.
private func perform() async throws {
  let query = asQuery(FigraniumTaskQuery())
  let tasks: [FigraniumTask] = try await query.entities(for: ["task_1"])
  let suggested: [FigraniumTask] = try await query.suggestedEntities()
  for task in tasks + suggested {
    let run: some IntentResult & ProvidesDialog = try await RunFigraniumTaskIntent(task: task)
      .perform()
    let stop: some IntentResult & ProvidesDialog = try await StopFigraniumExecutionIntent(
      runID: "run_1"
    ).perform()
    let status: some IntentResult & ProvidesDialog = try await GetFigraniumExecutionStatusIntent(
      executionID: "exec_1"
    ).perform()
    _ = (run, stop, status)
  }
}

// An app declares its own provider with the three intents, under this very name.
private struct FigraniumAppShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: RunFigraniumTaskIntent(), phrases: ["Run a Figranium task"])
    AppShortcut(intent: StopFigraniumExecutionIntent(), phrases: ["Stop my Figranium run"])
    AppShortcut(
      intent: GetFigraniumExecutionStatusIntent(), phrases: ["Check my Figranium execution"])
  }
}

/// A query of the documented form, for a check by the compiler that the SDK's is one.
private func asQuery<Query: EntityQuery>(
  _ query: Query
) -> Query where Query.Entity == FigraniumTask { query }

struct FigraniumIntentsTests {
  @Test func titles() {
    #expect(String(localized: RunFigraniumTaskIntent.title) == "Run Figranium Task")
    #expect(String(localized: StopFigraniumExecutionIntent.title) == "Stop Figranium Execution")
    #expect(
      String(localized: GetFigraniumExecutionStatusIntent.title)
        == "Get Figranium Execution Status")
    #expect(FigraniumAppShortcuts.appShortcuts.count == 3)
  }

  @Test func initialisersSetTheParameters() {
    let task = FigraniumTask(id: "task_1", name: "Scrape title")
    #expect(RunFigraniumTaskIntent(task: task).task.id == "task_1")
    #expect(RunFigraniumTaskIntent(task: task).task.name == "Scrape title")
    #expect(StopFigraniumExecutionIntent(runID: "run_1").runID == "run_1")
    #expect(GetFigraniumExecutionStatusIntent(executionID: "exec_1").executionID == "exec_1")
    let made: [any AppIntent] = [
      RunFigraniumTaskIntent(), StopFigraniumExecutionIntent(),
      GetFigraniumExecutionStatusIntent(),
    ]
    #expect(made.count == 3)
    #expect(String(localized: task.displayRepresentation.title) == "Scrape title")
  }

  @Test func theDocumentedProviderMakesAClient() throws {
    let apiKey = "a made-up key"
    let provider = DocumentedProvider(apiKey: apiKey)
    #expect(try provider.client().baseURL == "https://api.figranium.example.com")
  }
}
