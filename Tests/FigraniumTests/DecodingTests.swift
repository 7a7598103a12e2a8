import Figranium
import FoundationEssentials
import GLibBridge
import Testing

@Suite("What servers send is taken") struct DecodingTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(
    "An execution in a word",
    arguments: [
      (#"{"id":"e","status":"running"}"#, "running"),
      (#"{"id":"e","status":"done","phase":"running","outcome":"error"}"#, "done"),
      (#"{"id":"e","status":200,"phase":"queued","outcome":"success"}"#, "queued"),
      (#"{"id":"e","status":200,"phase":"running","outcome":null}"#, "running"),
      (#"{"id":"e","status":200,"phase":"finished","outcome":"success"}"#, "success"),
      (#"{"id":"e","status":499,"outcome":"stopped"}"#, "stopped"),
      (#"{"id":"e","status":200}"#, "unknown"), (#"{"id":"e","status":"200"}"#, "unknown"),
      (#"{"id":"e","status":200.0,"phase":"finished"}"#, "unknown"),
      (#"{"id":"e","status":null,"phase":null,"outcome":null}"#, "unknown"),
      (#"{"id":"e","status":"","outcome":""}"#, "unknown"), (#"{"id":"e"}"#, "unknown"),
      (#"{"id":"e","status":{"a":1},"outcome":"success"}"#, "success"),
      (#"{"id":"e","status":"a\u001b[2Jb\n"}"#, "a[2Jb"),
      (#"{"execution":{"id":"e","status":"running"}}"#, "running"),
    ])
  func statusText(body: String, expected: String) throws {
    let execution = try decoded(Execution.self, body)
    #expect(execution.id == "e")
    #expect(execution.statusText == expected)
  }

  @Test("An execution's members, as recorded from a server")
  func execution() throws {
    let execution = try decoded(
      Execution.self,
      #"""
      {"execution":{"id":"exec_1796000992271_661","timestamp":1796000992271,"method":"POST",
      "path":"/api/tasks/t%2F2%20%C3%BC/api","status":200,"durationMs":3839,"source":"unknown",
      "mode":"scrape","taskId":"t/2 ü","taskName":"Odd id","url":"http://127.0.0.1:18090/",
      "taskSnapshot":null,"result":{"title":"","links":[]},"startedAt":"2026-11-30T04:00:00.250Z",
      "later":[1]}}
      """#)
    #expect(execution.timestamp == Date(timeIntervalSince1970: 1_796_000_992.271))
    #expect(execution.startedAt == Date(timeIntervalSince1970: 1_796_011_200.25))
    #expect(execution.finishedAt == nil)
    #expect(execution.status == .number(200))
    #expect(execution.duration == .milliseconds(3_839))
    #expect(execution.taskID == "t/2 ü")
    #expect(execution.taskName == "Odd id")
    #expect(execution.mode == "scrape")
    #expect(execution.result == ["title": "", "links": []])
    #expect(execution.members["later"] == [1])
    let again = try JSONDecoder().decode(Execution.self, from: JSONEncoder().encode(execution))
    #expect(again == execution)
  }

  @Test("Unknown members of a task survive reading and saving")
  func taskMembers() throws {
    let text = #"{"id":"t","name":"N","url":null,"groups":[{"x":1.5}],"notes":{"a":null}}"#
    var task = try decoded(Task.self, text)
    #expect(task.id == "t")
    #expect(task.url == nil)
    #expect(task.description == nil)
    task.name = "M"
    let saved = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(task))
    #expect(
      saved == [
        "id": "t", "name": "M", "url": nil, "groups": [["x": 1.5]], "notes": ["a": nil],
      ])
  }

  @Test(
    "A task in short",
    arguments: [
      (#"{"id":"a","name":"A"}"#, TaskSummary(id: "a", name: "A")),
      (#"{"id":"a","name":null,"description":null}"#, TaskSummary(id: "a", name: "a")),
      (
        #"{"id":7,"name":"A","description":"d"}"#, TaskSummary(id: "7", name: "A", description: "d")
      ),
    ])
  func summary(body: String, expected: TaskSummary) throws {
    #expect(try decoded(TaskSummary.self, body) == expected)
  }

  @Test("A run's answer: agent mode with outcome and data")
  func agentRun() async throws {
    struct Title: Decodable, Sendable { let title: String }
    let server = try TestServer(
      always: json(
        #"""
        {"outcome":"success","final_url":"http://a/","logs":["x"],"html":"<p>","executionId":"e1",
        "data":{"title":"Hello"},"screenshot_url":"/captures/a.png"}
        """#))
    let result: ExecutionResult<Title> = try await server.client().runTask(
      "t", input: ExecuteTaskOptions(runID: "run-1"))
    #expect(result.outcome == "success")
    #expect(result.outcomeText == "success")
    #expect(result.data?.title == "Hello")
    #expect(result.runID == "run-1")
    #expect(result.executionID == "e1")
    #expect(result.finalURL == "http://a/")
    #expect(result.logs == ["x"])
    #expect(result.html == "<p>")
    #expect(result.screenshotURL == "/captures/a.png")
  }

  @Test("A run's answer: scrape mode without outcome and data")
  func scrapeRun() async throws {
    let server = try TestServer(
      always: json(#"{"title":"","url":"http://a/","html":"<h1>","is_partial":false,"data":null}"#))
    let result: ExecutionResult<JSONValue> = try await server.client().runTask("t")
    #expect(result.outcome == nil)
    #expect(result.outcomeText == "an unknown outcome")
    #expect(result.data == nil)
    #expect(result.finalURL == "http://a/")
    #expect(UUID(uuidString: result.runID) != nil)
    #expect(result.raw["is_partial"] == false)
  }

  @Test("Data of another type than the caller's: the run has ended, and the error says so")
  func otherData() async throws {
    let server = try TestServer(always: json(#"{"outcome":"success","data":{"title":1}}"#))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<[String: String]> = try await client.runTask("t")
    }
    #expect(error?.code == "INVALID_RESPONSE")
    #expect(
      error?.message == "The run ended on the server \(server.origin), but its data does not"
        + " fit Dictionary<String, String>: data.title is no String.")
    #expect(server.requests.count == 1)
  }

  @Test("What a run sends")
  func runBody() async throws {
    let server = try TestServer(always: json(#"{"outcome":"success"}"#))
    let client = try server.client()
    let full = ExecuteTaskOptions(
      variables: ["q": "v", "n": 3, "f": 1.5, "b": true, "x": nil], taskVariables: ["a": [1]],
      webhookURL: "https://a/", runID: "run-1", statelessExecution: true, runSource: "figctl")
    for input in [full, ExecuteTaskOptions(runID: "run-2")] {
      let _: ExecutionResult<JSONValue> = try await client.runTask("t", input: input)
    }
    let bodies = try server.requests.map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.body))
    }
    #expect(
      bodies == [
        [
          "variables": ["q": "v", "n": 3, "f": 1.5, "b": true, "x": nil],
          "taskVariables": ["a": [1]], "webhookUrl": "https://a/", "runId": "run-1",
          "statelessExecution": true, "runSource": "figctl",
        ], ["runId": "run-2"],
      ])
  }

  @Test("Health, also when it is degraded")
  func health() async throws {
    let good = try TestServer(always: json(#"{"status":"ok","version":"0.20.1","x":1}"#))
    let status = try await good.client().health.check()
    #expect(status.status == "ok")
    #expect(status.version == "0.20.1")
    let bad = try TestServer(always: json(#"{"status":"degraded"}"#, status: 503))
    #expect(try await bad.client().health.check().status == "degraded")
    #expect(bad.requests.count == 1)
  }

  @Test("A stop that says nothing but 204")
  func quietStop() async throws {
    let server = try TestServer(always: .response(status: 204, headers: [], body: []))
    try await server.client().executions.stop("r")
    #expect(server.requests.count == 1)
  }

  @Test("Any JSON survives decoding and encoding")
  func anyJSON() throws {
    let value: JSONValue = [
      "s": "ü\u{1F600}\n\"", "i": 9_007_199_254_740_993, "n": -0.25, "t": true, "f": false,
      "z": nil, "a": [1, "2", [], [:]],
    ]
    let text = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: text) == value)
    #expect(value["a"]?[1]?.stringValue == "2")
    #expect(value["a"]?[9] == nil)
    #expect(value["i"]?.integerValue == 9_007_199_254_740_993)
    #expect(try decoded(JSONValue.self, "1e300").doubleValue == 1e300)
    #expect(try decoded(JSONValue.self, "18446744073709551615").integerValue == nil)
  }
}
