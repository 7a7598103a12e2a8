import Figranium
import FoundationEssentials
import GLibBridge
import Synchronization
import Testing

@Suite("Streams of executions") struct ExecutionStreamTests {
  @Test("A run's events, by their names and data")
  func run() async throws {
    let server = try TestServer(
      always: Served.open(
        "event: ready\ndata: {}\n\n", "data: {\"status\":\"started\"}\n\n", ":keep-alive\n\n",
        "data: {\"status\":\"running\",\"step\":3}\n\n", "data: {\"status\":\"later\"}\n\n",
        "data: {\"status\":\"stop_requested\"}\n\n", "data: plain words\n\n",
        "event: log\ndata: [1]\n\n"))
    var events: [ExecutionEvent] = []
    for try await event in try server.client().executions.stream(runID: "r/1 ü").values {
      events.append(event)
      if events.count == 7 { break }
    }
    #expect(
      events == [
        .ready, .started, .progress(["status": "running", "step": 3]),
        .progress(["status": "later"]), .stopRequested, .progress("plain words"),
        .other(name: "log", data: [1]),
      ])
    #expect(server.lines == ["GET /api/executions/stream?runId=r%2F1%20%C3%BC"])
  }

  @Test("Changes of the list, in both forms that carry an execution")
  func live() async throws {
    let server = try TestServer(
      always: Served.open(
        "event: ready\ndata: {}\n\n",
        "data: {\"type\":\"upsert\",\"execution\":{\"id\":\"e1\",\"phase\":\"running\"}}\n\n",
        "data: {\"type\":\"upsert\",\"id\":\"e2\",\"status\":200}\n\n",
        "data: {\"type\":\"delete\",\"id\":\"e1\"}\n\n", "data: {\"type\":\"clear\"}\n\n",
        "data: {\"type\":\"upsert\"}\n\n", "data: {\"type\":\"delete\"}\n\n",
        "data: {\"type\":\"moved\"}\n\n"))
    var changes: [ExecutionChange] = []
    for try await change in try server.client().executions.live().values {
      changes.append(change)
      if changes.count == 7 { break }
    }
    let e2 = Execution(members: ["type": "upsert", "id": "e2", "status": 200])
    #expect(
      changes == [
        .upsert(Execution(members: ["id": "e1", "phase": "running"])), .upsert(e2),
        .delete(id: "e1"), .clear, .other(["type": "upsert"]), .other(["type": "delete"]),
        .other(["type": "moved"]),
      ])
    #expect(server.lines == ["GET /api/executions/live"])
  }

  @Test("Without a session, where one is wanted, the error says so")
  func session() async throws {
    let server = try TestServer(always: json(#"{"error":"UNAUTHORIZED"}"#, status: 401))
    let client = try server.client()
    let run = await failure { for try await _ in client.executions.stream(runID: "r") {} }
    #expect(run?.code == "SESSION_REQUIRED")
    let list = await failure { for try await _ in client.executions.live().values {} }
    #expect(list?.code == "SESSION_REQUIRED")
  }

  @Test("The session is shown where there is one")
  func cookie() async throws {
    let server = try TestServer(always: Served.open("event: ready\ndata: {}\n\n"))
    let client = try Figranium(
      url: #require(URL(string: server.origin)),
      credential: .apiKey(Secret("k-7f3a9c"), session: Secret("s%3Aq7Lw2x0cVbN4.5dF9")))
    for try await _ in client.executions.stream(runID: "r") { break }
    let request = try #require(server.requests.first)
    #expect(request.header("Cookie") == "connect.sid=s%3Aq7Lw2x0cVbN4.5dF9")
    #expect(request.header("Authorization") == nil)
  }

  @Test("An empty identifier is refused when listening starts")
  func empty() async throws {
    let server = try TestServer(always: page(404))
    let client = try server.client()
    let error = await failure { for try await _ in client.executions.stream(runID: "") {} }
    #expect(error?.code == "INVALID_INPUT")
    #expect(server.requests.isEmpty)
  }

  static let ends: [(JSONObject, Bool)] = [
    // From 0.19 on: the phase, whatever stands beside it.
    (["phase": "queued"], false), (["phase": "running", "status": 200], false),
    (["phase": "running", "outcome": "success"], false), (["phase": "finished"], true),
    (["phase": "finished", "outcome": "anti_bot", "status": 500], true),
    // Before: what was noted has ended.
    (["id": "e", "status": 200], true), (["id": "e", "status": 499], true),
    (["id": "e", "status": 500], true), (["id": "e", "status": "500"], true),
    (["id": "e", "status": 0], false), (["id": "e", "status": 102], false),
    (["id": "e"], false), (["id": "e", "outcome": "stopped"], true),
    (["id": "e", "finishedAt": 1_700_000_000_000], true),
    // The documented dialect: words.
    (["status": "queued"], false), (["status": "pending"], false),
    (["status": "running"], false), (["status": "stop_requested"], false),
    (["status": "started"], false), (["status": "something new"], false),
    (["status": "something new", "outcome": "success"], true),
    (["status": "success"], true), (["status": "error"], true), (["status": "stopped"], true),
    (["status": "crashed"], true), (["status": "anti_bot"], true), (["status": "Anti-Bot"], true),
    (["status": "finished"], true), (["status": "completed"], true), (["status": "FAILED"], true),
    (["status": "cancelled"], true), (["status": "canceled"], true),
    (["status": "timed_out"], true), (["phase": "something new", "status": "success"], true),
  ]

  @Test("Whether an execution has ended", arguments: ends.indices)
  func end(_ index: Int) {
    let (members, isFinished) = Self.ends[index]
    #expect(Execution(members: members).isFinished == isFinished, "\(members)")
  }
}

@Suite("Watching an execution") struct ExecutionWatchTests {
  private static let fast = WatchIntervals(
    first: .milliseconds(1), longest: .milliseconds(5), shortest: .milliseconds(1))

  /// Answers each read with the next of these bodies, the last one for ever, and a stream as told.
  private func server(
    _ bodies: [String], stream: ServedReply = json(#"{"error":"UNAUTHORIZED"}"#, status: 401)
  ) throws -> TestServer {
    let reads = Mutex(0)
    return try TestServer { request in
      guard request.path != "/api/executions/stream" else { return stream }
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      let body = bodies[min(number, bodies.count) - 1]
      return body.hasPrefix("5") ? page(502) : json(body)
    }
  }

  private func client(
    _ server: TestServer, _ routes: RouteSelection = .server
  ) throws -> Figranium {
    try server.client(options: ClientOptions(routes: routes, retry: .never))
  }

  private func words(
    _ server: TestServer, routes: RouteSelection = .server
  ) async throws -> [String] {
    var words: [String] = []
    let watch = try client(server, routes).executions.watch("e1", intervals: Self.fast)
    for try await execution in watch { words.append(execution.statusText) }
    return words
  }

  @Test("Each state once, up to the end, in the words of each dialect")
  func states() async throws {
    let late = try server([
      #"{"execution":{"id":"e1","phase":"queued"}}"#,
      #"{"execution":{"id":"e1","phase":"running","durationMs":1}}"#,
      #"{"execution":{"id":"e1","phase":"running","durationMs":2}}"#,
      #"{"execution":{"id":"e1","phase":"finished","outcome":"stopped","status":499}}"#,
    ])
    #expect(try await words(late) == ["queued", "running", "stopped"])
    let documented = try server([
      #"{"id":"e1","status":"running"}"#, #"{"id":"e1","status":"running"}"#,
      #"{"id":"e1","status":"success"}"#,
    ])
    #expect(try await words(documented, routes: .documented) == ["running", "success"])
    let old = try server([#"{"execution":{"id":"e1","status":200}}"#])
    #expect(try await words(old) == ["unknown"])
    #expect(old.lines == ["GET /api/executions/e1"])
  }

  @Test("The stream has it read at once; it is asked for by the run's identifier, once")
  func stream() async throws {
    let running = #"{"execution":{"id":"e1","runId":"r1","phase":"running"}}"#
    let ended = #"{"execution":{"id":"e1","runId":"r1","phase":"finished","outcome":"success"}}"#
    let gate = Cancellation()
    let reads = Mutex(0)
    let server = try TestServer { request in
      guard request.path != "/api/executions/stream" else {
        return .scripted([
          Served.head, .hold(until: gate), raw("data: {\"status\":\"x\"}\n\n"), .hang,
        ])
      }
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      // The second read is that after the stream was opened.
      if number == 2 { gate.cancel() }
      return json(number < 3 ? running : ended)
    }
    // Reads of its own would not come before the test's end.
    let slow = WatchIntervals(first: .seconds(3_000), longest: .seconds(3_000))
    var words: [String] = []
    for try await execution in try client(server).executions.watch("e1", intervals: slow) {
      words.append(execution.statusText)
    }
    #expect(words == ["running", "success"])
    #expect(server.lines.filter { $0 == "GET /api/executions/stream?runId=r1" }.count == 1)
    #expect(server.waitForClientDisconnects(1))
  }

  @Test("Reads that fail are made again, so many times in a row")
  func failures() async throws {
    let running = #"{"id":"e1","status":"running"}"#
    let some = try server([
      running, "5", "5", "5", "5", running, "5", #"{"id":"e1","status":"error"}"#,
    ])
    #expect(try await words(some) == ["running", "error"])
    let all = try server([running, "5"])
    let error = await failure { _ = try await words(all) }
    #expect(error?.status == 502)
    #expect(all.lines.filter { $0 == "GET /api/executions/e1" }.count == 6)
  }

  @Test("What would be the same again ends it", arguments: [401, 403, 404])
  func final(status: Int) async throws {
    let code = status == 404 ? "EXECUTION_NOT_FOUND" : "UNAUTHORIZED"
    let server = try TestServer(always: json(#"{"error":"\#(code)"}"#, status: status))
    let error = await failure { _ = try await words(server) }
    #expect(error?.status == status)
    #expect(server.requests.count == 1)
  }

  @Test("The limit ends it")
  func limit() async throws {
    let server = try server([#"{"id":"e1","status":"running"}"#])
    let watch = try client(server).executions.watch(
      "e1", intervals: Self.fast, options: RequestOptions(timeout: .seconds(2)))
    var count = 0
    let error = await failure { for try await _ in watch { count += 1 } }
    #expect(error?.code == "TIMEOUT")
    #expect(count == 1)
  }

  @Test("Cancelling ends it at once, and the stream with it", arguments: [true, false])
  func cancelled(cancels: Bool) async throws {
    let server = try server(
      [#"{"id":"e1","status":"running"}"#], stream: Served.open("event: ready\ndata: {}\n\n"))
    let slow = WatchIntervals(first: .seconds(3_000), longest: .seconds(3_000))
    let client = try client(server)
    let first = AsyncStream.makeStream(of: Void.self)
    let task = Swift.Task {
      for try await _ in client.executions.watch("e1", intervals: slow) {
        first.continuation.yield()
        // Else it is dropped, with its stream, while nobody waits.
        if !cancels { break }
      }
    }
    for await _ in first.stream { break }
    if cancels {
      while !server.lines.contains(where: { $0.contains("stream") }) { await Swift.Task.yield() }
      task.cancel()
      let error = await failure { try await task.value }
      #expect(error?.code == "REQUEST_ABORTED")
      #expect(server.waitForClientDisconnects(1))
    } else {
      try await task.value
    }
  }
}
