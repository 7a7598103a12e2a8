import AppIntents
import Figranium
import FigraniumTesting
import Testing

private struct Broken: Error, Equatable {}

/// An intent of a program of its own: it asks before it runs a task.
private struct PublishIntent: AppIntent {
  static let title: LocalizedStringResource = "Publish"

  @Parameter(title: "Page") var page: String
  @Parameter(title: "Copies", default: 1) var copies: Int

  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    try await requestConfirmation(
      actionName: .custom(
        acceptLabel: "Publish", acceptAlternatives: [], denyLabel: "Wait", denyAlternatives: [],
        destructive: false),
      dialog: "Publish \(page)?")
    return .result(value: copies * 2, dialog: "Published \(page).")
  }
}

@Suite("Intents without a server") struct InMemoryProviderTests {
  private let server = FakeFigraniumServer()
  private let task = FigraniumTask(id: "front-page", name: "Front page")

  @Test("The three intents say what the documentation lets them say")
  func intents() async throws {
    server.addTask(id: "front-page", name: "Front page", result: ["outcome": "anti_bot"])
    server.addExecution(id: "e1", ["phase": "queued"])
    try await InMemoryFigraniumProvider(server: server).use {
      let ran = try await performIntent(RunFigraniumTaskIntent(task: task))
      #expect(ran.dialog == "Front page finished with anti_bot.")
      #expect(ran.value == nil)
      #expect(ran.questions == [])
      let stopped = try await performIntent(StopFigraniumExecutionIntent(runID: "e1"))
      #expect(stopped.dialog == "Stopped Figranium execution.")
      let status = try await performIntent(GetFigraniumExecutionStatusIntent(executionID: "e1"))
      #expect(status.dialog == "Execution status: queued.")
      // As Swift code calls it, on every system.
      _ = try await RunFigraniumTaskIntent(task: task).perform()
      #expect(try await FigraniumTaskQuery().suggestedEntities().map(\.name) == ["Front page"])
    }
    #expect(server.requests.filter { $0.path == "/api/tasks/front-page/api" }.count == 2)
    #expect(server.requests.allSatisfy { $0.credentialHeader == "Authorization" })
  }

  @Test("A parameter is found by what a person types")
  func parameters() async throws {
    server.addTask(id: "front-page", name: "Front page")
    try await InMemoryFigraniumProvider(server: server).use {
      let ran = try await performIntent(
        RunFigraniumTaskIntent(), parameters: ["task": "front page"])
      #expect(ran.dialog == "Front page finished with success.")
    }
  }

  @Test("Each state of the store is the intent's error")
  func states() async throws {
    let provider = InMemoryFigraniumProvider(server: server, key: .absent)
    func code() async -> String? {
      await failure {
        try await provider.use { _ = try await performIntent(RunFigraniumTaskIntent(task: task)) }
      }?.code
    }
    #expect(await code() == "CREDENTIAL_NOT_FOUND")
    provider.key = .locked
    #expect(await code() == "CREDENTIAL_STORE_LOCKED")
    provider.key = .failing(Broken())
    await #expect(throws: Broken()) {
      try await provider.use { _ = try await RunFigraniumTaskIntent(task: task).perform() }
    }
    #expect(server.requests.isEmpty)
  }

  @Test("A key that was renewed is found after a refusal, and the call goes on")
  func renewal() async throws {
    server.addTask(id: "front-page", name: "Front page")
    server.acceptedKey = Secret("new-key")
    let provider = InMemoryFigraniumProvider(server: server, key: .stored(Secret("old-key")))
    let client = try provider.client()
    #expect(await failure { _ = try await client.tasks.list() }?.kind == .invalidAPIKey)
    provider.key = .stored(Secret("new-key"))
    #expect(try await client.tasks.list().count == 1)
    #expect(server.requests.count == 3)
  }

  @Test("Providers beside one another do not meet")
  func beside() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let server = FakeFigraniumServer()
          server.addTask(id: "t", name: "T\(number)")
          try await InMemoryFigraniumProvider(server: server).use {
            let names = try await FigraniumTaskQuery().suggestedEntities().map(\.name)
            #expect(names == ["T\(number)"])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Questions of an intent are answered in order")
  func questions() async throws {
    let published = try await performIntent(
      PublishIntent(), parameters: ["copies": "3"],
      answers: [.value("Home"), .confirm(true), .choose(0)])
    #expect(published.dialog == "Published Home.")
    #expect(published.value == "6")
    #expect(published.questions.count == 2)
    #expect(published.questions.last == "Publish Home?")
  }

  @Test("A question without an answer, or with another kind of answer, is named")
  func unexpected() async throws {
    for answers: [IntentAnswer] in [[], [.confirm(true)]] {
      let error = await #expect(throws: UnexpectedQuestion.self) {
        try await performIntent(PublishIntent(), answers: answers)
      }
      #expect(error?.description.contains("no answer") == true)
      #expect(error?.question.isEmpty == false)
    }
    for answers: [IntentAnswer] in [[.cancel], [.value("Home"), .confirm(false)]] {
      await #expect(throws: (any Error).self) {
        try await performIntent(PublishIntent(), answers: answers)
      }
    }
  }
}
