import Figranium
import GLibBridge
import Synchronization
import Testing

/// Counts the questions for another key and answers them in turn.
private final class Keys: Sendable {
  private let state: Mutex<(answers: [Result<String?, FigraniumError>], asked: [String])>

  init(_ answers: [Result<String?, FigraniumError>]) { state = Mutex((answers, [])) }

  var asked: [String] { state.withLock { $0.asked } }

  func next(_ rejected: Secret) throws -> Secret? {
    let answer = state.withLock { state in
      state.asked.append(rejected.reveal())
      return state.answers.isEmpty ? .success(nil) : state.answers.removeFirst()
    }
    return try answer.get().map { Secret($0) }
  }
}

@Suite("After a 401 the key is asked for once more") struct RenewalTests {
  private func server(accepting key: String) throws -> TestServer {
    try TestServer { request in
      request.header("Authorization") == "Bearer \(key)"
        ? json(#"{"tasks":[],"outcome":"success"}"#)
        : json(#"{"error":"INVALID_API_KEY"}"#, status: 401)
    }
  }

  private func client(_ server: TestServer, _ keys: Keys) throws -> Figranium {
    try server.client(
      key: "old", options: ClientOptions(renewCredential: { try keys.next($0) }, retry: .never))
  }

  @Test("Another key: the call is repeated with it, and later calls use it")
  func another() async throws {
    let server = try server(accepting: "new")
    let keys = Keys([.success("new")])
    let client = try client(server, keys)
    _ = try await client.tasks.listSummaries()
    _ = try await client.tasks.listSummaries()
    #expect(keys.asked == ["old"])
    #expect(
      server.requests.map { $0.header("Authorization") }
        == ["Bearer old", "Bearer new", "Bearer new"])
  }

  @Test("A run is repeated too: a refused one has not started")
  func run() async throws {
    let server = try server(accepting: "new")
    let keys = Keys([.success("new")])
    let result: ExecutionResult<JSONValue> = try await client(server, keys).runTask("t")
    #expect(result.outcome == "success")
    let bodies = server.requests.map(\.body)
    #expect(bodies.count == 2)
    #expect(bodies.first == bodies.last)
  }

  @Test("The same key, or none: the refusal stands", arguments: ["old", nil] as [String?])
  func same(key: String?) async throws {
    let server = try server(accepting: "new")
    let keys = Keys([.success(key)])
    let client = try client(server, keys)
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(keys.asked == ["old"])
    #expect(server.requests.count == 1)
  }

  @Test("Another key that is refused too: asked once only")
  func refusedAgain() async throws {
    let server = try server(accepting: "third")
    let keys = Keys([.success("second"), .success("third")])
    let client = try client(server, keys)
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(keys.asked == ["old"])
    #expect(server.requests.count == 2)
  }

  @Test("A store that fails: the refusal, with the reason beside it")
  func failing() async throws {
    let server = try server(accepting: "new")
    let locked = FigraniumError(
      message: "The collection Login is locked.", kind: .credentialStoreLocked)
    let client = try client(server, Keys([.failure(locked)]))
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(error?.hint == "Reading the key again failed: The collection Login is locked.")
  }

  @Test("A key that cannot be sent is not sent")
  func unusable() async throws {
    let server = try server(accepting: "new")
    let client = try client(server, Keys([.success("a\r\nX-Evil: 1")]))
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.code == "INVALID_API_KEY")
    #expect(
      error?.hint == "Reading the key again failed: The API key holds white space or a control"
        + " character.")
    #expect(server.requests.count == 1)
  }

  @Test(
    "Not where a session is wanted, nor at 403",
    arguments: [
      (#"{"error":"UNAUTHORIZED"}"#, 401), (#"{"error":"API_KEY_FORBIDDEN"}"#, 403),
    ])
  func notAsked(body: String, status: Int) async throws {
    let server = try TestServer(always: json(body, status: status))
    let keys = Keys([.success("new")])
    let client = try client(server, keys)
    _ = await failure { _ = try await client.tasks.list() }
    #expect(keys.asked.isEmpty)
  }
}
