import Figranium
import FoundationEssentials
import GLibBridge
import Synchronization
import Testing

@Suite("Every route of the contract") struct RouteTableTests {
  @Test("What is sent, and what is made of the answer", arguments: RouteRow.all)
  func route(_ row: RouteRow) async throws {
    let server = try TestServer(always: row.reply)
    #expect(try await row.call(server.client()) == row.expected)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == row.method)
    #expect(request.target == row.target)
    #expect(request.header("Accept") == "application/json")
    #expect(request.header("X-Requested-With") == "XMLHttpRequest")
    #expect(
      request.header("Content-Type") == (row.body == nil ? nil : "application/json"))
    // A nil literal would be JSON's null.
    var body: JSONValue? = .none
    if !request.body.isEmpty {
      body = try JSONDecoder().decode(JSONValue.self, from: Data(request.body))
    }
    #expect(body == row.body)
  }

  @Test("What a route alone answers when it fails", arguments: RouteRow.all)
  func ownErrors(_ row: RouteRow) async throws {
    let next = Mutex(row.reply)
    let server = try TestServer { _ in next.withLock { $0 } }
    for expected in row.errors {
      next.withLock { $0 = expected.reply }
      let error = await failure { _ = try await row.call(server.client()) }
      #expect(error?.code == expected.code, "\(expected.text)")
      #expect(error?.message.contains(expected.says) == true, "\(error?.message ?? "no error")")
      #expect(error?.status == expected.status)
      #expect(error?.hint?.isEmpty == false || expected.code == "BAD_REQUEST")
    }
  }

  /// What any route may answer, and what it becomes.
  private static let common: [(ServedReply, String, Int)] = [
    (json(#"{"error":"INVALID_API_KEY"}"#, status: 401), "INVALID_API_KEY", 401),
    (json(#"{"error":"API_KEY_NOT_SET"}"#, status: 403), "API_KEY_NOT_SET", 403),
    (json(#"{"error":"API_KEY_FORBIDDEN"}"#, status: 403), "API_KEY_FORBIDDEN", 403),
    (json(#"{"error":"TASK_NOT_ALLOWED"}"#, status: 403), "TASK_NOT_ALLOWED", 403),
    (json(#"{"error":"IP_NOT_ALLOWED"}"#, status: 403), "IP_NOT_ALLOWED", 403),
    (json(#"{"error":"CSRF_MISSING_ORIGIN"}"#, status: 403), "CSRF_MISSING_ORIGIN", 403),
    (json(#"{"error":"TOO_MANY_REQUESTS"}"#, status: 429), "TOO_MANY_REQUESTS", 429),
    (plain(429, "Too many requests, please try again later."), "TOO_MANY_REQUESTS", 429),
    (json(#"{"error":"API_NOT_FOUND"}"#, status: 404), "ROUTE_NOT_FOUND", 404),
    (page(404, "Cannot GET /x"), "ROUTE_NOT_FOUND", 404),
    (json(#"{"error":"EXECUTION_TIMEOUT"}"#, status: 504), "EXECUTION_TIMEOUT", 504),
    (page(502), "SERVER_ERROR", 502),
    (json("[", status: 200), "INVALID_RESPONSE", 200),
    (json("3", status: 200), "INVALID_RESPONSE", 200),
    (.response(status: 200, headers: [], body: []), "EMPTY_RESPONSE", 200),
  ]

  @Test("What any route may answer when it fails", arguments: RouteRow.all)
  func commonErrors(_ row: RouteRow) async throws {
    let next = Mutex(Self.common[0].0)
    let server = try TestServer { _ in next.withLock { $0 } }
    for (reply, code, status) in Self.common {
      next.withLock { $0 = reply }
      let error = await failure { _ = try await row.call(server.client()) }
      #expect(error?.code == code)
      #expect(error?.status == status)
      #expect(error?.message.contains("<") == false)
    }
  }

  @Test("What is granted to a session only is named as such", arguments: RouteRow.all)
  func sessions(_ row: RouteRow) async throws {
    let isSession = row.access == .session || row.access == .keyElseSession
    let server = try TestServer { _, number in
      number == 1
        ? json(#"{"error":"UNAUTHORIZED"}"#, status: 401)
        : plain(302, "", headers: [("Location", "/login")])
    }
    let error = await failure { _ = try await row.call(server.client()) }
    #expect(error?.code == (isSession ? "SESSION_REQUIRED" : "UNAUTHORIZED"))
    let redirect = await failure { _ = try await row.call(server.client()) }
    #expect(redirect?.code == "SESSION_REQUIRED")
  }

  @Test("Key or session, whichever is wanted, and never both", arguments: RouteRow.all)
  func proofs(_ row: RouteRow) async throws {
    let wantsSession = Mutex(false)
    let server = try TestServer { request in
      let isRefused = wantsSession.withLock { $0 } && request.header("Cookie") == nil
      return isRefused ? json(#"{"error":"UNAUTHORIZED"}"#, status: 401) : row.reply
    }
    let client = try Figranium(
      url: #require(URL(string: server.origin)),
      credential: .apiKey(Secret("k-7f3a9c"), session: Secret("made-up-session")),
      options: ClientOptions(retry: .never))
    #expect(try await row.call(client) == row.expected)
    let request = try #require(server.requests.first)
    let isSession = row.access == .session
    #expect(request.header("Authorization") == (isSession ? nil : "Bearer k-7f3a9c"))
    #expect(request.header("Cookie") == (isSession ? "connect.sid=made-up-session" : nil))
    guard row.access == .keyElseSession else { return }
    // An older server: what it grants to no key is asked for once more, with the session.
    wantsSession.withLock { $0 = true }
    #expect(try await row.call(client) == row.expected)
    #expect(server.requests.count == 3)
    #expect(server.requests.last?.header("Cookie") == "connect.sid=made-up-session")
    #expect(server.requests.last?.header("Authorization") == nil)
  }

  @Test("What could act twice is never sent twice", arguments: RouteRow.all)
  func repeats(_ row: RouteRow) async throws {
    for (wait, allowed) in [
      ("1", [RouteRow.Repeats.read, .idempotent]), (nil, [.read]),
    ] {
      let headers = wait.map { [("Retry-After", $0)] } ?? []
      let server = try TestServer { _, number in
        number == 1 ? json("{}", status: 503, headers: headers) : row.reply
      }
      let options = ClientOptions(retry: RetryPolicy(baseDelay: .milliseconds(1)))
      // Health tells in a 503 how the server is.
      let isHealth = row.target == "/api/health"
      let error = await failure { _ = try await row.call(server.client(options: options)) }
      let isRepeated = allowed.contains(row.repeats) && !isHealth
      #expect(server.requests.count == (isRepeated ? 2 : 1))
      #expect((error == nil) == (isRepeated || isHealth))
    }
  }
}
