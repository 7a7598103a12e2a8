import FoundationEssentials

// Watching an execution: it is read again and again, sooner when its stream says something.

extension ExecutionsResource {
  /// Watches an execution until it has ended (`GET /api/executions/{id}` or
  /// `GET /executions/{id}`, again and again).
  ///
  /// It is read at growing intervals, from half a second to ten. Where the client has what
  /// `GET /api/executions/stream` is granted to, the stream is listened to as well, and whatever it
  /// says has the execution read at once. The sequence gives the execution as it stands first and
  /// after each change of its status, phase or outcome, never twice the same, and finishes after
  /// the state in which ``Execution/isFinished`` is true. A read that fails in a way that may pass
  /// is made again, five times in a row.
  ///
  /// For one reader. Nothing happens between two calls of the iterator but listening to the stream;
  /// cancelling the reading Swift task ends all within a second and throws `REQUEST_ABORTED`.
  ///
  /// - Parameters:
  ///   - id: The execution's identifier; from server 0.19 on also the run's. Servers of the 0.9
  ///     line know an execution only once it has ended, and by its own identifier.
  ///   - options: Headers, and the limit for all of the watching; the client's limit for runs, 20
  ///     minutes by default, without one.
  /// - Returns: The execution's states. Iterating throws `EXECUTION_NOT_FOUND`, `SESSION_REQUIRED`
  ///   from servers before 0.19, `ROUTE_NOT_FOUND`, `TIMEOUT` when the limit has run out; the codes
  ///   for a refused key; transport failures.
  public func watch(
    _ id: String, options: RequestOptions = .init()
  ) -> AsyncThrowingStream<Execution, any Error> {
    watch(id, intervals: .init(), options: options)
  }

  /// The same with intervals, for tests.
  package func watch(
    _ id: String, intervals: WatchIntervals, options: RequestOptions = .init()
  ) -> AsyncThrowingStream<Execution, any Error> {
    let watch = ExecutionWatch(self, id: id, intervals: intervals, options: options)
    return AsyncThrowingStream { try await watch.next() }
  }
}

/// How often a watched execution is read.
package struct WatchIntervals: Sendable {
  /// The pause after the first read; it grows by half each time.
  package var first: Duration
  /// The longest pause.
  package var longest: Duration
  /// From one read to the next, however much the stream says.
  package var shortest: Duration

  package init(
    first: Duration = .milliseconds(500), longest: Duration = .seconds(10),
    shortest: Duration = .milliseconds(200)
  ) {
    self.first = first
    self.longest = longest
    self.shortest = shortest
  }
}

/// One watching of an execution.
private actor ExecutionWatch {
  private let resource: ExecutionsResource
  private let id: String
  private let intervals: WatchIntervals
  private let options: RequestOptions
  private let limit: Duration
  private let bell = Bell()

  private var deadline: ContinuousClock.Instant?
  private var interval: Duration
  private var last: Execution.Standing?
  private var lastRead = ContinuousClock.now
  private var failures = 0
  private var hasEnded = false
  private var listening: Swift.Task<Void, Never>?

  /// Reads in a row that may fail.
  private static let maximumFailures = 5

  init(
    _ resource: ExecutionsResource, id: String, intervals: WatchIntervals, options: RequestOptions
  ) {
    self.resource = resource
    self.id = id
    self.intervals = intervals
    self.options = options
    limit = options.timeout ?? resource.client.options.limits.run
    interval = intervals.first
  }

  deinit {
    listening?.cancel()
  }

  func next() async throws -> Execution? {
    guard !hasEnded else { return nil }
    do {
      while true {
        if last != nil || failures > 0 { try await pause() }
        guard let execution = try await read() else { continue }
        listen(to: execution)
        let standing = execution.standing
        guard standing != last else { continue }
        last = standing
        interval = intervals.first
        if standing.isFinished { end() }
        return execution
      }
    } catch {
      end()
      throw error
    }
  }

  private func end() {
    hasEnded = true
    listening?.cancel()
  }

  // MARK: Parts

  /// Reads the execution; nil when that failed in a way that may pass.
  private func read() async throws(FigraniumError) -> Execution? {
    let end = deadline ?? .now + limit
    deadline = end
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { throw over }
    var options = options
    options.timeout = min(left, resource.client.options.limits.answer)
    defer { lastRead = .now }
    do {
      let execution = try await resource.client.execution(id, options: options)
      failures = 0
      return execution
    } catch {
      failures += 1
      guard error.mayPass, failures < Self.maximumFailures else { throw error }
      return nil
    }
  }

  /// Waits for the next time to read: an interval, or a word of the stream.
  private func pause() async throws(FigraniumError) {
    let left = deadline.map { ContinuousClock.now.duration(to: $0) } ?? interval
    let heard = await bell.wait(atMost: min(interval, max(left, .zero)))
    do {
      try await Swift.Task.sleep(until: lastRead + intervals.shortest)
    } catch {
      throw FigraniumError(message: "Watching was cancelled.", kind: .requestAborted)
    }
    interval = heard ? intervals.first : min(interval * 3 / 2, intervals.longest)
  }

  /// Opens the run's stream, once; where that is not granted, there is only reading.
  private func listen(to execution: Execution) {
    guard listening == nil, !execution.isFinished else { return }
    let stream = resource.stream(runID: execution.runID ?? id)
    let bell = bell
    // It holds nothing of the watch: when that is dropped, so is the stream.
    listening = Swift.Task {
      do {
        // Also a connection says something: what happened before it was not heard.
        for try await event in stream {
          if case .reconnecting = event { continue }
          bell.ring()
        }
      } catch {
        // Not granted, not there, or gone for good: reading goes on without it.
      }
    }
  }

  private var over: FigraniumError {
    FigraniumError(
      message: "The execution has not ended within the limit for watching.", kind: .timeout,
      hint: "Watch it again, or allow more time.")
  }
}
