import DemoServer
import TestSupport
import Testing

/// What becomes of runs: limits, ends of every kind, sizes, one-off runs.
@Suite struct RunTests {
  private let session = [
    "Cookie: connect.sid=SESSION", "X-Requested-With: XMLHttpRequest",
    "Content-Type: application/json",
  ]
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

  @Test("every third run is one too many")
  func tooMany() throws {
    let server = try server { $0.tooManyEvery = 3 }
    var statuses: [Int] = []
    for _ in 0..<6 { statuses.append(try server.ask("POST", path, key).status) }
    #expect(statuses == [200, 200, 429, 200, 200, 429])
    #expect(server.runs.count == 4)
    server.configure {
      $0.tooManyEvery = 1
      $0.retryAfterSeconds = 7
    }
    let json = try server.ask("POST", path, key)
    #expect(json.headers["retry-after"] == "7")
    #expect(json.headers["ratelimit-remaining"] == "0")
    #expect(json.body == #"{"error":"TOO_MANY_REQUESTS"}"#)
    server.configure { $0.tooManyIsJSON = false }
    let text = try server.ask("POST", path, key)
    #expect(text.status == 429)
    #expect(!text.body.hasPrefix("{"))
  }

  @Test("a run that the server gives up on, and one that is planned apart from the others")
  func planned() throws {
    let server = try server {
      $0.runsTimeOut = true
      $0.planRun = { request, plan in
        guard let row = request.variable("row") else { return }
        plan.timesOut = false
        plan.data = #"{"row":\#(row),"number":\#(request.number)}"#
        if row == "\"bad\"" { plan.failure = "no" }
      }
    }
    let given = try server.ask("POST", path, key, body: "{}")
    #expect(given.status == 504)
    #expect(given.body == #"{"error":"EXECUTION_TIMEOUT","outcome":"crashed"}"#)
    let planned = try server.ask("POST", path, key, body: #"{"variables":{"row":7}}"#)
    #expect(planned.body.contains(#""data":{"row":7,"number":2}"#))
    let failed = try server.ask("POST", path, key, body: #"{"variables":{"row":"bad"}}"#)
    #expect(failed.body == #"{"error":"Agent failed","details":"no"}"#)
    #expect(server.runs.map(\.status) == [500, 200, 504])
    #expect(server.runs.map(\.outcome) == ["error", "success", "crashed"])
  }

  @Test("a large result: whole in the answer of older servers, cut and on demand in late ones")
  func large() throws {
    let server = try server(.v019) { $0.runDataRows = 20_000 }
    let whole = try server.ask("POST", path, key)
    #expect(whole.body.utf8.count > 1_500_000)
    #expect(whole.body.contains(#""data":[{"id":0,"title":"Product number 0","price":0.10,"#))
    #expect(whole.body.hasSuffix(#".png"}"#))
    let first = try #require(server.runs.first?.executionID)
    let missing = try server.ask("GET", "/api/executions/\(first)/result", key)
    #expect(missing.body == #"{"error":"API_NOT_FOUND"}"#)

    server.setDialect(.v020)
    let cut = try server.ask("POST", path, key, body: #"{"runId":"r2"}"#)
    #expect(cut.body.hasSuffix(#","truncated":true,"hasFullResult":true}"#))
    #expect(cut.body.utf8.count < 500)
    let kept = try server.ask("GET", "/api/executions/r2", key)
    #expect(kept.body.hasSuffix(#""result":\#(cut.body)}}"#))
    let full = try server.ask("GET", "/api/executions/r2/result", key)
    #expect(full.body.hasPrefix(#"{"result":{"outcome":"success","final_url":"#))
    #expect(full.body.utf8.count > 1_500_000)
    server.configure { $0.cutsAnswers = false }
    #expect(try server.ask("POST", path, key).body.utf8.count > 1_500_000)
    server.configure { $0.runDataRows = 1 }
    _ = try server.ask("POST", path, key, body: #"{"runId":"r3"}"#)
    let small = try server.ask("GET", "/api/executions/r3/result", key)
    #expect(small.status == 404)
    #expect(small.body == #"{"error":"FULL_RESULT_NOT_AVAILABLE"}"#)
  }

  @Test("one-off runs need a session, and are listed without a task")
  func oneOff() throws {
    let server = try server()
    let scraped = try server.ask(
      "POST", "/scrape", session, body: #"{"url":"https://example.org/","runId":"s1"}"#)
    #expect(
      scraped.body.hasPrefix(#"{"outcome":"success","title":"","url":"https://example.org/""#))
    let agent = try server.ask("POST", "/agent", session, body: #"{"url":"x","name":"Mine"}"#)
    #expect(agent.body.contains(#""final_url":"x""#))
    let list = try server.ask("GET", "/api/executions", session).body
    #expect(list.contains(#""mode":"scrape","taskId":null,"taskName":null"#))
    #expect(list.contains(#""mode":"agent","taskId":null,"taskName":"Mine""#))
    #expect(try server.ask("POST", "/agent", session, body: "{}").status == 400)
    #expect(try server.ask("POST", "/agent", key, body: "{}").status == 302)
    #expect(try server.ask("GET", "/api/executions", key).status == 302)
    let messages = try ["/headful", "/headful/stop", "/headful/stop"].map {
      try server.ask("POST", $0, session, body: "{}").body
    }
    #expect(messages[0].hasPrefix(#"{"message":"Headful session started.""#))
    #expect(messages[1] == #"{"message":"Headful session stopped."}"#)
    #expect(messages[2] == #"{"message":"No active headful session."}"#)
  }

  @Test("a run whose client has left ends when its time is over")
  func leftAlone() throws {
    let server = try server { $0.runDelayMilliseconds = 200 }
    let client = try server.begin("POST", path, key, body: #"{"runId":"r1"}"#)
    #expect(server.waitForRun { $0.runID == "r1" } != nil)
    client.close()
    #expect(server.waitForClientDisconnects(1, seconds: 30))
    var isRunning = true
    while isRunning {
      let answer = try server.ask("GET", "/api/executions/r1", key)
      isRunning = answer.body.contains(#""phase":"running""#)
      #expect(isRunning || answer.body.contains(#""outcome":"success""#))
    }
    #expect(server.runs.map(\.isRunning) == [false])
  }

  @Test("old executions make room, running ones stay; deleted and cleared ones are gone")
  func room() throws {
    let server = try server {
      $0.executionLimit = 3
      $0.planRun = { $1.isHeld = $0.runID == "held" }
    }
    let held = try server.begin("POST", path, key, body: #"{"runId":"held"}"#)
    #expect(server.waitForRun { $0.runID == "held" } != nil)
    for number in 1...200 {
      _ = try server.ask("POST", path, key, body: #"{"runId":"r\#(number)"}"#)
    }
    #expect(server.runs.map(\.runID) == ["r200", "r199", "held"])
    let id = try #require(server.runs.first?.executionID)
    #expect(
      try server.ask("DELETE", "/api/executions/\(id)", session).body == #"{"success":true}"#)
    #expect(server.runs.map(\.runID) == ["r199", "held"])
    #expect(
      try server.ask("POST", "/api/executions/clear", session).body == #"{"success":true}"#)
    #expect(server.runs.map(\.runID) == ["held"])
    server.releaseRuns()
    #expect(try held.receiveResponse().status == 200)
  }
}
