// The code of the pages in FigraniumTesting.docc, and of those that speak of tests; all of it runs.

// snippet: testing-imports
import AppIntents
import Figranium
import FigraniumTesting
import Testing

// snippet end

// snippet: testing-own-intent
struct PublishFrontPage: AppIntent {
  static let title: LocalizedStringResource = "Publish Front Page"

  @Parameter(title: "Section") var section: String

  func perform() async throws -> some IntentResult & ProvidesDialog {
    try await requestConfirmation(dialog: "Publish \(section)?")
    return .result(dialog: "Published \(section).")
  }
}
// snippet end

@Suite("The documentation's tests") struct TestingSampleTests {
  // snippet: testing-first
  @Test func runsTheTask() async throws {
    let server = FakeFigraniumServer()
    server.addTask(id: "front-page", name: "Front page", result: ["outcome": "success"])

    try await InMemoryFigraniumProvider(server: server).use {
      let task = FigraniumTask(id: "front-page", name: "Front page")
      let performed = try await performIntent(RunFigraniumTaskIntent(task: task))
      #expect(performed.dialog == "Front page finished with success.")
    }
    #expect(server.requests.map(\.method) == ["POST"])
  }
  // snippet end

  // snippet: testing-questions
  @Test func asksBeforeItPublishes() async throws {
    let performed = try await performIntent(
      PublishFrontPage(), parameters: ["section": "science"], answers: [.confirm(true)])
    #expect(performed.questions == ["Publish science?"])
    #expect(performed.dialog == "Published science.")
  }
  // snippet end

  // snippet: testing-failures
  @Test func saysThatTheServerIsAway() async throws {
    let server = FakeFigraniumServer()
    server.on("GET /api/tasks/list", .failure(.refused), .error(.tooManyRequests, status: 429))
    let client = try server.client()

    await #expect(throws: FigraniumError.self) { try await client.tasks.listSummaries() }
    let error = await #expect(throws: FigraniumError.self) {
      try await client.tasks.listSummaries()
    }
    #expect(error?.kind == .tooManyRequests)
  }
  // snippet end

  // snippet: testing-store
  @Test func findsTheNewKey() async throws {
    let server = FakeFigraniumServer()
    server.addTask(id: "front-page", name: "Front page")
    server.acceptedKey = Secret("new-key")

    let provider = InMemoryFigraniumProvider(server: server, key: .locked)
    #expect(throws: FigraniumError.self) { try provider.client() }

    provider.key = .stored(Secret("new-key"))
    #expect(try await provider.client().tasks.listSummaries().count == 1)
  }
  // snippet end

  // snippet: testing-routes
  @Test func sendsTheVariables() async throws {
    let server = FakeFigraniumServer()
    server.on("POST /api/tasks/*/api") { request in
      request.json?["variables"] == ["section": "science"]
        ? .json(["outcome": "success", "data": ["Front page of science"]])
        : .error("UNEXPECTED_VARIABLES", status: 400)
    }
    let result: ExecutionResult<[String]> = try await server.client().runTask(
      "front-page", input: ExecuteTaskOptions(variables: ["section": "science"]))
    #expect(result.data == ["Front page of science"])
  }
  // snippet end
}
