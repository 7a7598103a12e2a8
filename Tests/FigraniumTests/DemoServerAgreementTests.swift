import AppIntents
import DemoServer
import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// The demo's server was written from the same facts by another hand: where the two agree, neither
/// hides a mistake of the other.
@Suite("The client and the demo's server") struct DemoServerAgreementTests {
  static let key = "k-made-up-1"

  private func client(_ server: DemoServer) throws -> Figranium {
    try Figranium(
      url: #require(URL(string: server.baseURL)), credential: .apiKey(Secret(Self.key)),
      options: ClientOptions(retry: .never))
  }

  @Test("Run, list and dialect", arguments: DemoDialect.allCases)
  func run(dialect: DemoDialect) async throws {
    let server = try DemoServer(DemoServerConfiguration(dialect: dialect, apiKey: Self.key))
    let client = try client(server)
    let result: ExecutionResult<JSONValue> = try await client.runTask("t/2 ü")
    #expect(result.outcome == (dialect == .v09 ? nil : "success"))
    #expect(server.runs.count == 1)
    #expect(try await client.tasks.listSummaries().map(\.id) == ["task_1", "t/2 ü"])
    #expect(try await client.executions.list().first?.taskID == "t/2 ü")
    let expected: ServerDialect =
      switch dialect {
      case .documented: .documented
      case .v09: .server09
      case .v019, .v020: .server019
      }
    #expect(try await client.dialect() == expected)
    let missing = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask("nope")
    }
    #expect(missing?.code == "TASK_NOT_FOUND")
    #expect(server.runs.count == 1)
  }

  @Test("A running run is asked after and stopped")
  func stop() async throws {
    var configuration = DemoServerConfiguration(apiKey: Self.key)
    configuration.holdRuns = true
    let server = try DemoServer(configuration)
    let client = try client(server)
    async let run: ExecutionResult<JSONValue> = client.runTask(
      "task_1", input: ExecuteTaskOptions(runID: "run-1"))
    let held = await Swift.Task.detached { server.waitForRun { $0.runID == "run-1" } }.value
    #expect(held != nil)
    #expect(try await client.executions.get("run-1").statusText == "running")
    try await client.executions.stop("run-1")
    #expect(try await run.outcome == "stopped")
    #expect(try await client.executions.get("run-1").statusText == "stopped")
  }

  @Test("A key that the server no longer takes", arguments: DemoDialect.allCases)
  func key(dialect: DemoDialect) async throws {
    let server = try DemoServer(DemoServerConfiguration(dialect: dialect, apiKey: Self.key))
    let client = try client(server)
    _ = try await client.tasks.listSummaries()
    server.setAPIKey("k-another")
    let read = await failure { _ = try await client.tasks.listSummaries() }
    let run = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask("task_1")
    }
    #expect(read?.code == "INVALID_API_KEY")
    #expect(run?.code == "INVALID_API_KEY")
    #expect(server.runs.isEmpty)
  }

  @Test("A server that is updated between two runs")
  func update() async throws {
    let server = try DemoServer(DemoServerConfiguration(dialect: .v09, apiKey: Self.key))
    let client = try client(server)
    for dialect in [DemoDialect.v09, .documented, .v019, .documented] {
      server.setDialect(dialect)
      let _: ExecutionResult<JSONValue> = try await client.runTask("task_1")
    }
    #expect(server.runs.count == 4)
  }
}
