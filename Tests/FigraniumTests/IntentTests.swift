import AppIntents
import Figranium
import GLibBridge
import Synchronization
import Testing

/// Keeps the exchanges that a client tells of.
final class Seen: Sendable {
  private let exchanges = Mutex<[Exchange]>([])
  var all: [Exchange] { exchanges.withLock { $0 } }
  func add(_ exchange: Exchange) { exchanges.withLock { $0.append(exchange) } }
}

private struct Provider: FigraniumIntentClientProvider {
  let make: @Sendable () throws -> Figranium
  func client() throws -> Figranium { try make() }
}

private struct StoreFailure: Error, Equatable {
  let name: String
}

@Suite("The three intents") struct IntentTests {
  private static let registry = IntentRegistry(shortcuts: FigraniumAppShortcuts.self)

  /// Performs an intent by its title, as the desktop does, with `server`'s client.
  private func perform(
    _ title: String, _ parameters: [String: String], on server: TestServer
  ) async throws -> String? {
    let provider = Provider { try server.client() }
    return try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
      let intent = try Self.registry.intent(named: title)
      return try await IntentRun().perform(intent, parameters: parameters).dialog
    }
  }

  @Test(
    "Running, on each dialect",
    arguments: [
      (ServerDialect.documented, "Scrape title finished with success."),
      (.server09, "Scrape title finished with an unknown outcome."),
      (.server019, "Scrape title finished with success."),
    ])
  func run(dialect: ServerDialect, dialog: String) async throws {
    let field = try FieldServer(dialect)
    let said = try await perform(
      "Run Figranium Task", ["task": "task_1"], on: field.server)
    #expect(said == dialog)
    #expect(field.runPaths.count == 1)
  }

  @Test(
    "Running a task with an odd identifier, found by its name", arguments: ServerDialect.allCases)
  func oddTask(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    let said = try await perform("Run Figranium Task", ["task": "odd ID"], on: field.server)
    #expect(said?.hasPrefix("Odd id finished with ") == true)
    #expect(field.runPaths.first?.contains("t%2F2%20%C3%BC") == true)
  }

  @Test(
    "Outcomes",
    arguments: [
      (#"{"outcome":"error"}"#, "N finished with error."),
      (#"{"outcome":"anti_bot"}"#, "N finished with anti_bot."),
      (#"{"outcome":null}"#, "N finished with an unknown outcome."),
      (#"{"outcome":""}"#, "N finished with an unknown outcome."),
      (#"{}"#, "N finished with an unknown outcome."),
      (#"{"outcome":"a\u001b[0m\nb"}"#, "N finished with a[0m b."),
    ])
  func outcomes(answer: String, dialog: String) async throws {
    let server = try TestServer(always: json(answer))
    let provider = Provider { try server.client() }
    let result = try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
      let task = FigraniumTask(id: "t", name: "N")
      return try await IntentRun().perform(
        IntentDescriptor(instance: RunFigraniumTaskIntent(task: task)))
    }
    #expect(result.dialog == dialog)
  }

  @Test("Stopping and asking, on the documented dialect")
  func stopAndStatus() async throws {
    let field = try FieldServer(.documented)
    #expect(
      try await perform("Stop Figranium Execution", ["runID": "r1"], on: field.server)
        == "Stopped Figranium execution.")
    #expect(
      try await perform("Get Figranium Execution Status", ["executionID": "e1"], on: field.server)
        == "Execution status: running.")
    #expect(field.server.lines.contains("POST /executions/r1/stop"))
  }

  @Test("Asking on the others")
  func status() async throws {
    let new = try FieldServer(.server019)
    let title = "Get Figranium Execution Status"
    #expect(
      try await perform(title, ["executionID": "e1"], on: new.server)
        == "Execution status: success.")
    let old = try FieldServer(.server09)
    let error = await failure {
      _ = try await perform(title, ["executionID": "e1"], on: old.server)
    }
    #expect(error?.code == "SESSION_REQUIRED")
  }

  @Test(
    "Entities come from the full list, and from the short one where a session is wanted",
    arguments: ServerDialect.allCases)
  func entities(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    let provider = Provider { try field.server.client() }
    try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
      let query = FigraniumTaskQuery()
      let odd = try await query.entities(for: ["t/2 ü", "gone"])
      #expect(odd.map(\.id) == ["t/2 ü"])
      #expect(odd.map(\.name) == ["Odd id"])
      #expect(field.server.lines.first == "GET /api/tasks")
      #expect(field.server.requests.count == (dialect == .server09 ? 2 : 1))
      #expect(try await query.suggestedEntities().map(\.id) == ["task_1", "t/2 ü"])
      #expect(field.server.lines.last == "GET /api/tasks/list")
      #expect(try await query.entities(matching: "TITLE").map(\.id) == ["task_1"])
    }
  }

  @Test("A list that fails for another reason is not asked for twice")
  func failingList() async throws {
    let server = try TestServer(always: json(#"{"error":"INVALID_API_KEY"}"#, status: 401))
    let provider = Provider { try server.client() }
    let error = await failure {
      try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
        _ = try await FigraniumTaskQuery().entities(for: ["a"])
      }
    }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(server.requests.count == 1)
  }

  @Test("Without a provider")
  func notConfigured() async throws {
    let error = await failure {
      try await FigraniumIntentConfiguration.$scope.withValue(.only(nil)) {
        _ = try await StopFigraniumExecutionIntent(runID: "r").perform()
      }
    }
    #expect(error?.code == "INTENT_NOT_CONFIGURED")
    #expect(error?.message == "No provider gives the Figranium intents their client.")
    #expect(
      error?.hint
        == "Call FigraniumIntentConfiguration.configure(_:) when the program starts.")
  }

  @Test("A provider that throws: the intent throws the same error")
  func throwingProvider() async throws {
    let provider = Provider { throw StoreFailure(name: "Login") }
    await #expect(throws: StoreFailure(name: "Login")) {
      try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
        _ = try await GetFigraniumExecutionStatusIntent(executionID: "e").perform()
      }
    }
  }

  @Test("A provider that blocks does not keep a cancelled intent")
  func blockingProvider() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let released = Monitor(false)
    defer { released.withLock { $0 = true } }
    let provider = Provider {
      begun.continuation.yield()
      _ = released.wait(seconds: 60) { $0 }
      throw StoreFailure(name: "late")
    }
    let intent = Swift.Task {
      try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
        _ = try await StopFigraniumExecutionIntent(runID: "r").perform()
      }
    }
    for await _ in begun.stream { break }
    intent.cancel()
    let error = await failure { try await intent.value }
    #expect(error?.code == "REQUEST_ABORTED")
  }

  @Test("The provider of the process")
  func configured() async throws {
    let field = try FieldServer(.documented)
    FigraniumIntentConfiguration.configure(Provider { try field.server.client() })
    defer { FigraniumIntentConfiguration.reset() }
    let client = try FigraniumIntentConfiguration.client()
    #expect(client.baseURL == field.server.origin)
  }

  @Test("Titles, parameters and phrases are the documentation's")
  func surface() throws {
    let shown = Self.registry.intents.map { intent in
      ([intent.title] + intent.parameters.map(\.title)).joined(separator: ", ")
    }
    #expect(
      shown == [
        "Run Figranium Task, Task", "Stop Figranium Execution, Run ID",
        "Get Figranium Execution Status, Execution ID",
      ])
    let phrases = [
      "Run a Figranium task", "Stop my Figranium run", "Check my Figranium execution",
    ]
    let found = try phrases.map { try Self.registry.shortcut(phrase: $0).intent.title }
    #expect(found == Self.registry.intents.map(\.title))
  }
}
