import DemoServer
import TestSupport
import Testing

/// What a server of the 0.9 line was seen to answer, exchange by exchange, with the key as `KEY`
/// and the session as `SESSION`.
///
/// Exchanges whose answer comes out of a browser are in ``DemoServerTests``.
@Suite struct RecordedExchangeTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let path: String
    let headers: [String]
    let body: String?
    let status: Int
    let type: String
    let answer: String

    init(
      _ name: String, _ method: String, _ path: String, _ headers: [String] = [],
      body: String? = nil, _ status: Int, _ answer: String,
      type: String = "application/json; charset=utf-8"
    ) {
      self.name = name
      self.method = method
      self.path = path
      self.headers = headers
      self.body = body
      self.status = status
      self.type = type
      self.answer = answer
    }

    var testDescription: String { name }
  }

  private static let key = "Authorization: Bearer KEY"
  private static let session = "Cookie: connect.sid=SESSION"
  private static let script = "X-Requested-With: XMLHttpRequest"
  private static let json = "Content-Type: application/json"
  private static let html = "text/html; charset=utf-8"

  private static let summaries =
    #"{"tasks":[{"id":"task_1","name":"Scrape title"},{"id":"t/2 ü","name":"Odd id"}]}"#
  private static let login = "Found. Redirecting to /login"

  private static func page(_ text: String) -> String {
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Error</title>\n"
      + "</head>\n<body>\n<pre>\(text)</pre>\n</body>\n</html>\n"
  }

  private static let oddRun =
    #""timestamp":1796000992271,"method":"POST","path":"/api/tasks/t%2F2%20%C3%BC/api","#
    + #""status":200,"durationMs":3839,"source":"unknown","mode":"scrape","taskId":"t/2 ü","#
    + #""taskName":"Odd id","url":"http://127.0.0.1:18090/""#
  private static let oddResult =
    #"{"title":"","url":"http://127.0.0.1:18090/","html":"<h1 id=\"t\">Hello\n</h1>","#
    + #""is_partial":false,"selector_used":"body (default)","links":[],"#
    + #""screenshot_url":"/captures/run_1796000992271_unknown_scrape_1796000994965.png"}"#

  static let exchanges: [Exchange] = [
    Exchange(
      "login-wrong-password", "POST", "/api/auth/login", [json, script],
      body: #"{"email":"a@example.com","password":"nope"}"#, 401, #"{"error":"INVALID"}"#),
    Exchange(
      "me", "GET", "/api/auth/me", [session, script], 200,
      #"{"authenticated":true,"user":{"id":1796000700327,"name":"A","email":"a@example.com"}}"#),
    Exchange("me-signed-out", "GET", "/api/auth/me", [script], 200, #"{"authenticated":false}"#),
    Exchange(
      "session-post-without-origin", "POST", "/api/executions/clear", [session, json], body: "{}",
      403, #"{"error":"CSRF_MISSING_ORIGIN"}"#),
    Exchange("tasks-list", "GET", "/api/tasks/list", [key], 200, summaries),
    Exchange("tasks-list-x-api-key", "GET", "/api/tasks/list", ["x-api-key: KEY"], 200, summaries),
    Exchange("tasks-list-key", "GET", "/api/tasks/list", ["key: KEY"], 200, summaries),
    Exchange(
      "tasks-list-bad-key", "GET", "/api/tasks/list", ["Authorization: Bearer not-the-key"], 401,
      #"{"error":"INVALID_API_KEY"}"#),
    Exchange(
      "tasks-list-no-key", "GET", "/api/tasks/list", [], 401, #"{"error":"INVALID_API_KEY"}"#),
    Exchange("tasks-full-with-key", "GET", "/api/tasks", [key], 302, login, type: "text/plain"),
    Exchange(
      "tasks-full-with-key-xhr", "GET", "/api/tasks", [key, script], 401,
      #"{"error":"UNAUTHORIZED"}"#),
    Exchange(
      "tasks-full-session", "GET", "/api/tasks", [session, script], 200,
      #"[{"id":"task_1","name":"Scrape title","url":"http://127.0.0.1:18090/","mode":"agent","#
        + #""actions":[],"versions":[]},{"id":"t/2 ü","name":"Odd id","#
        + #""url":"http://127.0.0.1:18090/","mode":"scrape","#
        + #""variables":{"q":{"type":"string","value":"x"}},"versions":[]}]"#),
    Exchange(
      "run-unknown-task", "POST", "/api/tasks/nope/api", [key, json], body: "{}", 404,
      #"{"error":"TASK_NOT_FOUND"}"#),
    Exchange(
      "run-bad-key", "POST", "/api/tasks/task_1/api",
      ["Authorization: Bearer not-the-key", json], body: "{}", 401,
      #"{"error":"INVALID_API_KEY"}"#),
    Exchange(
      "run-documented-route", "POST", "/tasks/task_1/run", [key, json], body: "{}", 404,
      page("Cannot POST /tasks/task_1/run"), type: html),
    Exchange(
      "run-body-not-json", "POST", "/api/tasks/task_1/api", [key, json], body: "{\"broken", 400,
      page(
        "SyntaxError: Unterminated string in JSON at position 8"
          + [
            "JSON.parse (&lt;anonymous&gt;)", "parse (/srv/figranium/…:89:19)",
            "/srv/figranium/…:128:18",
            "AsyncResource.runInAsyncScope (node:async_hooks:206:9)",
            "invokeCallback (/srv/figranium/…:231:16)", "done (/srv/figranium/…:220:7)",
            "IncomingMessage.onEnd (/srv/figranium/…:280:7)",
            "IncomingMessage.emit (node:events:524:28)",
            "endReadableNT (node:internal/streams/readable:1698:12)",
            "process.processTicksAndRejections (node:internal/process/task_queues:82:21)",
          ].map { "<br> &nbsp; &nbsp;at \($0)" }.joined()), type: html),
    Exchange(
      "executions-list", "GET", "/api/executions/list", [key], 200,
      #"{"executions":[{"id":"exec_1796000992271_661",\#(oddRun)},"#
        + #"{"id":"exec_1796000701558_339","timestamp":1796000701558,"method":"POST","#
        + #""path":"/api/tasks/task_1/api","status":500,"durationMs":544,"source":"unknown","#
        + #""mode":"agent","taskId":"task_1","taskName":"Scrape title","#
        + #""url":"http://127.0.0.1:18090/"}]}"#),
    Exchange(
      "execution-with-key", "GET", "/api/executions/exec_1796000992271_661", [key, script], 401,
      #"{"error":"UNAUTHORIZED"}"#),
    Exchange(
      "execution-with-key-no-xhr", "GET", "/api/executions/exec_1796000992271_661", [key], 302,
      login, type: "text/plain"),
    Exchange(
      "execution-session", "GET", "/api/executions/exec_1796000992271_661", [session, script], 200,
      #"{"execution":{"id":"exec_1796000992271_661",\#(oddRun),"taskSnapshot":null,"#
        + #""result":\#(oddResult)}}"#),
    Exchange(
      "execution-unknown", "GET", "/api/executions/exec_none", [session, script], 404,
      #"{"error":"EXECUTION_NOT_FOUND"}"#),
    Exchange(
      "execution-documented-route", "GET", "/executions/exec_1796000992271_661", [key], 302, login,
      type: "text/plain"),
    Exchange(
      "stop-documented-route", "POST", "/executions/exec_1796000992271_661/stop", [key, json],
      body: "{}", 404, page("Cannot POST /executions/exec_1796000992271_661/stop"), type: html),
    Exchange(
      "stop-with-key", "POST", "/api/executions/stop", [key, json, script],
      body: #"{"runId":"run-abc"}"#, 401, #"{"error":"UNAUTHORIZED"}"#),
    Exchange(
      "stop-session", "POST", "/api/executions/stop", [session, json, script],
      body: #"{"runId":"run-abc"}"#, 200, #"{"success":true}"#),
    Exchange(
      "stop-missing-run-id", "POST", "/api/executions/stop", [session, json, script], body: "{}",
      400, #"{"error":"MISSING_RUN_ID"}"#),
    Exchange(
      "api-key-get", "GET", "/api/settings/api-key", [session, script], 200, #"{"apiKey":"KEY"}"#),
    Exchange(
      "health-missing", "GET", "/api/health", [], 404, page("Cannot GET /api/health"), type: html),
    Exchange(
      "unknown-api-route", "GET", "/api/nope", [key], 404, page("Cannot GET /api/nope"), type: html),
  ]

  @Test("the 0.9 server answers as recorded", arguments: exchanges)
  func replay(exchange: Exchange) throws {
    var configuration = DemoServerConfiguration(
      dialect: .v09, apiKey: "KEY",
      tasks: [
        DemoTask(id: "task_1", name: "Scrape title", url: "http://127.0.0.1:18090/"),
        DemoTask(
          id: "t/2 ü", name: "Odd id", mode: "scrape", url: "http://127.0.0.1:18090/",
          members: #""variables":{"q":{"type":"string","value":"x"}}"#),
      ])
    configuration.session = "SESSION"
    configuration.history = [
      DemoRun(
        executionID: "exec_1796000992271_661", runID: "run_1796000992271_unknown",
        task: configuration.tasks[1], path: "/api/tasks/t%2F2%20%C3%BC/api",
        startedAt: 1_796_000_992_271, durationMs: 3839, result: Self.oddResult),
      DemoRun(
        executionID: "exec_1796000701558_339", runID: "run_1796000701558_unknown",
        task: configuration.tasks[0], path: "/api/tasks/task_1/api",
        startedAt: 1_796_000_701_558, durationMs: 544, status: 500),
    ]
    let server = try DemoServer(configuration)
    let response = try server.ask(
      exchange.method, exchange.path, exchange.headers, body: exchange.body)
    #expect(response.status == exchange.status)
    #expect(response.headers["content-type"] == exchange.type)
    #expect(response.headers["location"] == (exchange.status == 302 ? "/login" : nil))
    #expect(response.body == exchange.answer)
  }
}

extension DemoServer {
  /// Sends one request on a connection of its own.
  func ask(
    _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil
  ) throws -> RawResponse {
    let client = try begin(method, path, headers, body: body)
    return try client.receiveResponse()
  }

  /// Sends one request and leaves the answer to be read.
  func begin(
    _ method: String, _ path: String, _ headers: [String] = [], body: String? = nil
  ) throws -> RawClient {
    let client = try RawClient(port: port)
    var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for header in headers { request += header + "\r\n" }
    if let body { request += "Content-Length: \(body.utf8.count)\r\n" }
    try client.send(request + "\r\n" + (body ?? ""))
    return client
  }
}
