import Figranium
import FoundationEssentials
import GLibBridge
import Synchronization
import TestSupport
import Testing

/// Parts of a stream of events, as a server sends them.
enum Served {
  static let head = raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")

  /// A stream that ends after these texts.
  static func events(_ texts: String...) -> ServedReply {
    .scripted([head] + texts.map { raw($0) })
  }

  /// One that stays open.
  static func open(_ texts: String...) -> ServedReply {
    .scripted([head] + texts.map { raw($0) } + [.hang])
  }
}

extension StreamEvent<ServerSentEvent> {
  /// In a word, without the length of pauses.
  var word: String {
    switch self {
    case .opened: "opened"
    case .event(let event): event.data
    case .reconnecting(_, let reason): "again: \(reason?.code ?? "ended")"
    }
  }
}

@Suite("Streams of events") struct EventStreamTests {
  private func stream(
    _ server: TestServer, reconnect: ReconnectPolicy = .init(baseDelay: .milliseconds(1)),
    options: ClientOptions = ClientOptions(retry: .never), timeout: Duration? = nil
  ) throws -> EventStream<ServerSentEvent> {
    let request = APIRequest.reading("/api/x")
    return try server.client(options: options).events(
      of: .success(request), reconnect: reconnect, options: RequestOptions(timeout: timeout)
    ) { $0 }
  }

  private func take(
    _ count: Int, of stream: EventStream<ServerSentEvent>
  ) async throws -> [String] {
    var words: [String] = []
    for try await event in stream {
      words.append(event.word)
      if words.count == count { break }
    }
    return words
  }

  @Test("The request says what it wants, with the key")
  func request() async throws {
    let server = try TestServer(always: Served.open("data: a\n\n"))
    #expect(try await take(2, of: stream(server)) == ["opened", "a"])
    let request = try #require(server.requests.first)
    #expect(request.header("Accept") == "text/event-stream")
    #expect(request.headers.filter { $0.name.lowercased() == "accept" }.count == 1)
    #expect(request.header("Authorization") == "Bearer k-7f3a9c")
    #expect(request.header("X-Requested-With") == "XMLHttpRequest")
    #expect(request.header("Last-Event-ID") == nil)
    #expect(server.waitForClientDisconnects(1))
  }

  @Test("It opens again after an end, a break and a 5xx, says so, and names the last event")
  func reconnects() async throws {
    let server = try TestServer { _, number in
      switch number {
      case 1: Served.events("id: 1\ndata: a\n\n", "id: 2\ndata: cut off")
      case 2: .scripted([.reset])
      case 3: json(#"{"error":"X"}"#, status: 503)
      case 4: plain(429, "slow down")
      default: Served.open("data: b\n\n")
      }
    }
    let words = try await take(8, of: stream(server))
    #expect(
      words == [
        "opened", "a", "again: ended", "again: NETWORK_ERROR", "again: X",
        "again: TOO_MANY_REQUESTS", "opened", "b",
      ])
    #expect(server.requests.map { $0.header("Last-Event-ID") } == [nil, "1", "1", "1", "1"])
  }

  @Test("Silence has it open again; a comment is none")
  func silence() async throws {
    let server = try TestServer { _, number in
      number == 1 ? Served.open(":\n") : Served.open("data: b\n\n")
    }
    var options = ClientOptions(retry: .never)
    options.limits.silence = .milliseconds(100)
    let words = try await take(4, of: stream(server, options: options))
    #expect(words == ["opened", "again: TIMEOUT", "opened", "b"])
  }

  @Test("204 ends it without an error")
  func noContent() async throws {
    let server = try TestServer { _, number in
      number == 1 ? Served.events("data: a\n\n") : .response(status: 204, headers: [], body: [])
    }
    #expect(try await take(99, of: stream(server)) == ["opened", "a", "again: ended"])
  }

  @Test(
    "What would be the same again ends it",
    arguments: [
      (401, #"{"error":"INVALID_API_KEY"}"#, "INVALID_API_KEY"),
      (403, #"{"error":"API_KEY_FORBIDDEN"}"#, "API_KEY_FORBIDDEN"),
      (404, #"{"error":"EXECUTION_NOT_FOUND"}"#, "EXECUTION_NOT_FOUND"),
      (404, #"{"error":"API_NOT_FOUND"}"#, "ROUTE_NOT_FOUND"),
      (400, #"{"error":"MISSING_RUN_ID"}"#, "MISSING_RUN_ID"),
      (200, #"{"a":1}"#, "INVALID_RESPONSE"), (302, "", "REDIRECT_REFUSED"),
    ])
  func final(status: Int, body: String, code: String) async throws {
    let server = try TestServer { _, number in
      number == 1
        ? Served.events("data: a\n\n")
        : json(
          body, status: status, headers: status == 302 ? [("Location", "http://x.invalid/")] : [])
    }
    let stream = try self.stream(server)
    var words: [String] = []
    let error = await failure { for try await event in stream { words.append(event.word) } }
    #expect(error?.code == code)
    #expect(words == ["opened", "a", "again: ended"])
    #expect(server.requests.count == 2)
  }

  @Test("A web page is no stream; the first connection is no reconnection")
  func first() async throws {
    let pages = try TestServer(always: page(200))
    let noStream = try self.stream(pages)
    let error = await failure { _ = try await take(1, of: noStream) }
    #expect(error?.code == "INVALID_RESPONSE")
    let broken = try LoopbackFault.closes.server()
    let client = try Figranium(
      url: #require(URL(string: broken.baseURL)), credential: .none,
      options: ClientOptions(retry: RetryPolicy(baseDelay: .milliseconds(1))))
    let request = APIRequest.reading("/api/x")
    let stream: EventStream<ServerSentEvent> = client.events(
      of: .success(request), reconnect: .init(), options: .init()
    ) { $0 }
    let other = await failure { _ = try await take(1, of: stream) }
    #expect(other?.code == "NETWORK_ERROR")
  }

  @Test("Attempts in a row are counted; a byte of a stream sets them back")
  func givesUp() async throws {
    let server = try TestServer { _, number in
      [1, 4].contains(number) ? Served.events(":\n") : page(502)
    }
    let policy = ReconnectPolicy(maximumAttempts: 3, baseDelay: .milliseconds(1))
    let stream = try self.stream(server, reconnect: policy)
    var words: [String] = []
    let error = await failure { for try await event in stream { words.append(event.word) } }
    #expect(error?.status == 502)
    let again = "again: SERVER_ERROR"
    #expect(
      words == [
        "opened", "again: ended", again, again, "opened", "again: ended", again, again,
      ])
    #expect(server.requests.count == 7)
  }

  @Test("The pause: doubled, what the server named, what it asks for, more by chance")
  func pauses() {
    let policy = ReconnectPolicy(
      maximumAttempts: 5, baseDelay: .seconds(1), maximumDelay: .seconds(5))
    var state = ReconnectState(policy: policy)
    func next(_ named: Duration? = nil, _ asked: Duration? = nil, _ random: Double = 0) -> Duration?
    {
      state.next(named: named, asked: asked, random: random)
    }
    #expect((0..<6).map { _ in next() } == [1, 2, 4, 5, 5].map { .seconds($0) } + [nil])
    state.succeeded()
    #expect(next(nil, nil, 0.5) == .milliseconds(1_250))
    #expect(next(.seconds(3)) == .seconds(5))
    state.succeeded()
    #expect(next(.seconds(60)) == .seconds(60))
    #expect(next(nil, .seconds(7)) == .seconds(7))
    state.succeeded()
    #expect(next(.zero) == .milliseconds(100))
    #expect(next(.seconds(301)) == nil)
    #expect(next(nil, .seconds(301)) == nil)
    var never = ReconnectState(policy: .never)
    #expect(never.next(named: nil, asked: nil, random: 0) == nil)
  }

  @Test("The server's own pause is kept")
  func retryField() async throws {
    let server = try TestServer { _, number in
      number == 1 ? Served.events("retry: 150\n\n") : Served.open("data: b\n\n")
    }
    var pause: Duration?
    for try await event in try stream(server) {
      if case .reconnecting(let after, _) = event { pause = after }
      if case .event = event { break }
    }
    let kept = try #require(pause)
    #expect(kept >= .milliseconds(150))
  }

  @Test("A limit for all of it holds over reconnections")
  func limit() async throws {
    let server = try TestServer(always: Served.events("data: a\n\n"))
    let policy = ReconnectPolicy(maximumAttempts: 1_000, baseDelay: .milliseconds(1))
    let stream = try self.stream(
      server, reconnect: policy, timeout: .seconds(Sanitizers.isOn ? 40 : 8))
    let error = await failure { for try await _ in stream {} }
    #expect(error?.code == "TIMEOUT")
    #expect(server.requests.count > 1)
  }

  @Test("A line without an end is an error, after the events before it")
  func endlessLine() async throws {
    let server = try TestServer(
      always: .scripted([
        Served.head, raw("data: a\n\n"), .sendForever(Array(repeating: 120, count: 65_536)),
      ]))
    let stream = try self.stream(server)
    var words: [String] = []
    let error = await failure { for try await event in stream { words.append(event.word) } }
    #expect(words == ["opened", "a"])
    #expect(error?.code == "RESPONSE_TOO_LARGE")
    #expect(server.waitForClientDisconnects(1))
  }

  @Test("Cancelling the listener ends it, in the stream and in a pause")
  func cancelled() async throws {
    let server = try TestServer { _, number in
      number == 1 ? Served.open("data: a\n\n") : Served.events("retry: 200000\n\n")
    }
    for _ in 0..<2 {
      let stream = try self.stream(server)
      let reached = AsyncStream.makeStream(of: Void.self)
      let task = Swift.Task {
        for try await event in stream {
          switch event {
          case .opened: break
          case .event, .reconnecting: reached.continuation.yield()
          }
        }
      }
      for await _ in reached.stream { break }
      task.cancel()
      let error = await failure { try await task.value }
      #expect(error?.code == "REQUEST_ABORTED")
    }
    #expect(server.waitForClientDisconnects(1))
  }

  @Test("The events alone, as a throwing stream")
  func values() async throws {
    let server = try TestServer { _, number in
      switch number {
      case 1: Served.events("data: a\n\ndata: b\n\n")
      case 2: Served.events("data: c\n\n")
      default: .response(status: 204, headers: [], body: [])
      }
    }
    var words: [String] = []
    for try await event in try stream(server).values { words.append(event.data) }
    #expect(words == ["a", "b", "c"])
  }

  @Test("The key never comes back in an error of a stream")
  func redacted() async throws {
    let server = try TestServer(
      always: json(#"{"error":"X","message":"not k-7f3a9c"}"#, status: 400))
    let error = await failure { _ = try await take(1, of: stream(server)) }
    #expect(error?.message.contains("k-7f3a9c") == false)
    #expect(error?.message.contains("[redacted]") == true)
  }
}
