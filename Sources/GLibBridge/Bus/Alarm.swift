import Synchronization

/// Calls something once, after a while, unless it is stopped before.
///
/// Keep it: one that nobody keeps any longer is stopped.
///
/// For limits in a program of few threads: `Task.sleep` starts Swift's pool, which costs a short
/// command more than its work. The loop's thread is there anyway.
package final class Alarm: Sendable {
  private enum State: Sendable {
    case new
    case set(LoopTimer)
    case over
  }

  private let state = Mutex(State.new)

  /// Starts the time.
  ///
  /// - Parameters:
  ///   - delay: How long it takes.
  ///   - body: Called on the loop's thread: it must be short.
  package init(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let loop = MainLoop.shared
    loop.run { [self] in
      state.withLock { state in
        guard case .new = state else { return }
        state = .set(loop.timer(after: delay, body))
      }
    }
  }

  /// Keeps it from being called, unless it has begun.
  package func stop() {
    let timer = state.withLock { state -> LoopTimer? in
      defer { state = .over }
      if case .set(let timer) = state { return timer }
      return nil
    }
    timer?.stop()
  }
}
