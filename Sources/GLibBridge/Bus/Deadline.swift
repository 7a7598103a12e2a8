// The end that every wait has: a time limit, or the caller's loss of interest.

package import CGLib
import Synchronization

/// A time limit for a whole operation, and the way to call it off.
///
/// When it ends, every call that waits under it ends at once, whatever the other side does: the
/// wait is given up here, and GIO's call is cancelled (`GCancellable`) to clean up.
@safe package final class Deadline: Sendable {
  /// Why it ended.
  package enum End: Sendable {
    /// The time was over.
    case timeLimit
    /// The task was cancelled, or nobody waits any longer.
    case cancelled
  }

  private struct State: ~Copyable {
    var end: End?
    var handlers: [(id: Int, call: @Sendable (End) -> Void)] = []
    var nextHandler = 0
    var timer: LoopTimer?
    var remaining: Duration
    var startedAt: ContinuousClock.Instant?
    var isRunning = false
    var step: String?
  }

  /// The limit it was made with.
  package let limit: Duration
  private let state: Mutex<State>
  // Made in `init`, released in `deinit`; GCancellable may be used from any thread.
  package nonisolated(unsafe) let cancellable: UnsafeMutablePointer<GCancellable>?

  /// Starts the clock.
  package init(limit: Duration) {
    self.limit = limit
    state = Mutex(State(remaining: limit))
    unsafe cancellable = g_cancellable_new()
    resume()
  }

  deinit { unsafe g_object_unref(cancellable) }

  /// Why it ended, `nil` while there is time.
  package var end: End? { state.withLock { $0.end } }

  /// The call that was begun last, for messages about what is waited for.
  package var step: String? { state.withLock { $0.step } }

  /// Notes which call is begun.
  package func begin(_ step: String) { state.withLock { $0.step = step } }

  /// Calls the operation off.
  package func cancel() { finish(.cancelled) }

  /// Stops the clock, while a prompt with a limit of its own is open.
  package func pause() {
    state.withLock { state in
      state.isRunning = false
      state.timer?.stop()
      state.timer = nil
      if let startedAt = state.startedAt {
        state.remaining = max(.zero, state.remaining - (ContinuousClock.now - startedAt))
        state.startedAt = nil
      }
    }
  }

  /// Lets the clock run on.
  package func resume() {
    state.withLock { $0.isRunning = true }
    MainLoop.shared.run { [weak self] in self?.startTimer() }
  }

  /// Calls `handler` once, on the loop's thread, when this ends; at once if it has.
  ///
  /// - Returns: What ``removeHandler(_:)`` takes.
  package func onEnd(_ handler: @escaping @Sendable (End) -> Void) -> Int {
    let (end, id): (End?, Int) = state.withLock { state in
      state.nextHandler += 1
      if state.end == nil { state.handlers.append((state.nextHandler, handler)) }
      return (state.end, state.nextHandler)
    }
    if let end { MainLoop.shared.run { handler(end) } }
    return id
  }

  /// Forgets a handler.
  package func removeHandler(_ id: Int) {
    state.withLock { $0.handlers.removeAll { $0.id == id } }
  }

  private func startTimer() {
    state.withLock { state in
      guard state.isRunning, state.end == nil, state.timer == nil else { return }
      state.startedAt = .now
      state.timer = MainLoop.shared.timer(after: state.remaining) { [weak self] in
        self?.finish(.timeLimit)
      }
    }
  }

  private func finish(_ end: End) {
    MainLoop.shared.run { [self] in
      let handlers = state.withLock { state -> [@Sendable (End) -> Void] in
        guard state.end == nil else { return [] }
        state.end = end
        state.timer?.stop()
        state.timer = nil
        let all = state.handlers.map(\.call)
        state.handlers = []
        return all
      }
      for handler in handlers { handler(end) }
      unsafe g_cancellable_cancel(cancellable)
    }
  }
}
