import GLibBridge

/// Brings events to the streams that are open.
final class EventHub: Sendable {
  /// What a stream is about.
  enum Topic: Hashable, Sendable {
    /// One run, by its run id.
    case run(String)
    /// The list of executions.
    case list
  }

  private struct Streams {
    var queues: [Int: (topic: Topic, queue: EventQueue)] = [:]
    var lastNumber = 0
  }

  private let streams = Monitor(Streams())

  /// A new stream about `topic`, which ends its place here when it is dropped.
  func stream(_ topic: Topic, keepAliveMilliseconds: Int) -> EventStream {
    let queue = EventQueue()
    let number = streams.withLock { streams in
      streams.lastNumber += 1
      streams.queues[streams.lastNumber] = (topic, queue)
      return streams.lastNumber
    }
    return EventStream(queue, keepAliveMilliseconds: keepAliveMilliseconds) { [self] in
      streams.withLock { _ = $0.queues.removeValue(forKey: number) }
    }
  }

  /// Sends the JSON text as an event without a name.
  func send(_ json: String, to topic: Topic) {
    let bytes = Array("data: \(json)\n\n".utf8)
    streams.withLock { streams in
      for (about, queue) in streams.queues.values where about == topic { queue.push(bytes) }
    }
  }

  /// Whether anybody listens to `topic`.
  func hasListeners(_ topic: Topic) -> Bool {
    streams.withLock { $0.queues.values.contains { $0.topic == topic } }
  }

  /// Ends all streams, as a server that is restarted does.
  func endAll() {
    streams.withLock { streams in
      for (_, queue) in streams.queues.values { queue.end() }
    }
  }

  /// Blocks until `count` streams are open; tells whether they were within `seconds`.
  func waitForStreams(_ count: Int, seconds: Double) -> Bool {
    streams.wait(seconds: seconds) { $0.queues.count == count }
  }
}

/// The events that one stream has not sent yet.
final class EventQueue: Sendable {
  private struct State {
    var waiting: [UInt8] = Array("event: ready\ndata: {}\n\n".utf8)
    var isEnded = false
    var wake = Cancellation()
  }

  private let state = Monitor(State())

  func push(_ bytes: [UInt8]) {
    state.withLock { state in
      state.waiting += bytes
      state.wake.cancel()
    }
  }

  func end() {
    state.withLock { state in
      state.isEnded = true
      state.wake.cancel()
    }
  }

  func next(isTimeOver: Bool, keepAliveMilliseconds: Int) -> ServedStreamStep {
    state.withLock { state in
      if !state.waiting.isEmpty {
        defer { state.waiting = [] }
        return .send(state.waiting)
      }
      if state.isEnded { return .end }
      if isTimeOver { return .send(Array(":keep-alive\n\n".utf8)) }
      if state.wake.isCancelled { state.wake = Cancellation() }
      return .wait(until: state.wake, milliseconds: keepAliveMilliseconds)
    }
  }
}

/// An open stream of server-sent events.
final class EventStream: ServedStream {
  private let queue: EventQueue
  private let keepAliveMilliseconds: Int
  private let onDrop: @Sendable () -> Void

  init(_ queue: EventQueue, keepAliveMilliseconds: Int, onDrop: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.keepAliveMilliseconds = keepAliveMilliseconds
    self.onDrop = onDrop
  }

  deinit { onDrop() }

  func next(isTimeOver: Bool) -> ServedStreamStep {
    queue.next(isTimeOver: isTimeOver, keepAliveMilliseconds: keepAliveMilliseconds)
  }
}
