import FoundationEssentials

// One listener: a connection, the next one after it, and what the events mean.

/// Opens connections and takes their events.
///
/// Everything happens in calls of ``next()``, so in the listener's own Swift task: nothing runs, and
/// nothing is read, between them.
actor EventListener<Value: Sendable> {
  /// Opens a connection: after an event, with a policy for repeats, within a limit.
  typealias Open =
    @Sendable (String, RetryPolicy?, Duration?) async throws(CallFailure)
    -> StreamingAnswer
  /// Reads an event; `nil` when it is none for the user.
  typealias Read = @Sendable (ServerSentEvent) -> Value?

  private enum Phase {
    case closed(pause: Duration)
    case open(StreamingAnswer, HTTPBodyStream.AsyncIterator, ServerSentEventParser)
    case failed(FigraniumError)
    case ended
  }

  private let open: Open
  private let read: Read
  private let timeout: Duration?
  private var deadline: ContinuousClock.Instant?
  private var phase = Phase.closed(pause: .zero)
  private var reconnects: ReconnectState
  private var hasOpened = false
  private var lastEventID = ""
  private var namedPause: Duration?
  private var values: [Value] = []

  init(
    policy: ReconnectPolicy, timeout: Duration?, open: @escaping Open, read: @escaping Read
  ) {
    self.open = open
    self.read = read
    self.timeout = timeout
    reconnects = ReconnectState(policy: policy)
  }

  /// The next events, those that came together; none at the end.
  func next() async throws(FigraniumError) -> [StreamEvent<Value>] {
    while true {
      switch phase {
      case .ended: return []
      case .failed(let error):
        phase = .ended
        throw error
      case .closed(let pause):
        if let events = try await connected(after: pause) { return events }
      case .open(let answer, var pieces, var parser):
        // Until it is put back, a failure leaves nothing open.
        phase = .ended
        let piece: Data?
        do {
          piece = try await answer.next(&pieces)
        } catch {
          return try reconnecting(CallFailure(error: error))
        }
        guard let piece else { return try reconnecting(nil) }
        reconnects.succeeded()
        var found: [ServerSentEvent] = []
        do {
          try parser.read(piece, into: &found)
          phase = .open(answer, pieces, parser)
        } catch {
          // After the events that came before it.
          phase = .failed(answer.writer.eventTooLong(error))
        }
        lastEventID = parser.lastEventID
        namedPause = parser.reconnectionTime ?? namedPause
        let events = found.compactMap { event in
          read(answer.echo?.removed(from: event) ?? event).map { StreamEvent.event($0) }
        }
        if !events.isEmpty { return events }
      }
    }
  }

  /// The next event without what happens to the connection; `nil` at the end.
  func nextValue() async throws(FigraniumError) -> Value? {
    while values.isEmpty {
      let events = try await next()
      if events.isEmpty { return nil }
      values = events.reversed().compactMap {
        if case .event(let value) = $0 { value } else { nil }
      }
    }
    return values.popLast()
  }

  // MARK: The limit

  private var timeLeft: Duration? { deadline.map { ContinuousClock.now.duration(to: $0) } }
  private var isOver: Bool { timeLeft.map { $0 <= .zero } ?? false }

  private static var over: FigraniumError {
    FigraniumError(
      message: "The limit for listening has run out.", kind: .timeout, hint: "Allow more time.")
  }

  // MARK: Connections

  /// Opens a connection.
  ///
  /// - Returns: What to tell; nil when there is nothing.
  private func connected(
    after pause: Duration
  ) async throws(FigraniumError) -> [StreamEvent<Value>]? {
    phase = .ended
    if deadline == nil { deadline = timeout.map { .now + $0 } }
    do {
      try await Swift.Task.sleep(for: min(pause, timeLeft ?? pause))
    } catch {
      throw FigraniumError(message: "Listening was cancelled.", kind: .requestAborted)
    }
    if isOver { throw Self.over }
    do {
      let answer = try await open(lastEventID, hasOpened ? .never : nil, timeLeft)
      guard answer.response.status != 204 else { return [] }
      hasOpened = true
      phase = .open(
        answer, answer.response.body.makeAsyncIterator(),
        ServerSentEventParser(lastEventID: lastEventID))
      return [.opened]
    } catch {
      // The first connection has been tried as often as any other call.
      guard hasOpened else { throw error.error }
      return try reconnecting(error)
    }
  }

  /// Plans the next attempt, or ends with the failure.
  private func reconnecting(
    _ failure: CallFailure?
  ) throws(FigraniumError) -> [StreamEvent<Value>] {
    if isOver { throw Self.over }
    if let failure, !failure.error.mayPass { throw failure.error }
    let pause = reconnects.next(
      named: namedPause, asked: failure?.retryAfter, random: .random(in: 0..<1))
    guard let pause else {
      throw failure?.error
        ?? FigraniumError(
          message: "The server ended the stream of events, again and again.", kind: .networkError,
          hint: "Try again later.")
    }
    phase = .closed(pause: pause)
    return [.reconnecting(after: pause, reason: failure?.error)]
  }
}

extension FigraniumError {
  /// Whether the same request may succeed later.
  var mayPass: Bool {
    switch kind {
    case .networkError, .timeout, .tooManyRequests: true
    default: status >= 500
    }
  }
}

extension ErrorWriter {
  func eventTooLong(_ fault: ServerSentEventParser.TooLong) -> FigraniumError {
    FigraniumError(
      message: "The server \(origin) sent a line, or an event, of more than \(fault.limit) bytes.",
      status: 200, kind: .responseTooLarge)
  }
}

extension Figranium {
  /// Listens to a stream of server-sent events.
  ///
  /// - Parameters:
  ///   - request: The request, made when the first event is asked for; a failure to make one is
  ///     thrown then.
  ///   - reconnect: When to open it again.
  ///   - options: Headers, and the limit for all of the stream; without one there is none.
  ///   - read: Reads an event; `nil` when it is none for the user.
  package func events<Value: Sendable>(
    of request: Result<APIRequest, FigraniumError>, reconnect: ReconnectPolicy,
    options: RequestOptions, read: @escaping @Sendable (ServerSentEvent) -> Value?
  ) -> EventStream<Value> {
    EventStream {
      EventListener(
        policy: reconnect, timeout: options.timeout,
        open: { lastID, retry, timeout async throws(CallFailure) in
          var options = options
          options.timeout = timeout
          switch request {
          case .success(let request):
            return try await self.streamed(
              request, as: .events(lastID: lastID), retry: retry, options: options)
          case .failure(let error): throw CallFailure(error: error)
          }
        }, read: read)
    }
  }
}
