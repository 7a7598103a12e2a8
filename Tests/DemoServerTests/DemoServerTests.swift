import DemoServer
import GLibBridge
import TestSupport
import Testing

/// What the demo server does beyond single recorded answers: runs, sessions, keys, dialects.
@Suite struct DemoServerTests {
  private let key = "Authorization: Bearer KEY"
  private let json = "Content-Type: application/json"
  private let script = "X-Requested-With: XMLHttpRequest"

  private func server(
    _ dialect: DemoDialect, _ change: (inout DemoServerConfiguration) -> Void = { _ in }
  ) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "KEY")
    change(&configuration)
    return try DemoServer(configuration)
  }

  private func runPath(_ dialect: DemoDialect) -> String {
    dialect == .documented ? "/tasks/task_1/run" : "/api/tasks/task_1/api"
  }

  @Test("a run by each route: the members in the server's order, the caller's run id in them")
  func runs() throws {
    let rows: [(dialect: DemoDialect, path: String, start: String)] = [
      (
        .v09, "/api/tasks/task_1/api",
        #"{"final_url":"https://example.com/","logs":[],"html":"<h1 id=\"t\">Hello\n</h1>","#
          + #""screenshot_url":"/captures/run-abc_agent_"#
      ),
      (.v09, "/tasks/task_1/api", #"{"final_url":"#),
      (
        .v09, "/api/tasks/t%2F2%20%C3%BC/api",
        #"{"title":"","url":"https://example.com/","html":"<h1 id=\"t\">Hello\n</h1>","#
          + #""is_partial":false,"selector_used":"body (default)","links":[],"#
          + #""screenshot_url":"/captures/run-abc_scrape_"#
      ),
      (.v019, "/api/tasks/task_1/api", #"{"outcome":"success","final_url":"#),
      (.v019, "/tasks/task_1/api", #"{"outcome":"success","final_url":"#),
    ]
    for row in rows {
      let server = try server(row.dialect)
      let response = try server.ask("POST", row.path, [key, json], body: #"{"runId":"run-abc"}"#)
      #expect(response.status == 200)
      #expect(response.headers["ratelimit-limit"] == "100000")
      #expect(response.body.hasPrefix(row.start), "\(response.body)")
      #expect(server.runs.map(\.runID) == ["run-abc"])
      #expect(server.runs.map(\.isRunning) == [false])
    }
    let documented = try server(.documented) { $0.runData = #"{"title":"Hello"}"# }
    let response = try documented.ask(
      "POST", "/tasks/t%2F2%20%C3%BC/run", [key, json], body: #"{"runId":"run-abc"}"#)
    let execution = try #require(documented.runs.first)
    #expect(
      response.body
        == #"{"runId":"run-abc","executionId":"\#(execution.executionID)","outcome":"success","#
        + #""data":{"title":"Hello"}}"#)
  }

  @Test("ids are decoded once: what is encoded twice, or not at all, is another route or task")
  func ids() throws {
    let server = try server(.v09)
    let rows: [(path: String, status: Int, start: String)] = [
      ("/api/tasks/t%2F2%20%C3%BC/api", 200, "{\"title\""),
      ("/api/tasks/t%252F2%2520%25C3%25BC/api", 404, "{\"error\":\"TASK_NOT_FOUND\"}"),
      ("/api/tasks/t/2%20%C3%BC/api", 404, "<!DOCTYPE html>"),
      ("/api/tasks/t%2/api", 404, "<!DOCTYPE html>"),
    ]
    for row in rows {
      let response = try server.ask("POST", row.path, [key])
      #expect(response.status == row.status, "\(row.path)")
      #expect(response.body.hasPrefix(row.start), "\(row.path)")
    }
    #expect(server.runs.count == 1)
  }

  @Test("a run that is held is running until it is stopped", arguments: DemoDialect.allCases)
  func stop(dialect: DemoDialect) throws {
    let server = try server(dialect) {
      $0.holdRuns = true
      $0.session = "SESSION"
    }
    let run = try server.begin("POST", runPath(dialect), [key, json], body: #"{"runId":"r1"}"#)
    let started = try #require(server.waitForRun { $0.runID == "r1" })
    #expect(started.isRunning)

    let status = try server.ask(
      "GET", dialect == .documented ? "/executions/r1" : "/api/executions/r1",
      dialect == .v09 ? ["Cookie: connect.sid=SESSION", script] : [key, script])
    switch dialect {
    case .documented: #expect(status.body.contains(#""status":"running""#))
    case .v09: #expect(status.body == #"{"error":"EXECUTION_NOT_FOUND"}"#)
    case .v019, .v020:
      #expect(status.body.hasPrefix(#"{"execution":{"id":"\#(started.executionID)""#))
      #expect(status.body.contains(#""phase":"running""#))
    }

    let stop =
      dialect == .documented
      ? try server.ask("POST", "/executions/r1/stop", [key])
      : try server.ask(
        "POST", "/api/executions/stop", ["Cookie: connect.sid=SESSION", script, json],
        body: #"{"runId":"r1"}"#)
    #expect(stop.body == #"{"success":true}"#)

    let answer = try run.receiveResponse()
    #expect(answer.status == 200)
    #expect(answer.body.contains(#""outcome":"stopped""#) == (dialect != .v09))
    let ended = try #require(server.runs.first)
    #expect(ended.outcome == "stopped")
    #expect(ended.status == 499)
    #expect(!ended.isRunning)
  }

  @Test("released runs end as configured; a client that leaves is counted and its run goes on")
  func release() throws {
    let server = try server(.v019) { $0.holdRuns = true }
    let leaving = try server.begin("POST", runPath(.v019), [key, json], body: #"{"runId":"r1"}"#)
    #expect(server.waitForRun { $0.runID == "r1" } != nil)
    leaving.close()
    #expect(server.waitForClientDisconnects(1, seconds: 30))
    #expect(server.runs.first?.isRunning == true)
    let staying = try server.begin("POST", runPath(.v019), [key, json], body: #"{"runId":"r2"}"#)
    #expect(server.waitForRun { $0.runID == "r2" } != nil)
    server.releaseRuns()
    #expect(try staying.receiveResponse().body.hasPrefix(#"{"outcome":"success""#))
    #expect(server.runs.map(\.outcome) == ["success", "success"])
  }

  @Test("stopping the server ends a held run without an answer")
  func stopServer() throws {
    let server = try server(.documented) { $0.holdRuns = true }
    let run = try server.begin("POST", runPath(.documented), [key])
    #expect(server.waitForRequest { $0.path == "/tasks/task_1/run" } != nil)
    server.stop()
    #expect(try run.receiveToEnd().isEmpty)
  }

  @Test("a run takes its time, ends as configured, or fails")
  func outcomes() throws {
    let server = try server(.v019) {
      $0.runDelayMilliseconds = 20
      $0.runOutcome = "anti_bot"
    }
    let clock = ContinuousClock()
    let time = try clock.measure {
      let answer = try server.ask("POST", runPath(.v019), [key])
      #expect(answer.body.hasPrefix(#"{"outcome":"anti_bot""#))
    }
    #expect(time >= .milliseconds(20))
    server.configure { $0.runFailure = "No “browser”" }
    let failed = try server.ask("POST", runPath(.v019), [key])
    #expect(failed.status == 500)
    #expect(failed.body == #"{"error":"Agent failed","details":"No “browser”"}"#)
    #expect(server.runs.map(\.status) == [500, 200])
  }

  @Test("signing in gives a session, signing out takes it away")
  func sessions() throws {
    let server = try server(.v09)
    let login = try server.ask(
      "POST", "/api/auth/login", [json, script],
      body: #"{"email":"a@example.com","password":"password1"}"#)
    #expect(login.body == #"{"success":true}"#)
    let cookie = try #require(login.headers["set-cookie"])
    #expect(cookie.hasPrefix("connect.sid="))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    let header = "Cookie: \(cookie.prefix { $0 != ";" })"
    #expect(try server.ask("GET", "/api/tasks", [header, script]).status == 200)
    #expect(
      try server.ask("POST", "/api/auth/logout", [header, script]).body == #"{"success":true}"#)
    #expect(try server.ask("GET", "/api/tasks", [header, script]).status == 401)
  }

  @Test("the key can be changed while the server runs, by us and by a signed-in user")
  func keys() throws {
    let server = try server(.v09) { $0.session = "SESSION" }
    let session = ["Cookie: connect.sid=SESSION", script, json]
    func status(_ key: String) throws -> Int {
      try server.ask("GET", "/api/tasks/list", ["x-api-key: \(key)"]).status
    }
    server.setAPIKey("NEW")
    #expect(try status("KEY") == 401)
    #expect(try status("NEW") == 200)
    let chosen = try server.ask(
      "POST", "/api/settings/api-key", session, body: #"{"apiKey":" CHOSEN "}"#)
    #expect(chosen.body == #"{"apiKey":"CHOSEN"}"#)
    #expect(try status("CHOSEN") == 200)
    let made = try server.ask("POST", "/api/settings/api-key", session, body: "{}")
    #expect(made.body == #"{"apiKey":"\#(server.apiKey)"}"#)
    #expect(server.apiKey.utf8.count == 64)
    server.setAPIKey("")
    let none = try server.ask("GET", "/api/tasks/list", ["x-api-key: x"])
    #expect(none.status == 403)
    #expect(none.body == #"{"error":"API_KEY_NOT_SET"}"#)
  }

  @Test("what tells the dialects apart")
  func dialects() throws {
    let server = try server(.documented)
    let rows: [(dialect: DemoDialect, method: String, path: String, status: Int, type: String)] = [
      (.documented, "GET", "/api/health", 404, "text/html; charset=utf-8"),
      (.documented, "GET", "/api/tasks", 200, "application/json; charset=utf-8"),
      (.documented, "POST", "/api/tasks/task_1/api", 404, "text/html; charset=utf-8"),
      (.documented, "GET", "/executions/none", 404, "application/json; charset=utf-8"),
      (.v09, "GET", "/api/capabilities", 404, "text/html; charset=utf-8"),
      (.v019, "GET", "/api/health", 200, "application/json; charset=utf-8"),
      (.v019, "GET", "/api/capabilities", 200, "application/json; charset=utf-8"),
      (.v019, "GET", "/api/tasks", 200, "application/json; charset=utf-8"),
      (.v019, "GET", "/api/nope", 404, "application/json; charset=utf-8"),
      (.v019, "GET", "/executions/none", 200, "text/html; charset=utf-8"),
      (.v019, "POST", "/tasks/task_1/run", 404, "text/html; charset=utf-8"),
      (.v019, "POST", "/api/executions/stop", 302, "text/plain"),
    ]
    for row in rows {
      server.setDialect(row.dialect)
      let response = try server.ask(row.method, row.path, [key])
      #expect(response.status == row.status, "\(row)")
      #expect(response.headers["content-type"] == row.type, "\(row)")
    }
    #expect(server.requests.count == rows.count)
  }

  @Test("a description of a request shows no header field")
  func descriptions() throws {
    let server = try server(.v09)
    _ = try server.ask("GET", "/api/tasks/list", [key])
    let request = try #require(server.requests.first)
    #expect(request.header("authorization") == "Bearer KEY")
    #expect("\(request)" == "GET /api/tasks/list")
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!dumped.contains("KEY"))
  }
}
