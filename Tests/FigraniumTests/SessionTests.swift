import DemoServer
import Figranium
import FoundationEssentials
import GLibBridge
import Testing

private let cookie = "s%3Aq7Lw2x0cVbN4.5dF9"
private let key = "k-7f3a9c"

/// What a request showed.
private func proof(_ request: ServedRequest) -> String {
  let shown = ["Authorization", "x-api-key", "key", "Cookie"].compactMap { request.header($0) }
  return shown.isEmpty ? "nothing" : shown.joined(separator: " and ")
}

private let bearer = "Bearer \(key)"
private let session = "connect.sid=\(cookie)"

@Suite("Sessions beside keys") struct SessionTests {
  private func client(_ server: TestServer, _ credential: FigraniumCredential) throws -> Figranium {
    try Figranium(
      url: #require(URL(string: server.origin)), credential: credential,
      options: ClientOptions(routes: .server, retry: .never))
  }

  private var both: FigraniumCredential { .apiKey(Secret(key), session: Secret(cookie)) }

  @Test("A request carries the key or the session, never both")
  func one() async throws {
    let server = try TestServer { request in
      if request.path.hasSuffix("/stop") { return json(#"{"success":true}"#) }
      if request.path == "/api/auth/me" { return json(#"{"authenticated":true,"user":{"id":1}}"#) }
      return json(#"{"tasks":[]}"#)
    }
    for (credential, keyRoute, sessionRoute) in [
      (both, bearer, session), (.session(cookie: Secret(cookie)), session, session),
      (.apiKey(Secret(key)), bearer, bearer), (.none, "nothing", "nothing"),
    ] {
      let client = try client(server, credential)
      _ = try await client.tasks.listSummaries()
      try await client.executions.stop("r")
      #expect(try await client.auth.me().isSignedIn)
      let shown = server.requests.suffix(3).map(proof)
      #expect(shown == [keyRoute, sessionRoute, sessionRoute])
    }
    #expect(server.requests.allSatisfy { $0.header("X-Requested-With") == "XMLHttpRequest" })
  }

  @Test(
    "Where a server wants a session after all, it is tried; without one the error says what to do",
    arguments: [true, false])
  func elseSession(isRedirect: Bool) async throws {
    let server = try TestServer { request in
      if request.header("Cookie") == session { return json(#"{"execution":{"id":"e"}}"#) }
      return isRedirect
        ? plain(302, "Found", headers: [("Location", "/login")])
        : json(#"{"error":"UNAUTHORIZED"}"#, status: 401)
    }
    #expect(try await client(server, both).executions.get("e").id == "e")
    #expect(server.requests.map(proof) == [bearer, session])
    let alone = try client(server, .apiKey(Secret(key)))
    let error = await failure { _ = try await alone.executions.get("e") }
    #expect(error?.code == "SESSION_REQUIRED")
    #expect(error?.hint?.contains("figctl login") == true)
    #expect(server.requests.count == 3)
  }

  @Test("A key that works is not followed by the session, nor is one that is wrong")
  func keyOnly() async throws {
    let server = try TestServer { _, number in
      number == 1
        ? json(#"{"execution":{"id":"e"}}"#) : json(#"{"error":"INVALID_API_KEY"}"#, status: 401)
    }
    let client = try client(server, both)
    _ = try await client.executions.get("e")
    let error = await failure { _ = try await client.executions.get("e") }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(server.requests.map(proof) == [bearer, bearer])
  }

  @Test("A session that has ended is told from a missing one, and no key is renewed for it")
  func ended() async throws {
    let server = try TestServer(always: json(#"{"error":"UNAUTHORIZED"}"#, status: 401))
    let client = try Figranium(
      url: #require(URL(string: server.origin)), credential: both,
      options: ClientOptions(
        routes: .server,
        renewCredential: { _ in
          Issue.record("asked for a key")
          return nil
        }, retry: .never))
    let error = await failure { try await client.executions.stop("r") }
    #expect(error?.code == "SESSION_REQUIRED")
    #expect(error?.message.contains("it has ended") == true)
    #expect(server.requests.map(proof) == [session])
  }

  @Test("The cookie does not come back in an error")
  func redacted() async throws {
    let echo = "no: \(cookie), s%3aQ7LW2X0CVBN4.5DF9, connect.sid=\(cookie)"
    let server = try TestServer(
      always: json(#"{"error":"ODD","message":"\#(echo)","details":["\#(echo)"]}"#, status: 400))
    let client = try client(server, both)
    let error = try #require(await failure { try await client.executions.stop("r") })
    let shown = "\(error.message) \(String(describing: error.details)) \(error)"
    #expect(!shown.lowercased().contains(cookie.lowercased()))
    #expect(shown.contains("[redacted]"))
  }

  @Test(
    "A value that no cookie can hold is refused before anything is sent",
    arguments: ["", "a b", "a;b", "a\r\nX-Evil: 1", "a\u{1}", "a\"b", "ü", "connect.sid=a"])
  func invalid(value: String) async throws {
    let url = try #require(URL(string: "http://localhost:1"))
    for credential in [
      FigraniumCredential.session(cookie: Secret(value)),
      .apiKey(Secret(key), session: Secret(value)),
    ] {
      let error = #expect(throws: FigraniumError.self) {
        _ = try Figranium(url: url, credential: credential)
      }
      #expect(error?.code == "CREDENTIAL_INVALID")
    }
  }

  @Test("The session's header cannot be set twice")
  func twice() async throws {
    let url = try #require(URL(string: "http://localhost:1"))
    let error = #expect(throws: FigraniumError.self) {
      _ = try Figranium(
        url: url, credential: both, options: ClientOptions(headers: ["cookie": "a=b"]))
    }
    #expect(error?.code == "INVALID_HEADER")
  }
}

@Suite("Signing in and out") struct SignInTests {
  private func client(
    _ server: TestServer, _ credential: FigraniumCredential = .none,
    options: ClientOptions = ClientOptions()
  ) throws -> Figranium {
    try Figranium(
      url: #require(URL(string: server.origin)), credential: credential, options: options)
  }

  private func signsIn(_ cookies: String...) -> ServedReply {
    json(#"{"success":true}"#, headers: cookies.map { ("Set-Cookie", $0) })
  }

  @Test(
    "The body is JSON whatever the password holds; nothing else is shown",
    arguments: ["password1", "p\"a\\s\ns\u{1}w ö🔑", "/"])
  func body(password: String) async throws {
    let server = try TestServer(always: signsIn("connect.sid=\(cookie); Path=/; HttpOnly"))
    let client = try client(server, .apiKey(Secret(key), session: Secret("old")))
    let session = try await client.auth.login(
      email: "a\"b@example.com", password: Secret(password))
    #expect(session.reveal() == cookie)
    let request = try #require(server.requests.first)
    #expect(request.description == "POST /api/auth/login")
    #expect(proof(request) == "nothing")
    #expect(request.header("Content-Type") == "application/json")
    let body = try JSONDecoder().decode([String: String].self, from: Data(request.body))
    #expect(body == ["email": "a\"b@example.com", "password": password])
  }

  @Test("Of a cookie only the value counts, the last one if there are several")
  func cookies() async throws {
    let server = try TestServer(
      always: signsIn("other=1", "connect.sid=first", "CONNECT.SID=x", "connect.sid=second;Secure"))
    let session = try await client(server).auth.login(email: "a", password: Secret("b"))
    #expect(session.reveal() == "second")
  }

  @Test(
    "A sign-in without a usable cookie is none",
    arguments: ["other=1", "connect.sid=", "connect.sid=a b", "connect.sid=\"a\"", "connect.sid"])
  func noCookie(field: String) async throws {
    let server = try TestServer(always: signsIn(field))
    let client = try client(server)
    let error = await failure {
      _ = try await client.auth.login(email: "a", password: Secret("b"))
    }
    #expect(error?.code == "INVALID_RESPONSE")
  }

  @Test(
    "Refusals; a sign-in is never repeated, since each try counts",
    arguments: [
      (401, #"{"error":"INVALID"}"#, "INVALID"), (429, #"{"error":"X"}"#, "X"),
      (429, "", "TOO_MANY_REQUESTS"), (503, "", "SERVER_ERROR"), (502, "", "SERVER_ERROR"),
      (404, #"{"error":"API_NOT_FOUND"}"#, "ROUTE_NOT_FOUND"),
    ])
  func refused(status: Int, body: String, code: String) async throws {
    let server = try TestServer(
      always: json(body, status: status, headers: [("Retry-After", "1")]))
    let client = try client(server)
    let error = await failure {
      _ = try await client.auth.login(email: "a", password: Secret("hunter22"))
    }
    #expect(error?.code == code)
    #expect(server.requests.count == 1)
  }

  @Test("A session that a failing answer sets does not come back in its error")
  func setAndRefused() async throws {
    let server = try TestServer { _ in
      json(
        #"{"error":"BAD","message":"cookie \#(cookie) is set"}"#, status: 400,
        headers: [("Set-Cookie", "\(session); Path=/")])
    }
    let client = try client(server, .none)
    let error = await failure {
      _ = try await client.auth.login(email: "a@example.com", password: Secret("p w"))
    }
    let shown = "\(try #require(error)) \(error?.details as Any)"
    #expect(!shown.contains(cookie))
  }

  @Test("The password does not come back in an error")
  func redacted() async throws {
    let server = try TestServer(
      always: json(#"{"error":"ODD","message":"not hunter22"}"#, status: 400))
    let client = try client(server)
    let error = await failure {
      _ = try await client.auth.login(email: "a", password: Secret("hunter22"))
    }
    #expect(error?.message.hasSuffix("It says: not [redacted]") == true)
  }

  @Test("Nothing is sent for an empty address or password, or one that is not UTF-8")
  func unusable() async throws {
    let server = try TestServer(always: json("{}"))
    let client = try client(server)
    for (email, password) in [("", "a"), ("a", "")] {
      let error = await failure {
        _ = try await client.auth.login(email: email, password: Secret(password))
      }
      #expect(error?.code == "INVALID_INPUT")
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Whether a set-up is needed is asked without key and session")
  func setup() async throws {
    let server = try TestServer { _, number in json(#"{"setupRequired":\#(number == 1)}"#) }
    let client = try client(server, .apiKey(Secret(key), session: Secret(cookie)))
    #expect(try await client.auth.checkSetup())
    #expect(try await !client.auth.checkSetup())
    #expect(server.requests.map(proof) == ["nothing", "nothing"])
    #expect(server.lines.first == "GET /api/auth/check-setup")
  }

  @Test("Against the demo's server: in, who, stop, out", arguments: [DemoDialect.v09, .v019])
  func demo(dialect: DemoDialect) async throws {
    let server = try DemoServer(DemoServerConfiguration(dialect: dialect, apiKey: key))
    defer { server.stop() }
    let url = try #require(URL(string: server.baseURL))
    let unknown = try Figranium(url: url, credential: .apiKey(Secret(key)))
    let configuration = DemoServerConfiguration(apiKey: key)
    let wrong = await failure {
      _ = try await unknown.auth.login(email: configuration.email, password: Secret("nope"))
    }
    #expect(wrong?.code == "INVALID")
    #expect(wrong?.status == 401)
    let session = try await unknown.auth.login(
      email: configuration.email, password: Secret(configuration.password))
    let client = try Figranium(url: url, credential: .apiKey(Secret(key), session: session))
    #expect(try await client.auth.me().user?.email == configuration.email)
    #expect(try await client.tasks.list().isEmpty == false)
    server.configure { $0.holdRuns = true }
    async let run: ExecutionResult<JSONValue> = client.runTask(
      "task_1", input: ExecuteTaskOptions(runID: "r-1"))
    let begun = await offPool { server.waitForRun { $0.runID == "r-1" && $0.isRunning } }
    #expect(begun != nil)
    try await client.executions.stop("r-1")
    _ = try await run
    try await client.auth.logout()
    #expect(try await !client.auth.me().isSignedIn)
    let after = await failure { try await client.executions.stop("r-1") }
    #expect(after?.code == "SESSION_REQUIRED")
    let without = await failure { try await unknown.auth.logout() }
    #expect(without?.code == "SESSION_REQUIRED")
  }
}

/// Runs what blocks away from Swift's pool.
private func offPool<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    do {
      _ = try BridgeThread(name: "test-wait") { continuation.resume(returning: body()) }
    } catch {
      continuation.resume(returning: body())
    }
  }
}
