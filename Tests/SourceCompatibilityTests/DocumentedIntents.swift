// The intents of the documentation, spelled as it prints them, under names of this test so that
// they stand beside the ones of the SDK. No `@testable`: what compiles here compiles for a user.

import AppIntents

struct DocumentedTask: AppEntity, Identifiable, Sendable {
  var id: String
  var name: String

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Figranium Task"
  static let defaultQuery = DocumentedTaskQuery()

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)") }
}

struct DocumentedTaskQuery: EntityQuery {
  static let tasks = [
    DocumentedTask(id: "task_1", name: "Scrape title"), DocumentedTask(id: "t/2 ü", name: "Odd id"),
  ]

  func entities(for identifiers: [String]) async throws -> [DocumentedTask] {
    Self.tasks.filter { identifiers.contains($0.id) }
  }

  func suggestedEntities() async throws -> [DocumentedTask] { Self.tasks }
}

struct RunDocumentedTaskIntent: AppIntent {
  static let title: LocalizedStringResource = "Run Figranium Task"

  @Parameter(title: "Task") var task: DocumentedTask

  init() {}

  init(task: DocumentedTask) { self.task = task }

  func perform() async throws -> some IntentResult & ProvidesDialog {
    .result(dialog: "\(task.name) finished with \("success").")
  }
}

struct StopDocumentedExecutionIntent: AppIntent {
  static let title: LocalizedStringResource = "Stop Figranium Execution"

  @Parameter(title: "Run ID") var runID: String

  init() {}

  init(runID: String) { self.runID = runID }

  func perform() async throws -> some IntentResult & ProvidesDialog {
    .result(dialog: "Stopped Figranium execution.")
  }
}

struct GetDocumentedExecutionStatusIntent: AppIntent {
  static let title: LocalizedStringResource = "Get Figranium Execution Status"

  @Parameter(title: "Execution ID") var executionID: String

  init() {}

  init(executionID: String) { self.executionID = executionID }

  func perform() async throws -> some IntentResult & ProvidesDialog {
    .result(dialog: "Execution status: \(executionID).")
  }
}

struct DocumentedAppShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: RunDocumentedTaskIntent(), phrases: ["Run a Figranium task"])
    AppShortcut(intent: StopDocumentedExecutionIntent(), phrases: ["Stop my Figranium run"])
    AppShortcut(
      intent: GetDocumentedExecutionStatusIntent(), phrases: ["Check my Figranium execution"])
  }
}
