import Figranium
import FoundationEssentials
import Testing

@testable import FigraniumTesting

/// The error of a call, or nil when it threw none or another.
func failure(of call: () async throws -> Void) async -> FigraniumError? {
  do {
    try await call()
    return nil
  } catch {
    return error as? FigraniumError
  }
}

@Suite("A server that is a table") struct FakeServerTests {
  private let server = FakeFigraniumServer()

  @Test("Tasks are listed and run, whatever their identifiers")
  func tasks() async throws {
    server.addTask(id: "front-page", name: "Old")
    server.addTask(id: "t/2 ü", name: "Odd", result: ["outcome": "error", "data": [1, 2]])
    server.addTask(id: "front-page", name: "Front page")
    let client = try server.client()
    #expect(try await client.tasks.listSummaries().map(\.name) == ["Front page", "Odd"])
    #expect(try await client.tasks.list().map(\.id) == ["front-page", "t/2 ü"])
    let result: ExecutionResult<[Int]> = try await client.runTask(
      "t/2 ü", input: ExecuteTaskOptions(variables: ["a": 1]))
    #expect(result.data == [1, 2])
    #expect(result.outcomeText == "error")
    #expect(server.requests.last?.path == "/api/tasks/t%2F2%20%C3%BC/api")
    #expect(server.requests.last?.json?["variables"] == ["a": 1])
    let missing = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask("gone")
    }
    #expect(missing?.kind == .taskNotFound)
  }

  @Test("Executions are told of and stopped")
  func executions() async throws {
    server.addExecution(id: "e 1", ["phase": "running", "taskName": "Front page"])
    let client = try server.client()
    let execution = try await client.executions.get("e 1")
    #expect(execution.id == "e 1")
    #expect(execution.statusText == "running")
    try await client.executions.stop("e 1")
    #expect(await failure { _ = try await client.executions.get("e2") }?.kind == .executionNotFound)
  }

  @Test("Routes: the later counts, a star is one segment, what is not there is missing")
  func routes() async throws {
    server.addTask(id: "a", name: "A")
    server.on("GET /api/executions/*") { request in
      .json(["id": .string(request.parameters.joined()), "status": "any"])
    }
    server.on("GET /api/executions/e%202", .json(["id": "two"]))
    server.on("get /api/tasks/list", .json(["tasks": []]))
    let client = try server.client()
    #expect(try await client.executions.get("e/1").id == "e/1")
    #expect(try await client.executions.get("e 2").id == "two")
    #expect(try await client.tasks.listSummaries().isEmpty)
    #expect(await failure { _ = try await client.health.check() }?.kind == .routeNotFound)
  }

  @Test("The client finds the documented routes when there are no others")
  func documented() async throws {
    server.on("POST /tasks/*/run", .json(["outcome": "success"]))
    let result: ExecutionResult<JSONValue> = try await server.client().runTask("a")
    #expect(result.outcome == "success")
    #expect(server.requests.map(\.line) == ["POST /api/tasks/a/api", "POST /tasks/a/run"])
    server.forgetRequests()
    #expect(server.requests.isEmpty)
  }

  @Test("Answers in turn, and a client that repeats reads")
  func turns() async throws {
    server.on(
      "GET /api/tasks/list", .failure(.refused),
      .json(["error": "TOO_MANY_REQUESTS"], status: 429, headers: ["Retry-After": "0"]),
      .json(["tasks": []]))
    let client = try server.client(
      options: ClientOptions(retry: RetryPolicy(maximumAttempts: 3, baseDelay: .zero)))
    #expect(try await client.tasks.listSummaries().isEmpty)
    #expect(try await client.tasks.listSummaries().isEmpty)
    #expect(server.requests.count == 4)
  }

  static let failures: [(FakeFailure, FigraniumError.Code)] = [
    (.cannotResolve, .networkError), (.refused, .networkError), (.cannotConnect, .networkError),
    (.proxy, .networkError), (.broken, .networkError), (.cut, .networkError),
    (.connectTimeout, .timeout), (.silenceTimeout, .timeout), (.totalTimeout, .timeout),
    (.tls, .tlsError), (.caFile, .tlsError), (.notLoopback, .insecureTransport),
    (.tooLarge, .responseTooLarge), (.headerTooLarge, .responseTooLarge),
    (.malformed, .invalidResponse), (.badEncoding, .invalidResponse),
    (.aborted, .requestAborted), (.unavailable, .transportUnavailable),
  ]

  @Test("Each failure is the error that it is on a network", arguments: failures)
  func fails(failure fake: FakeFailure, code: FigraniumError.Code) async throws {
    server.on("GET /api/health", .failure(fake))
    let client = try server.client()
    let error = await failure { _ = try await client.health.check() }
    #expect(error?.kind == code)
    #expect(error?.message.isEmpty == false)
  }

  @Test("No failure is left out")
  func complete() {
    #expect(Set(Self.failures.map(\.0)) == Set(FakeFailure.allCases))
    // A kind that the transport gains does not compile here.
    func name(of kind: HTTPFailure.Kind) -> FakeFailure {
      switch kind {
      case .cannotResolve: .cannotResolve
      case .refused: .refused
      case .cannotConnect: .cannotConnect
      case .proxy: .proxy
      case .broken: .broken
      case .cut: .cut
      case .connectTimeout: .connectTimeout
      case .silenceTimeout: .silenceTimeout
      case .totalTimeout: .totalTimeout
      case .tls: .tls
      case .caFile: .caFile
      case .notLoopback: .notLoopback
      case .tooLarge: .tooLarge
      case .headerTooLarge: .headerTooLarge
      case .malformed: .malformed
      case .badEncoding: .badEncoding
      case .aborted: .aborted
      case .unavailable: .unavailable
      }
    }
    for fake in FakeFailure.allCases { #expect(name(of: fake.failure.kind) == fake) }
  }

  @Test("A run whose answer is lost may have started")
  func lostRun() async throws {
    server.on("POST /api/tasks/*/api", .failure(.cut))
    let client = try server.client()
    let error = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask(
        "a", input: ExecuteTaskOptions(runID: "r7"))
    }
    #expect(error?.hint?.contains("r7") == true)
  }

  @Test("Silence ends by the call's limit, and when the task is cancelled")
  func silence() async throws {
    server.on("GET /api/health", .silence)
    let short = try server.client(
      options: ClientOptions(limits: RequestLimits(answer: .milliseconds(20)), retry: .never))
    #expect(await failure { _ = try await short.health.check() }?.kind == .timeout)
    let asked = AsyncStream.makeStream(of: Void.self)
    server.on("GET /api/health") { _ in
      asked.continuation.yield()
      return .silence
    }
    let client = try server.client()
    let call = Swift.Task { try await client.health.check() }
    for await _ in asked.stream { break }
    call.cancel()
    #expect(await failure { _ = try await call.value }?.kind == .requestAborted)
  }

  @Test("The events of a run come through the client, which listens again after their end")
  func events() async throws {
    server.on(
      "GET /api/executions/stream", .events([["status": "started"]]),
      .events([["status": "stop_requested"]]))
    let client = try server.client(credential: .session(cookie: Secret("s-1")))
    var seen: [String] = []
    for try await element in client.executions.stream(
      runID: "r1", reconnect: ReconnectPolicy(baseDelay: .zero))
    {
      switch element {
      case .opened: seen.append("opened")
      case .event(let event): seen.append("\(event)")
      case .reconnecting: seen.append("again")
      }
      if seen.count == 5 { break }
    }
    #expect(seen == ["opened", "started", "again", "opened", "stopRequested"])
    #expect(server.requests.first?.query == "runId=r1")
  }

  @Test("Any body, and the limit on it")
  func bodies() async throws {
    server.on(
      "GET /api/health", .body(Data("<html>no".utf8), contentType: "text/html"),
      .body(Data(repeating: 0x20, count: 5_000), contentType: "application/json"))
    let client = try server.client(
      options: ClientOptions(limits: RequestLimits(maximumBodyBytes: 4_096), retry: .never))
    let page = await failure { _ = try await client.health.check() }
    #expect(page?.message.contains("html") == false)
    #expect(await failure { _ = try await client.health.check() }?.kind == .responseTooLarge)
  }

  @Test("The record has no key, and neither has anything printed of it")
  func secrecy() async throws {
    server.addTask(id: "a", name: "A")
    let key = "k-5c1f77e0"
    _ = try await server.client(key: Secret(key)).tasks.listSummaries()
    _ = try await server.client(key: nil).tasks.listSummaries()
    server.on("GET /api/auth/me", .json(["authenticated": true]))
    let signedIn = try server.client(credential: .session(cookie: Secret(key)))
    _ = try await signedIn.auth.me()
    #expect(server.requests.map(\.credentialHeader) == ["Authorization", nil, "Cookie"])
    server.on("POST /api/auth/login", .error("INVALID", status: 401))
    let refused = await failure {
      _ = try await signedIn.auth.login(email: "a@b.example", password: Secret(key))
    }
    #expect(refused?.kind == .invalidSignIn)
    #expect(server.requests.last?.body == nil)
    for request in server.requests {
      var dumped = ""
      dump(request, to: &dumped)
      let shown = "\(request) \(request.headers) \(String(reflecting: request)) \(dumped)"
      #expect(!shown.contains(key))
      #expect(request.header("authorization") == nil)
      #expect(request.header("x-requested-with") == "XMLHttpRequest")
    }
  }

  @Test("A route of another form ends the test", arguments: [0, 1])
  func badRoute(which: Int) async {
    // Both are wrong: one names no method, the other no path.
    if which == 0 {
      await #expect(processExitsWith: .failure) { FakeFigraniumServer().on("/api/x", .silence) }
    } else {
      await #expect(processExitsWith: .failure) { FakeFigraniumServer().on("GET x", .silence) }
    }
  }
}
