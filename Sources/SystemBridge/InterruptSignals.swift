import Glibc
import Synchronization

/// Ctrl-C and its like as something to await: SIGINT, SIGTERM, SIGHUP.
///
/// While it lives these signals end nothing by themselves, except those that were ignored from the
/// start, which stay ignored. At most one lives at a time.
package final class InterruptSignals: Sendable {
  private enum Waiter {
    case waiting(CheckedContinuation<Int32?, Never>)
    case cancelled
  }

  private struct State {
    var pending: [Int32] = []
    var first: Int32?
    var waiters: [Int: Waiter] = [:]
    var lastID = 0
  }

  /// What the listening thread has; it must not keep `InterruptSignals` itself alive.
  private final class Shared: Sendable {
    let pipe: SignalPipe
    let state = Mutex(State())
    let isEnding = Atomic(false)
    let handler: (@Sendable (Int32) -> Void)?

    init(_ pipe: SignalPipe, _ handler: (@Sendable (Int32) -> Void)?) {
      self.pipe = pipe
      self.handler = handler
    }
  }

  private let shared: Shared
  private let thread: SystemThread

  /// Starts to catch the signals.
  ///
  /// - Parameter handler: Called with each signal on a thread of this object's own, in place of
  ///   ``wait()``; it must be short.
  /// - Throws: ``SystemError``: `EBUSY` when another one lives, or no thread or pipe was to be had.
  package init(handler: (@Sendable (Int32) -> Void)? = nil) throws(SystemError) {
    let shared = Shared(
      try SignalPipe(.interrupts, signals: [SIGINT, SIGTERM, SIGHUP]), handler)
    self.shared = shared
    thread = try SystemThread {
      while true {
        var poll = pollfd(fd: shared.pipe.readEnd, events: Int16(POLLIN), revents: 0)
        _ = unsafe Glibc.poll(&poll, 1, -1)
        while let signal = shared.pipe.next() {
          if signal != 0 { Self.deliver(signal, to: shared) }
        }
        if shared.isEnding.load(ordering: .acquiring) { return }
      }
    }
  }

  deinit {
    shared.isEnding.store(true, ordering: .releasing)
    shared.pipe.wake()
    thread.join()
  }

  /// The first of the signals that has come, or nil.
  package var received: Int32? { shared.state.withLock { $0.first } }

  /// Waits for the next signal; one that has come since the last call counts.
  ///
  /// - Returns: The signal, or nil when the task was cancelled first.
  package func wait() async -> Int32? {
    let id = shared.state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Int32?? = shared.state.withLock { state in
          if state.waiters.removeValue(forKey: id) != nil { return .some(nil) }
          if !state.pending.isEmpty { return state.pending.removeFirst() }
          state.waiters[id] = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = shared.state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: id)
        if waiter == nil { state.waiters[id] = .cancelled }
        return waiter
      }
      if case .waiting(let continuation) = waiter { continuation.resume(returning: nil) }
    }
  }

  private static func deliver(_ signal: Int32, to shared: Shared) {
    if let handler = shared.handler {
      shared.state.withLock { if $0.first == nil { $0.first = signal } }
      return handler(signal)
    }
    let waiting = shared.state.withLock { state in
      if state.first == nil { state.first = signal }
      var waiting: [CheckedContinuation<Int32?, Never>] = []
      for (id, waiter) in state.waiters {
        guard case .waiting(let continuation) = waiter else { continue }
        state.waiters[id] = nil
        waiting.append(continuation)
      }
      if waiting.isEmpty { state.pending.append(signal) }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: signal) }
  }
}
