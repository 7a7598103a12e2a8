import DemoServer
import TestSupport
import Testing

/// Saving, changing, deleting tasks, and their versions.
@Suite struct TaskRouteTests {
  private let session = [
    "Cookie: connect.sid=SESSION", "X-Requested-With: XMLHttpRequest",
    "Content-Type: application/json",
  ]
  private let key = ["Authorization: Bearer KEY", "Content-Type: application/json"]

  private func server(_ dialect: DemoDialect = .v020) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "KEY")
    configuration.session = "SESSION"
    return try DemoServer(configuration)
  }

  @Test("a saved task keeps every member: order, numbers, what no client knows")
  func unknownMembers() throws {
    let server = try server()
    let members =
      #""stickyNotes":[{"x":1.50,"y":-0,"big":12345678901234567890.10,"e":1E400}],"groups":null,"#
      + #""actions":[{"id":"a","type":"from-the-future","deep":{"z":1,"a":[[],{}]}}],"#
      + #""name":"Grüße \u0000 \ud83d\ude00","path":"a\/b""#
    let kept = members.replacing(#"\ud83d\ude00"#, with: "😀").replacing(#"\/"#, with: "/")
    let saved = try server.ask("POST", "/api/tasks", key, body: #"{"id":"n/1",\#(members)}"#)
    #expect(saved.status == 200)
    #expect(saved.body == #"{"id":"n/1",\#(kept),"versions":[]}"#)
    let list = try server.ask("GET", "/api/tasks", key)
    #expect(list.body.hasSuffix(#",{"id":"n/1",\#(kept)}]"#))
    let again = try server.ask("POST", "/api/tasks?version=true", key, body: saved.body)
    #expect(again.body.hasPrefix(#"{"id":"n/1",\#(kept),"versions":[{"id":"ver_"#))
    #expect(again.body.contains(#""snapshot":{"id":"n/1",\#(kept)}"#))
    #expect(server.taskJSON("n/1") == again.body)
  }

  @Test("saving: new ids, updates of what is not there, notes that older clients do not send")
  func save() throws {
    let server = try server()
    let made = try server.ask("POST", "/api/tasks", key, body: #"{"name":"New"}"#)
    #expect(made.body.hasPrefix(#"{"name":"New","id":"task_"#))
    let missing = try server.ask("POST", "/api/tasks?update=true", key, body: #"{"id":"no"}"#)
    #expect(missing.status == 404)
    #expect(missing.body == #"{"error":"TASK_NOT_FOUND"}"#)
    _ = try server.ask("POST", "/api/tasks", key, body: #"{"id":"a","stickyNotes":[1]}"#)
    let later = try server.ask("POST", "/api/tasks", key, body: #"{"id":"a","name":"A"}"#)
    #expect(later.body == #"{"id":"a","name":"A","stickyNotes":[1],"versions":[]}"#)
    let summaries = try server.ask("GET", "/api/tasks/list", key).body
    #expect(summaries.hasSuffix(#",{"id":"a","name":"A"}]}"#))
  }

  @Test("changing, touching, deleting")
  func change() throws {
    let server = try server()
    let patched = try server.ask(
      "PATCH", "/api/tasks/task_1", key, body: #"{"id":"x","versions":1,"name":"Other","new":{}}"#)
    #expect(patched.status == 200)
    #expect(patched.body.hasPrefix(#"{"id":"task_1","updatedAt":"20"#))
    #expect(patched.body.contains(#""status":"success","task":{"id":"task_1","name":"Other","#))
    #expect(patched.body.contains(#""new":{}"#))
    let touched = try server.ask("POST", "/api/tasks/task_1/touch", session)
    #expect(touched.body.contains(#""last_opened":1"#))
    #expect(try server.ask("POST", "/api/tasks/task_1/touch", key).status == 302)
    let path = "/api/tasks/t%2F2%20%C3%BC"
    let deleted = try server.ask("DELETE", path, key)
    #expect(
      deleted.body == #"{"id":"t/2 ü","deleted":true,"message":"Task successfully removed."}"#)
    for method in ["DELETE", "PATCH"] {
      let gone = try server.ask(method, path, key, body: "{}")
      #expect(gone.status == 404)
      #expect(gone.body == #"{"error":"TASK_NOT_FOUND"}"#)
    }
    let old = try self.server(.v09)
    #expect(try old.ask("DELETE", "/api/tasks/none", session).body == #"{"success":true}"#)
    #expect(try old.ask("POST", "/api/tasks", key, body: #"{"id":"a"}"#).status == 302)
  }

  @Test("versions: listed, read, rolled back to, deleted, cleared")
  func versions() throws {
    let server = try server()
    _ = try server.ask("PATCH", "/api/tasks/task_1", key, body: #"{"name":"Second"}"#)
    let list = try server.ask("GET", "/api/tasks/task_1/versions", session)
    let id = try #require(list.body.split(separator: "\"").first { $0.hasPrefix("ver_") })
    #expect(list.body.contains(#""name":"Scrape title","mode":"agent"}]}"#))
    let one = try server.ask("GET", "/api/tasks/task_1/versions/\(id)", session)
    #expect(one.body.hasPrefix(#"{"snapshot":{"id":"task_1","name":"Scrape title","#))
    #expect(one.body.contains(#""metadata":{"id":"\#(id)","timestamp":"#))
    let rolled = try server.ask(
      "POST", "/api/tasks/task_1/rollback", session, body: #"{"versionId":"\#(id)"}"#)
    #expect(rolled.body.hasPrefix(#"{"id":"task_1","name":"Scrape title","#))
    let refusals: [(method: String, path: String, body: String, status: Int, code: String)] = [
      ("POST", "task_1/rollback", "{}", 400, "MISSING_VERSION_ID"),
      ("POST", "task_1/rollback", #"{"versionId":"x"}"#, 404, "VERSION_NOT_FOUND"),
      ("GET", "task_1/versions/x", "", 404, "VERSION_NOT_FOUND"),
      ("DELETE", "task_1/versions/x", "", 404, "VERSION_NOT_FOUND"),
      ("GET", "none/versions", "", 404, "TASK_NOT_FOUND"),
      ("POST", "none/versions/clear", "", 404, "TASK_NOT_FOUND"),
    ]
    for row in refusals {
      let answer = try server.ask(
        row.method, "/api/tasks/\(row.path)", session, body: row.body.isEmpty ? nil : row.body)
      #expect(answer.status == row.status, "\(row)")
      #expect(answer.body == #"{"error":"\#(row.code)"}"#, "\(row)")
    }
    #expect(
      try server.ask("DELETE", "/api/tasks/task_1/versions/\(id)", session).body
        == #"{"success":true,"versionId":"\#(id)"}"#)
    #expect(
      try server.ask("POST", "/api/tasks/task_1/versions/clear", session).body
        == #"{"success":true}"#)
    #expect(
      try server.ask("GET", "/api/tasks/task_1/versions", session).body == #"{"versions":[]}"#)
    let withKey = try server.ask(
      "GET", "/api/tasks/task_1/versions", key + ["X-Requested-With: XMLHttpRequest"])
    #expect(withKey.body == #"{"error":"UNAUTHORIZED"}"#)
  }

  @Test("selectors and scripts out of words")
  func generate() throws {
    let server = try server()
    let selector = try server.ask(
      "POST", "/api/tasks/generate-selector", session,
      body: #"{"task":{"actions":[]},"actionIndex":0,"prompt":"Sign in"}"#)
    #expect(selector.body == #"{"selector":"[aria-label=\"Sign in\"]"}"#)
    let script = try server.ask(
      "POST", "/api/tasks/generate-script", session, body: #"{"description":"the title"}"#)
    #expect(script.body == #"{"script":"// the title\nreturn document.title;"}"#)
    for route in ["selector", "script"] {
      let wrong = try server.ask("POST", "/api/tasks/generate-\(route)", session, body: "{}")
      #expect(wrong.status == 400)
    }
  }

  @Test(
    "what is not JSON is refused as such",
    arguments: [
      "{", "[1,]", #"{"a":01}"#, #"{"a":"\x"}"#, "nul", "{} {}", "\"text\"", #"{"a":1.}"#,
      "[\"\u{1}\"]", String(repeating: "[", count: 600),
    ])
  func notJSON(body: String) throws {
    let answer = try server().ask("POST", "/api/tasks", key, body: body)
    #expect(answer.status == 400)
    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
  }
}
