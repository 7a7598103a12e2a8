// A stream of events as users see it.

/// What a stream of events tells.
public enum StreamEvent<Value: Sendable>: Sendable {
  /// A connection stands; the first, or one after ``reconnecting(after:reason:)``.
  ///
  /// What happened on the server in between may be missing, unless it keeps events by their
  /// identifiers.
  case opened
  /// An event.
  case event(Value)
  /// The connection is gone, and after a pause there will be an attempt at another; without a
  /// reason, the server ended the stream.
  case reconnecting(after: Duration, reason: FigraniumError?)
}

extension StreamEvent: Equatable where Value: Equatable {}

/// Events that a server sends for as long as one listens.
///
/// Nothing happens before the first element is asked for. The connection is opened anew when it
/// breaks off, with the last event's identifier, and says so; ``ReconnectPolicy`` tells when. Events
/// are read no faster than they are taken: a listener that takes its time holds the server back and
/// needs no memory. Cancelling the listening Swift task closes the connection within a second and
/// throws `REQUEST_ABORTED`; so does, without an error, dropping the iterator.
///
/// ```swift
/// for try await event in client.executions.stream(runID: "run_1") {
///   switch event {
///   case .opened: print("listening")
///   case .event(let event): print(event)
///   case .reconnecting(let pause, _): print("again in \(pause)")
///   }
/// }
/// ```
///
/// The sequence ends without an error when the server says that there is no more to come (204).
public struct EventStream<Value: Sendable>: AsyncSequence, Sendable {
  /// An event, or what happened to the connection.
  public typealias Element = StreamEvent<Value>
  /// What ends a stream: `SESSION_REQUIRED`, the codes for a refused key and for what is not there;
  /// `RESPONSE_TOO_LARGE` for a line, or an event, of more than 16 MiB; `INVALID_RESPONSE` for what
  /// is no stream; transport failures once ``ReconnectPolicy`` gives up; `REQUEST_ABORTED`.
  public typealias Failure = FigraniumError

  private let listen: @Sendable () -> EventListener<Value>

  init(_ listen: @escaping @Sendable () -> EventListener<Value>) {
    self.listen = listen
  }

  /// Takes the events of one connection, and of those that follow it.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let listener: EventListener<Value>
    // What came together, the next at the end.
    private var waiting: [Element] = []

    fileprivate init(_ listener: EventListener<Value>) {
      self.listener = listener
    }

    /// Waits for the next event.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: The event, `nil` at the end.
    /// - Throws: See ``EventStream/Failure``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FigraniumError) -> Element? {
      if waiting.isEmpty { waiting = try await listener.next().reversed() }
      return waiting.popLast()
    }
  }

  /// Starts to listen, with a connection of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listen()) }

  /// The events alone, with a connection of their own.
  ///
  /// Use it where it does not matter when a connection was opened anew.
  public var values: AsyncThrowingStream<Value, any Error> {
    let listener = listen()
    return AsyncThrowingStream { try await listener.nextValue() }
  }
}
