import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Who may do what: sessions, forged requests, the single key, scoped keys, addresses.
@Suite struct AccessTests {
  private let session = "Cookie: connect.sid=SESSION"
  private let script = "X-Requested-With: XMLHttpRequest"
  private let json = "Content-Type: application/json"

  private func server(
    _ dialect: DemoDialect, _ change: (inout DemoServerConfiguration) -> Void = { _ in }
  ) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "KEY")
    configuration.session = "SESSION"
    change(&configuration)
    return try DemoServer(configuration)
  }

  @Test("what a POST without a mark of its own is answered, and which marks will do")
  func forged() throws {
    let server = try server(.v09)
    let rows: [(header: String?, status: Int)] = [
      (nil, 403), ("Cookie: connect.sid=SESSION", 403), (script, 401),
      ("x-requested-with: xmlhttprequest", 401), ("Origin: http://127.0.0.1", 302),
      ("Referer: http://127.0.0.1/", 302), ("Authorization: Bearer x", 302), ("x-api-key: x", 302),
      ("key: x", 302),
    ]
    for row in rows {
      let answer = try server.ask(
        "POST", "/api/executions/clear", [json] + (row.header.map { [$0] } ?? []), body: "{}")
      #expect(answer.status == row.status, "\(row)")
      if row.status == 403 { #expect(answer.body == #"{"error":"CSRF_MISSING_ORIGIN"}"#) }
      if row.status == 401 { #expect(answer.body == #"{"error":"UNAUTHORIZED"}"#) }
      if row.status == 302 { #expect(answer.headers["location"] == "/login") }
    }
  }

  @Test("set-up is asked for, sign-in is limited, and a sign-in of the wrong form is told apart")
  func signIn() throws {
    let server = try server(.v020) { $0.failedSignInsAllowed = 2 }
    #expect(
      try server.ask("GET", "/api/auth/check-setup").body == #"{"setupRequired":false}"#)
    func login(_ body: String) throws -> RawResponse {
      try server.ask("POST", "/api/auth/login", [json, script], body: body)
    }
    let wrong = #"{"email":"a@example.com","password":"x"}"#
    let right = #"{"email":"a@example.com","password":"password1"}"#
    #expect(try login("{}").status == 400)
    #expect(try login(wrong).status == 401)
    #expect(try login(right).status == 200)
    #expect(try login(wrong).status == 401)
    #expect(try login(wrong).status == 401)
    let refused = try login(right)
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"] == "900")
    #expect(refused.headers["ratelimit-remaining"] == "0")
    #expect(!refused.body.hasPrefix("{"))
    server.configure { $0.isSetUp = false }
    #expect(try server.ask("GET", "/api/auth/check-setup").body == #"{"setupRequired":true}"#)
  }

  @Test("an address that is not on the list gets nothing")
  func addresses() throws {
    let server = try server(.v020) { $0.allowsAddress = false }
    let key = "Authorization: Bearer KEY"
    let below = try server.ask("GET", "/api/tasks/list", [key])
    #expect(below.status == 403)
    #expect(below.body == #"{"error":"IP_NOT_ALLOWED"}"#)
    #expect(try server.ask("POST", "/tasks/task_1/api", [key]).body == "Forbidden")
    let asked = try server.ask("POST", "/tasks/task_1/api", [key, script])
    #expect(asked.body == #"{"error":"IP_NOT_ALLOWED"}"#)
  }

  @Test("scoped keys: made, shown once, used, listed, revoked; only late servers have them")
  func scopedKeys() throws {
    let server = try server(.v020)
    let user = [session, script, json]
    let made = try server.ask(
      "POST", "/api/api-keys", user,
      body: #"{"name":"ci","permissions":["tasks:run","nonsense"],"taskIds":["task_1"]}"#)
    #expect(made.status == 201)
    let key = try #require(server.scopedKeys.first)
    #expect(
      made.body == #"{"key":{"id":"\#(key.id)","name":"ci","permissions":["tasks:run"],"#
        + #""taskIds":["task_1"],"createdAt":\#(key.createdAt)},"secret":"\#(key.secret)"}"#)

    let list = try server.ask("GET", "/api/api-keys", user).body
    #expect(list.contains(#""id":"\#(key.id)""#))
    #expect(!list.contains(key.secret))
    #expect(list.contains(#""legacy":true"#))
    #expect(list.contains(#""legacySecret":"KEY""#))
    #expect(list.hasSuffix(#""permissions":["tasks:read","tasks:run","tasks:manage"]}"#))

    let mine = "Authorization: Bearer \(key.secret)"
    #expect(try server.ask("POST", "/api/tasks/task_1/api", [mine]).status == 200)
    let other = try server.ask("POST", "/api/tasks/t%2F2%20%C3%BC/api", [mine])
    #expect(other.status == 403)
    #expect(other.body == #"{"error":"TASK_NOT_ALLOWED"}"#)
    let reading = try server.ask("GET", "/api/tasks/list", [mine])
    #expect(reading.status == 403)
    #expect(reading.body == #"{"error":"API_KEY_FORBIDDEN"}"#)

    #expect(try server.ask("DELETE", "/api/api-keys/\(key.id)", user).body == #"{"ok":true}"#)
    #expect(try server.ask("POST", "/api/tasks/task_1/api", [mine]).status == 401)
    let again = try server.ask("DELETE", "/api/api-keys/\(key.id)", user)
    #expect(again.status == 404)
    #expect(again.body == #"{"error":"API_KEY_NOT_FOUND"}"#)
    let empty = try server.ask("POST", "/api/api-keys", user, body: #"{"permissions":[]}"#)
    #expect(empty.status == 400)
    #expect(empty.body == #"{"error":"PERMISSIONS_REQUIRED"}"#)

    #expect(
      try server.ask("GET", "/api/api-keys", ["Authorization: Bearer KEY", script]).status == 401)
    server.setDialect(.v019)
    #expect(try server.ask("GET", "/api/api-keys", user).body == #"{"error":"API_NOT_FOUND"}"#)
  }

  @Test("the single key of a late server is revoked like a scoped one")
  func legacyKey() throws {
    let server = try server(.v020)
    let user = [session, script]
    #expect(try server.ask("DELETE", "/api/api-keys/legacy", user).body == #"{"ok":true}"#)
    let refused = try server.ask("GET", "/api/tasks/list", ["x-api-key: KEY"])
    #expect(refused.body == #"{"error":"API_KEY_NOT_SET"}"#)
    #expect(
      try server.ask("GET", "/api/api-keys", user).body
        == #"{"keys":[],"legacySecret":null,"permissions":["tasks:read","tasks:run","tasks:manage"]}"#
    )
  }

  @Test("a request or an answer is lost on the way, a new key made or not")
  func interference() throws {
    let server = try server(.v09)
    let user = [session, script, json]
    func set(_ interference: DemoInterference?) throws -> RawClient {
      server.configure { $0.interference = { _ in interference } }
      return try server.begin(
        "POST", "/api/settings/api-key", user, body: #"{"apiKey":"NEW"}"#)
    }
    let lost = try set(.losesRequest)
    #expect(throws: RawClient.Failure.self) { _ = try lost.receive() }
    #expect(server.apiKey == "KEY")
    let answered = try set(
      .answers(.response(status: 502, headers: [], body: Array("bad gateway".utf8))))
    #expect(try answered.receiveResponse().status == 502)
    #expect(server.apiKey == "KEY")
    let unheard = try set(.losesAnswer)
    #expect(throws: RawClient.Failure.self) { _ = try unheard.receive() }
    #expect(server.apiKey == "NEW")
    server.setAPIKey("KEY")
    let waiting = try set(.withholdsAnswer)
    #expect(server.waitForRequest { $0.path == "/api/settings/api-key" } != nil)
    waiting.close()
    #expect(server.waitForClientDisconnects(1, seconds: 20))
    #expect(server.apiKey == "NEW")
  }
}
