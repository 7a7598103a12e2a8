import Figranium
import GLibBridge
import Testing

/// What failed, and whether each kind of request may be repeated after it.
struct RetryRow: Sendable {
  let failure: RetryState.Failure
  let read: Bool
  let idempotent: Bool
  let run: Bool

  init(_ failure: RetryState.Failure, _ read: Bool, _ idempotent: Bool, _ run: Bool) {
    self.failure = failure
    self.read = read
    self.idempotent = idempotent
    self.run = run
  }

  /// The whole rule: read, idempotent, run.
  static let all = [
    RetryRow(.refused, true, true, true),
    RetryRow(.broken, true, false, false),
    RetryRow(.final, false, false, false),
    RetryRow(.status(429, retryAfter: .seconds(1)), true, true, true),
    RetryRow(.status(429, retryAfter: nil), true, false, false),
    RetryRow(.status(503, retryAfter: .seconds(1)), true, true, false),
    RetryRow(.status(503, retryAfter: nil), true, false, false),
    RetryRow(.status(502, retryAfter: nil), true, false, false),
    RetryRow(.status(504, retryAfter: nil), true, false, false),
    RetryRow(.status(500, retryAfter: nil), false, false, false),
    RetryRow(.status(401, retryAfter: nil), false, false, false),
    RetryRow(.status(404, retryAfter: nil), false, false, false),
    RetryRow(.status(200, retryAfter: nil), false, false, false),
  ]
}

@Suite("When an exchange is repeated") struct RetryTests {
  @Test("The rule", arguments: RetryRow.all)
  func rule(_ row: RetryRow) {
    let kinds: [(Repeatability, Bool)] = [
      (.read, row.read), (.idempotent, row.idempotent), (.once, row.run), (.run, row.run),
    ]
    for (repeatability, expected) in kinds {
      var state = RetryState(policy: RetryPolicy(), repeatability: repeatability)
      let action = state.next(after: row.failure, remaining: .seconds(60), random: 0)
      #expect((action != .giveUp) == expected)
    }
  }

  @Test("Pauses double, with half of each by chance, up to the longest")
  func pauses() {
    let policy = RetryPolicy(
      maximumAttempts: 6, baseDelay: .milliseconds(100), maximumDelay: .milliseconds(500))
    for (random, expected) in [(0.0, [50, 100, 200, 250, 250]), (0.5, [75, 150, 300, 375, 375])] {
      var state = RetryState(policy: policy, repeatability: .read)
      for milliseconds in expected {
        let action = state.next(after: .refused, remaining: .seconds(60), random: random)
        #expect(action == .retry(after: .milliseconds(milliseconds)))
      }
      let last = state.next(after: .refused, remaining: .seconds(60), random: random)
      #expect(last == .giveUp)
    }
  }

  @Test("A pause that the server asks for is kept, or the call given up")
  func asked() {
    func action(_ seconds: Int, remaining: Duration = .seconds(60)) -> RetryState.Action {
      var state = RetryState(policy: RetryPolicy(), repeatability: .read)
      return state.next(
        after: .status(429, retryAfter: .seconds(seconds)), remaining: remaining, random: 0.5)
    }
    #expect(action(3) == .retry(after: .milliseconds(3_050)))
    #expect(action(10) == .retry(after: .milliseconds(10_050)))
    #expect(action(11) == .giveUp)
    #expect(action(3, remaining: .seconds(3)) == .giveUp)
  }

  @Test("A read is repeated over a connection that broke and a 502")
  func reads() async throws {
    let server = try TestServer { _, number in
      switch number {
      case 1: .scripted([.reset])
      case 2: page(502)
      default: json(#"{"tasks":[]}"#)
      }
    }
    let options = ClientOptions(retry: RetryPolicy(baseDelay: .milliseconds(1)))
    let tasks = try await server.client(options: options).tasks.listSummaries()
    #expect(tasks.isEmpty)
    #expect(server.requests.count == 3)
  }

  @Test("A run that was turned away with a pause is made after it, once")
  func turnedAway() async throws {
    let server = try TestServer { _, number in
      number == 1
        ? json(#"{"error":"TOO_MANY_REQUESTS"}"#, status: 429, headers: [("Retry-After", "1")])
        : json(#"{"outcome":"success"}"#)
    }
    let options = ClientOptions(retry: RetryPolicy(baseDelay: .milliseconds(1)))
    let result: ExecutionResult<JSONValue> = try await server.client(options: options).runTask("t")
    #expect(result.outcome == "success")
    #expect(server.requests.count == 2)
  }

  @Test("A run that may have started is not repeated", arguments: [502, 503, 504, 500])
  func started(status: Int) async throws {
    let server = try TestServer(
      always: plain(status, "x", headers: [("Retry-After", "1")]))
    let client = try server.client(options: ClientOptions())
    let error = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask("t")
    }
    #expect(error?.status == status)
    #expect(server.requests.count == 1)
  }

  @Test("A cancelled task does not wait for its pause")
  func cancelled() async throws {
    let arrived = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrived.continuation.yield()
      return plain(429, "", headers: [("Retry-After", "60")])
    }
    let policy = RetryPolicy(maximumDelay: .seconds(3_600))
    var options = ClientOptions(retry: policy)
    options.limits.answer = .seconds(3_600)
    let client = try server.client(options: options)
    let call = Swift.Task { _ = try await client.tasks.listSummaries() }
    for await _ in arrived.stream { break }
    call.cancel()
    let error = await failure { try await call.value }
    #expect(error?.code == "REQUEST_ABORTED")
  }
}
