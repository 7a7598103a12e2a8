import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Server-sent events: of one run, and of the list.
@Suite struct StreamTests {
  private let session = ["Cookie: connect.sid=SESSION", "X-Requested-With: XMLHttpRequest"]
  private let key = ["Authorization: Bearer KEY", "Content-Type: application/json"]
  private let path = "/api/tasks/task_1/api"

  private func server(
    _ dialect: DemoDialect = .v020, _ change: (inout DemoServerConfiguration) -> Void = { _ in }
  ) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "KEY")
    configuration.session = "SESSION"
    change(&configuration)
    return try DemoServer(configuration)
  }

  /// Everything up to and with the text, chunk sizes left out.
  private func read(_ client: RawClient, through end: String) throws -> String {
    let text = try client.receive(through: end)
    let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
    return body.split(separator: "\r\n").filter { Int($0, radix: 16) == nil }.joined()
  }

  @Test("a run's stream as recorded: ready, started, what comes, keep-alives; then stop")
  func run() throws {
    let server = try server(.v09) {
      $0.holdRuns = true
      $0.keepAliveMilliseconds = 20
      $0.runProgress = [#"{"actionId":"a1","status":"running"}"#]
    }
    let stream = try server.begin("GET", "/api/executions/stream?runId=run%2Dsse", session)
    #expect(server.waitForStreams(1))
    let run = try server.begin("POST", path, key, body: #"{"runId":"run-sse"}"#)
    #expect(server.waitForRun { $0.runID == "run-sse" } != nil)
    server.send(event: "{\"more\":1}", toRun: "run-sse")
    _ = try server.ask(
      "POST", "/api/executions/stop", session + ["Content-Type: application/json"],
      body: #"{"runId":"run-sse"}"#)
    let text = try read(stream, through: "\"stop_requested\"}\n\n")
    #expect(text.hasPrefix("event: ready\ndata: {}\n\n"))
    let events = text.split(separator: "\n\n").filter { !$0.hasPrefix(":") }
    #expect(
      events == [
        "event: ready\ndata: {}", #"data: {"status":"started"}"#,
        #"data: {"actionId":"a1","status":"running"}"#, #"data: {"more":1}"#,
        #"data: {"status":"stop_requested"}"#,
      ])
    #expect(try stream.receive(through: ":keep-alive\n\n").hasSuffix(":keep-alive\n\n"))
    #expect(try run.receiveResponse().status == 200)
    stream.close()
    #expect(server.waitForStreams(0))
  }

  @Test("the live list tells of begins, ends, deletions and clearing")
  func live() throws {
    let server = try server()
    let stream = try server.begin("GET", "/api/executions/live", session)
    #expect(server.waitForStreams(1))
    _ = try server.ask("POST", path, key, body: #"{"runId":"r1"}"#)
    let id = try #require(server.runs.first?.executionID)
    _ = try server.ask("DELETE", "/api/executions/\(id)", session)
    _ = try server.ask("POST", "/api/executions/clear", session)
    let text = try read(stream, through: "\"clear\"}\n\n")
    let events = text.split(separator: "\n\n")
    #expect(events.count == 5)
    #expect(events[1].hasPrefix(#"data: {"type":"upsert","execution":{"id":"\#(id)","#))
    #expect(events[1].contains(#""phase":"running""#))
    #expect(events[2].contains(#""phase":"finished""#))
    #expect(events[3] == #"data: {"type":"delete","id":"\#(id)"}"#)
    #expect(events[4] == #"data: {"type":"clear"}"#)
    server.endStreams()
    #expect(try stream.receive(through: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
    #expect(server.waitForStreams(0))
  }

  @Test("who is refused a stream")
  func refusals() throws {
    let server = try server()
    let rows: [(path: String, headers: [String], status: Int, body: String)] = [
      ("/api/executions/stream", session, 400, #"{"error":"MISSING_RUN_ID"}"#),
      ("/api/executions/stream?runId=+", session, 400, #"{"error":"MISSING_RUN_ID"}"#),
      ("/api/executions/stream?runId=r", key, 302, "Found. Redirecting to /login"),
      (
        "/api/executions/live", ["X-Requested-With: XMLHttpRequest"], 401,
        #"{"error":"UNAUTHORIZED"}"#
      ),
    ]
    for row in rows {
      let answer = try server.ask("GET", row.path, row.headers)
      #expect(answer.status == row.status, "\(row)")
      #expect(answer.body == row.body, "\(row)")
    }
    server.setDialect(.v019)
    // To servers before 0.20 it is the id of an execution.
    let old = try server.ask("GET", "/api/executions/live", session)
    #expect(old.body == #"{"error":"EXECUTION_NOT_FOUND"}"#)
  }

  @Test("stopping the server ends its streams")
  func stop() throws {
    let server = try server()
    let stream = try server.begin("GET", "/api/executions/live", session)
    #expect(server.waitForStreams(1))
    _ = try read(stream, through: "{}\n\n")
    server.stop()
    #expect(server.waitForStreams(0))
  }
}
