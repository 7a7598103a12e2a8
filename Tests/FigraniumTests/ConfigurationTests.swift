import Figranium
import FoundationEssentials
import GLibBridge
import Testing

@Suite("What a client is given is checked") struct ConfigurationTests {
  @Test(
    "Base URLs that are taken, and what is asked below them",
    arguments: [
      ("", "/api/health"), ("/", "/api/health"), ("//", "/api/health"),
      ("/figranium", "/figranium/api/health"), ("/a/b%20c//", "/a/b%20c/api/health"),
    ])
  func prefixes(path: String, target: String) async throws {
    let server = try TestServer(always: json(#"{"status":"ok"}"#))
    let client = Figranium(baseURL: "  \(server.origin)\(path)\n", apiKey: nil)
    _ = try await client.health.check()
    #expect(server.lines == ["GET \(target)"])
    #expect(client.baseURL == server.origin + path)
  }

  @Test("localhost by name")
  func localhost() async throws {
    let server = try TestServer(always: json(#"{"status":"ok"}"#))
    let client = Figranium(baseURL: server.origin.replacing("127.0.0.1", with: "LocalHost"))
    #expect(try await client.health.check().status == "ok")
  }

  static let wrong: [(String, String)] = [
    ("", "is empty"), ("   ", "is empty"),
    ("localhost:11345", "is not an http:// or https:// address"),
    ("ftp://a", "is not an http:// or https:// address"),
    ("not a url", "is not an http:// or https:// address"),
    ("file:///etc/passwd", "is not an http:// or https:// address"),
    ("http://", "names no host"), ("http:/a", "names no host"), ("https:///a", "names no host"),
    ("https://user:pw-12345@a.example.com", "holds a user name or password"),
    ("https://k-12345@a.example.com", "holds a user name or password"),
    ("https://a.example.com/?key=k-12345", "holds a query or a fragment"),
    ("https://a.example.com/#k-12345", "holds a query or a fragment"),
    ("https://a b.example.com", "is not an http:// or https:// address"),
    ("https://a.example.com\u{0}.b", "is not an http:// or https:// address"),
    ("https://a.example.com:0", "names a port that does not exist"),
    ("https://a.example.com:65536", "names a port that does not exist"),
    ("https://a.example.com:k-12345", "is not an http:// or https:// address"),
  ]

  @Test(
    "Base URLs that are refused, by the first call and without repeating them", arguments: wrong)
  func wrongURL(text: String, reason: String) async throws {
    let client = Figranium(baseURL: text, apiKey: "k")
    let error = await failure { _ = try await client.tasks.list() }
    #expect(error?.code == "INVALID_BASE_URL")
    // What URL parsing makes of the odd ones may differ; that they are refused may not.
    #expect(error?.message == "The base URL \(reason).")
    #expect(
      error?.hint == "Give it as http://localhost:11345 or https://figranium.example.com.")
    #expect(error?.message.contains("k-12345") == false)
    if let url = URL(string: text.trimmingPrefix(while: \.isWhitespace).description) {
      #expect(throws: FigraniumError.self) { try Figranium(url: url, credential: .none) }
    }
  }

  @Test(
    "http:// is for this machine",
    arguments: [
      ("http://localhost:1", true), ("http://127.0.0.1", true), ("http://127.1.2.3:8", true),
      ("http://[::1]:8080", true), ("https://a.example.com", true),
      ("http://a.example.com", false), ("http://10.0.0.1", false),
      ("http://localhost.evil.com", false),
      ("http://127.0.0.1.evil.com", false), ("http://0.0.0.0", false), ("http://127.1", false),
      ("http://[::ffff:10.0.0.1]", false),
    ])
  func insecure(text: String, isTaken: Bool) throws {
    let url = try #require(URL(string: text))
    let credential = FigraniumCredential.apiKey(Secret("k"))
    if isTaken {
      _ = try Figranium(url: url, credential: credential)
    } else {
      let error = #expect(throws: FigraniumError.self) {
        try Figranium(url: url, credential: credential)
      }
      #expect(error?.code == "INSECURE_TRANSPORT")
      #expect(error?.hint == "Use https://, or allow insecure HTTP for this server.")
      _ = try Figranium(
        url: url, credential: credential, options: ClientOptions(allowsInsecureHTTP: true))
    }
  }

  @Test(
    "The key's header",
    arguments: [
      (APIKeyHeader.authorization, "Authorization", "Bearer k-1"), (.xAPIKey, "x-api-key", "k-1"),
      (.key, "key", "k-1"),
    ])
  func keyHeader(header: APIKeyHeader, name: String, value: String) async throws {
    let server = try TestServer(always: json(#"{"tasks":[]}"#))
    _ = try await server.client(key: "k-1", header: header).tasks.listSummaries()
    _ = try await Figranium(
      baseURL: server.origin, apiKey: " k-1\n", apiKeyHeader: header.rawValue
    ).tasks.listSummaries()
    for request in server.requests {
      #expect(request.header(name) == value)
      let others = APIKeyHeader.allCases.filter { $0 != header }
      for other in others { #expect(request.header(other.rawValue) == nil) }
    }
    #expect(server.requests.count == 2)
  }

  @Test("Every request says what it is")
  func ownHeaders() async throws {
    let server = try TestServer(always: json(#"{"tasks":[],"outcome":"success"}"#))
    let client = try server.client(
      options: ClientOptions(headers: ["X-Team": "a", "X-Both": "client"], retry: .never))
    let options = RequestOptions(headers: ["x-both": "call"])
    _ = try await client.tasks.listSummaries(options: options)
    let _: ExecutionResult<JSONValue> = try await client.runTask("t", options: options)
    for request in server.requests {
      #expect(request.header("X-Requested-With") == "XMLHttpRequest")
      #expect(request.header("Accept") == "application/json")
      #expect(request.header("X-Team") == "a")
      #expect(request.header("X-Both") == "call")
      #expect(request.headers.filter { $0.name.lowercased() == "x-both" }.count == 1)
    }
    #expect(server.requests.map { $0.header("Content-Type") } == [nil, "application/json"])
  }

  @Test(
    "Keys that no header can carry",
    arguments: [
      ("", "is empty"), ("a b", "holds white space or a control character"),
      ("a\nb", "holds white space or a control character"),
      ("a\r\nX: y", "holds white space or a control character"),
      ("a\u{0}", "holds white space or a control character"),
      ("a\u{7f}", "holds white space or a control character"),
    ])
  func keys(key: String, reason: String) throws {
    let url = try #require(URL(string: "http://localhost:1"))
    let error = #expect(throws: FigraniumError.self) {
      try Figranium(url: url, credential: .apiKey(Secret(key)))
    }
    #expect(error?.code == "CREDENTIAL_INVALID")
    #expect(error?.message == "The API key \(reason).")
  }

  @Test(
    "Headers that cannot be sent",
    arguments: [
      ("X-A", "a\r\nX-B: c"), ("X-A", "a\u{0}"), ("X A", "b"), ("", "b"), ("X-A:", "b"),
      ("Authorization", "Bearer x"), ("content-length", "5"), ("Host", "a"),
      ("x-requested-with", "no"), ("Transfer-Encoding", "chunked"),
    ])
  func headers(name: String, value: String) async throws {
    let server = try TestServer(always: json(#"{"tasks":[]}"#))
    let client = try server.client()
    let error = await failure {
      _ = try await client.tasks.listSummaries(options: RequestOptions(headers: [name: value]))
    }
    #expect(error?.code == "INVALID_HEADER")
    #expect(server.requests.isEmpty)
    #expect(throws: FigraniumError.self) {
      try server.client(options: ClientOptions(headers: [name: value]))
    }
  }

  @Test("A header for the key that there is none of")
  func wrongKeyHeader() async {
    let client = Figranium(baseURL: "http://localhost:1", apiKey: "k", apiKeyHeader: "X-Evil")
    let error = await failure { _ = try await client.tasks.list() }
    #expect(error?.code == "INVALID_HEADER")
  }

  @Test(
    "Identifiers as one path segment",
    arguments: [
      ("task_1", "task_1"), ("t/2 ü", "t%2F2%20%C3%BC"), ("100%", "100%25"), ("%2F", "%252F"),
      ("a+b&c=d?e#f", "a%2Bb%26c%3Dd%3Fe%23f"), ("AZaz09-._~", "AZaz09-._~"), ("...", "..."),
      ("\u{1F600}", "%F0%9F%98%80"), ("a\nb", "a%0Ab"), ("a\u{0}b", "a%00b"),
    ])
  func segments(identifier: String, path: String) async throws {
    let server = try TestServer(always: json(#"{"error":"TASK_NOT_FOUND"}"#, status: 404))
    let client = try server.client(
      options: ClientOptions(routes: .server, retry: .never))
    _ = await failure { let _: ExecutionResult<JSONValue> = try await client.runTask(identifier) }
    _ = await failure { _ = try await client.executions.get(identifier) }
    #expect(server.lines == ["POST /api/tasks/\(path)/api", "GET /api/executions/\(path)"])
  }

  @Test("Identifiers that would be another path", arguments: ["", ".", ".."])
  func noSegments(identifier: String) async throws {
    let server = try TestServer(always: json("{}"))
    let client = try server.client()
    let run = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask(identifier)
    }
    let get = await failure { _ = try await client.executions.get(identifier) }
    let stop = await failure { try await client.executions.stop(identifier) }
    #expect(
      [run, get, stop].map { $0?.code } == ["INVALID_INPUT", "INVALID_INPUT", "INVALID_INPUT"])
    #expect(get?.message == "\"\(identifier)\" is no identifier of an execution.")
    #expect(server.requests.isEmpty)
  }

  @Test("The observer is told of each exchange, with the prefix and without the key")
  func observer() async throws {
    let seen = Seen()
    let server = try TestServer(always: json(#"{"error":"INVALID_API_KEY"}"#, status: 401))
    let client = try server.client(
      path: "/base", options: ClientOptions(exchangeObserver: { seen.add($0) }, retry: .never))
    _ = await failure { _ = try await client.tasks.listSummaries() }
    server.stop()
    _ = await failure { _ = try await client.tasks.listSummaries() }
    #expect(seen.all.map(\.method) == ["GET", "GET"])
    #expect(seen.all.map(\.path) == ["/base/api/tasks/list", "/base/api/tasks/list"])
    #expect(seen.all.map(\.status) == [401, 0])
  }
}
