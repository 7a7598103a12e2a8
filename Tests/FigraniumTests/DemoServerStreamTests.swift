import CurlBridge
import DemoServer
import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// The streams of the demo's server, which was written from the same facts by another hand.
@Suite("The streams of the demo's server") struct DemoServerStreamTests {
  private static let key = "k-made-up-1"
  private static let session = "s%3Amade-up.1"

  private func server(_ dialect: DemoDialect) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: Self.key)
    configuration.session = Self.session
    configuration.holdRuns = true
    configuration.runProgress = [#"{"step":1}"#]
    configuration.keepAliveMilliseconds = 20
    return try DemoServer(configuration)
  }

  private func client(_ server: DemoServer, session: Bool = true) throws -> Figranium {
    let credential =
      session
      ? FigraniumCredential.apiKey(Secret(Self.key), session: Secret(Self.session))
      : .apiKey(Secret(Self.key))
    return try Figranium(
      url: #require(URL(string: server.baseURL)), credential: credential,
      options: ClientOptions(retry: .never))
  }

  private func waits(for streams: Int, _ server: DemoServer) async throws -> Bool {
    // Not on one of Swift's own threads, which the listener needs.
    try await OwnThread.run { server.waitForStreams(streams) }
  }

  @Test("A run is heard from its start to its stop", arguments: [DemoDialect.v09, .v019, .v020])
  func run(dialect: DemoDialect) async throws {
    let server = try server(dialect)
    let client = try client(server)
    let run = Swift.Task { () -> ExecutionResult<JSONValue>? in
      guard try await waits(for: 1, server) else { return nil }
      return try await client.runTask("task_1", input: ExecuteTaskOptions(runID: "run-1"))
    }
    var events: [ExecutionEvent] = []
    for try await event in client.executions.stream(runID: "run-1").values {
      events.append(event)
      if event == .progress(["step": 1]) { try await client.executions.stop("run-1") }
      if event == .stopRequested { break }
    }
    #expect(events == [.ready, .started, .progress(["step": 1]), .stopRequested])
    _ = try await run.value
    #expect(try await waits(for: 0, server))
  }

  @Test("The list says what becomes of a run; after a restart it is listened to again")
  func live() async throws {
    let server = try server(.v020)
    let client = try client(server)
    var words: [String] = []
    let policy = ReconnectPolicy(baseDelay: .milliseconds(1))
    for try await event in client.executions.live(reconnect: policy) {
      switch event {
      case .opened:
        words.append("opened")
        guard words.count == 1 else {
          try await client.executions.clear()
          continue
        }
        #expect(try await waits(for: 1, server))
        _ = Swift.Task {
          let _: ExecutionResult<JSONValue> = try await client.runTask(
            "task_1", input: ExecuteTaskOptions(runID: "run-1"))
        }
      case .event(.upsert(let execution)):
        words.append(execution.statusText)
        if execution.isFinished { server.endStreams() } else { server.releaseRuns() }
      case .event(.clear): words.append("clear")
      case .event(let other): Issue.record("\(other)")
      case .reconnecting: words.append("again")
      }
      if words.last == "clear" { break }
    }
    #expect(words == ["opened", "running", "success", "again", "opened", "clear"])
  }

  @Test(
    "Watching ends with the run, with a session and without",
    arguments: [DemoDialect.documented, .v019, .v020], [true, false])
  func watch(dialect: DemoDialect, session: Bool) async throws {
    let server = try server(dialect)
    let client = try client(server, session: session)
    async let run: ExecutionResult<JSONValue> = client.runTask(
      "task_1", input: ExecuteTaskOptions(runID: "run-1"))
    let isHeld = try await OwnThread.run { server.waitForRun { $0.runID == "run-1" } != nil }
    #expect(isHeld)
    var words: [String] = []
    for try await execution in client.executions.watch("run-1") {
      words.append(execution.statusText)
      if words.count == 1 {
        let hears = session && dialect != .documented
        if hears { #expect(try await waits(for: 1, server)) }
        server.releaseRuns()
      }
    }
    _ = try await run
    #expect(words == ["running", "success"])
    #expect(try await waits(for: 0, server))
  }
}
