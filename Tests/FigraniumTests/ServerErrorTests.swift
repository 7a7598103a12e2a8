import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// What a server answers, and the error it becomes; `SERVER` stands for its address.
struct ErrorRow: Sendable, CustomTestStringConvertible {
  enum Call: Sendable {
    case summaries
    case list
    case run
    case get
    case stop
  }

  let testDescription: String
  let call: Call
  let reply: ServedReply
  let code: String
  let message: String
  let hint: String?
  let status: Int

  init(
    _ name: String, _ call: Call, _ reply: ServedReply, _ code: String, _ status: Int,
    _ message: String, hint: String?
  ) {
    testDescription = name
    self.call = call
    self.reply = reply
    self.code = code
    self.status = status
    self.message = message
    self.hint = hint
  }

  static let checkKey = "Check the key: it may be another server's, or have been renewed."
  static let signIn = "Sign in with 'figctl login', or give the client a session."
  static let session =
    "The server SERVER grants this only to a signed-in session, not to an API key."
  static let noRoute =
    "Check that the base URL is that of a Figranium server, with its path if it has one; the"
    + " server's version may lack this."
  static let isServer = "Check that the base URL is that of a Figranium server."

  /// Each row of what servers are known to answer.
  static let known: [ErrorRow] = [
    ErrorRow(
      "wrong key", .summaries, json(#"{"error":"INVALID_API_KEY"}"#, status: 401),
      "INVALID_API_KEY", 401, "The server SERVER refused the API key.", hint: checkKey),
    ErrorRow(
      "no key on the server", .summaries, json(#"{"error":"API_KEY_NOT_SET"}"#, status: 403),
      "API_KEY_NOT_SET", 403, "The server SERVER has no API key yet.",
      hint: "Make one in the server's settings."),
    ErrorRow(
      "permission", .run, json(#"{"error":"API_KEY_FORBIDDEN"}"#, status: 403),
      "API_KEY_FORBIDDEN", 403, "The API key may not do this on the server SERVER.",
      hint: "Use a key with the permission for it."),
    ErrorRow(
      "other tasks only", .run, json(#"{"error":"TASK_NOT_ALLOWED"}"#, status: 403),
      "TASK_NOT_ALLOWED", 403, "The API key may not use this task on the server SERVER.",
      hint: "Use a key that is not limited to other tasks."),
    ErrorRow(
      "address", .summaries, json(#"{"error":"IP_NOT_ALLOWED"}"#, status: 403), "IP_NOT_ALLOWED",
      403, "The server SERVER does not let this machine's address in.",
      hint: "Add the address to the server's list of allowed ones."),
    ErrorRow(
      "no task", .run, json(#"{"error":"TASK_NOT_FOUND"}"#, status: 404), "TASK_NOT_FOUND", 404,
      "The server SERVER has no such task.", hint: "List the tasks to see their identifiers."),
    ErrorRow(
      "no execution", .get, json(#"{"error":"EXECUTION_NOT_FOUND"}"#, status: 404),
      "EXECUTION_NOT_FOUND", 404, "The server SERVER has no such execution.",
      hint: "List the executions to see their identifiers."),
    ErrorRow(
      "too many, JSON", .summaries,
      json(#"{"error":"TOO_MANY_REQUESTS"}"#, status: 429, headers: [("Retry-After", "61")]),
      "TOO_MANY_REQUESTS", 429, "The server SERVER takes no more requests for now.",
      hint: "Try again in 61 seconds."),
    ErrorRow(
      "too many, text", .run, plain(429, "Too many requests, please try again later."),
      "TOO_MANY_REQUESTS", 429,
      "The server SERVER takes no more requests for now. It says: Too many requests, please try"
        + " again later.", hint: "Try again later."),
    ErrorRow(
      "run too long", .run,
      json(#"{"error":"EXECUTION_TIMEOUT","outcome":"crashed"}"#, status: 504),
      "EXECUTION_TIMEOUT", 504,
      "The run took longer than the server SERVER allows, and was ended.",
      hint: "Make the task shorter, or raise the server's limit."),
    ErrorRow(
      "run failed", .run, json(#"{"error":"Agent failed","details":"page closed"}"#, status: 500),
      "RUN_FAILED", 500,
      "The run failed on the server SERVER. It says: Agent failed: page closed",
      hint: "See the server's log of the run."),
    ErrorRow(
      "list for sessions, JSON", .list, json(#"{"error":"UNAUTHORIZED"}"#, status: 401),
      "SESSION_REQUIRED", 401, session, hint: signIn),
    ErrorRow(
      "list for sessions, redirect", .list, plain(302, "", headers: [("Location", "/login")]),
      "SESSION_REQUIRED", 302, session, hint: signIn),
    ErrorRow(
      "stop for sessions", .stop, json(#"{"error":"UNAUTHORIZED"}"#, status: 401),
      "SESSION_REQUIRED", 401, session, hint: signIn),
    ErrorRow(
      "401 where a key is enough", .summaries, json(#"{"error":"UNAUTHORIZED"}"#, status: 401),
      "UNAUTHORIZED", 401, "The server SERVER refused the API key.", hint: checkKey),
    ErrorRow(
      "no run named", .stop, json(#"{"error":"MISSING_RUN_ID"}"#, status: 400), "MISSING_RUN_ID",
      400, "The server SERVER wants the identifier of a run.",
      hint: "Give the one that the run was started with."),
    ErrorRow(
      "no origin", .stop, json(#"{"error":"CSRF_MISSING_ORIGIN"}"#, status: 403),
      "CSRF_MISSING_ORIGIN", 403,
      "The server SERVER refused a request that is not from its own page.",
      hint: "A proxy on the way may have taken the header X-Requested-With away."),
    ErrorRow(
      "a code of a later version", .summaries,
      json(#"{"error":"NO_SEATS","message":"Buy\nmore."}"#, status: 402), "NO_SEATS", 402,
      "The server SERVER answered NO_SEATS (status 402). It says: Buy more.", hint: nil),
  ]

  /// What proxies and broken servers answer.
  static let strange: [ErrorRow] = [
    ErrorRow(
      "Basic challenge of a proxy", .summaries,
      .response(
        status: 401,
        headers: [("WWW-Authenticate", "Basic realm=\"x\""), ("Content-Type", "text/html")],
        body: Array("<html>401</html>".utf8)),
      "UNAUTHORIZED", 401, "The server SERVER refused the API key.", hint: checkKey),
    ErrorRow(
      "page with 400", .run, page(400, "SyntaxError at /srv/x.js"), "BAD_REQUEST", 400,
      "The server SERVER could not use the request (status 400).", hint: nil),
    ErrorRow(
      "page with 403", .summaries, page(403), "FORBIDDEN", 403,
      "The server SERVER refused the request.", hint: "Ask the server's keeper for access."),
    ErrorRow(
      "page with 502", .summaries, page(502), "SERVER_ERROR", 502,
      "The server SERVER failed (status 502).", hint: nil),
    ErrorRow(
      "text with 503", .summaries, plain(503, "down", headers: [("Retry-After", "1")]),
      "SERVER_ERROR", 503, "The server SERVER is not ready (status 503). It says: down",
      hint: "Try again in 1 second."),
    ErrorRow(
      "no such route, page", .summaries, page(404, "Cannot GET /api/tasks/list"),
      "ROUTE_NOT_FOUND", 404, "The server SERVER has no such route.", hint: noRoute),
    ErrorRow(
      "no such route, JSON", .summaries, json(#"{"error":"API_NOT_FOUND"}"#, status: 404),
      "ROUTE_NOT_FOUND", 404, "The server SERVER has no such route.", hint: noRoute),
    ErrorRow(
      "neither route of a run", .run, page(404, "Cannot POST"), "ROUTE_NOT_FOUND", 404,
      "The server SERVER has no such route.", hint: noRoute),
    ErrorRow(
      "redirect elsewhere", .summaries,
      plain(307, "", headers: [("Location", "https://user:pw@other.example.com/api?k=v")]),
      "REDIRECT_REFUSED", 307,
      "The server SERVER redirects to other.example.com, and no redirect is followed with a key.",
      hint: "Use the address it redirects to as base URL, if you trust it."),
    ErrorRow(
      "sign-in page elsewhere", .list,
      plain(302, "", headers: [("Location", "https://sso.example.com/login")]),
      "REDIRECT_REFUSED", 302,
      "The server SERVER redirects to sso.example.com, and no redirect is followed with a key.",
      hint: "Use the address it redirects to as base URL, if you trust it."),
    ErrorRow(
      "304", .summaries, .response(status: 304, headers: [], body: []), "INVALID_RESPONSE", 304,
      "The answer of the server SERVER makes no sense: it has status 304.", hint: isServer),
    ErrorRow(
      "page with 200", .summaries, page(200), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it is a web page.", hint: isServer),
    ErrorRow(
      "page that calls itself JSON", .summaries,
      json("<html><body>hello</body></html>"), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it is a web page.", hint: isServer),
    ErrorRow(
      "wrong media type", .summaries, plain(200, #"{"tasks":[]}"#), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it is not JSON.", hint: isServer),
    ErrorRow(
      "empty", .summaries, json(""), "EMPTY_RESPONSE", 200,
      "The server SERVER gave an empty answer.", hint: nil),
    ErrorRow(
      "204 where there must be something", .summaries,
      .response(status: 204, headers: [], body: []), "EMPTY_RESPONSE", 204,
      "The server SERVER gave an empty answer.", hint: nil),
    ErrorRow(
      "garbage", .summaries, json("{\"tasks\":[}"), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it is not valid JSON.", hint: isServer),
    ErrorRow(
      "half of it, with a right length", .summaries, json(#"{"tasks":[{"id":"a","na"#),
      "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it is not valid JSON.", hint: isServer),
    ErrorRow(
      "another shape", .summaries, json(#"{"items":[]}"#), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: the member tasks is missing.",
      hint: isServer),
    ErrorRow(
      "null for the list", .summaries, json(#"{"tasks":null}"#), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: the member tasks is missing.",
      hint: isServer),
    ErrorRow(
      "an execution that is none", .get, json("{}"), "INVALID_RESPONSE", 200,
      "The answer of the server SERVER makes no sense: it tells of no execution.", hint: isServer),
    ErrorRow(
      "a stop that did not", .stop, json(#"{"success":false}"#), "NOT_STOPPED", 200,
      "The server SERVER did not stop the run.",
      hint: "It may have ended already; ask for its status."),
  ]
}

@Suite("What a server answers becomes an error") struct ServerErrorTests {
  @Test("Known answers", arguments: ErrorRow.known)
  func known(_ row: ErrorRow) async throws {
    try await check(row)
  }

  @Test("Strange answers", arguments: ErrorRow.strange)
  func strange(_ row: ErrorRow) async throws {
    try await check(row)
  }

  private func check(_ row: ErrorRow) async throws {
    let server = try TestServer(always: row.reply)
    let client = try server.client()
    let error = await failure {
      switch row.call {
      case .summaries: _ = try await client.tasks.listSummaries()
      case .list: _ = try await client.tasks.list()
      case .run:
        let _: ExecutionResult<JSONValue> = try await client.runTask(
          "t", input: ExecuteTaskOptions(runID: "run-1"))
      case .get: _ = try await client.executions.get("e")
      case .stop: try await client.executions.stop("r")
      }
    }
    let thrown = try #require(error)
    #expect(thrown.code == row.code)
    #expect(thrown.status == row.status)
    #expect(
      thrown.message == row.message.replacing("SERVER", with: server.origin))
    #expect(thrown.hint == row.hint)
  }

  @Test("Details and the request's name are passed on")
  func details() async throws {
    let server = try TestServer(
      always: json(
        #"{"error":"BAD_INPUT","details":{"field":"q","at":[1,2.5,null,true]}}"#, status: 400,
        headers: [("X-Request-Id", "req-42")]))
    let client = try server.client()
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.details == ["field": "q", "at": [1, 2.5, nil, true]])
    #expect(error?.requestID == "req-42")
  }

  @Test("A run whose answer is lost names itself")
  func lostRun() async throws {
    let server = try TestServer(always: json(""))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask(
        "t", input: ExecuteTaskOptions(runID: "run-1"))
    }
    #expect(error?.code == "EMPTY_RESPONSE")
    #expect(
      error?.hint == "The run may have started. Look for run run-1 on the server before running"
        + " the task again.")
  }
}
