import CSystem
import Synchronization

/// Two threads of a short start that compute at the same time, kept off each other's processor.
///
/// Linux wakes a thread where it fell asleep. When another of ours computes there by then, it waits for
/// a slice of milliseconds, though a second processor may have nothing to do: on two processors that
/// was every other start of `figctl run`, and a tenth of its time. Both ask for long slices besides:
/// what is woken then, for microseconds, goes first (Linux 6.12 and later).
package enum ProcessorPlacement {
  private struct State: Sendable {
    /// The thread that is to wake up.
    var sleeper: Int32?
    /// Where it could run before it was moved away: words of the system's set.
    var before: [UInt64]?
  }

  private static let state = Mutex(State())

  /// Runs `body`, in which the calling thread waits for another program and then computes.
  ///
  /// One thread at a time is looked after; of another that comes meanwhile `body` is merely run.
  package static func waking<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slice = letOthersFirst()
    defer { restore(slice: slice) }
    let thread = figranium_thread_number()
    let isFirst = state.withLock { state in
      guard state.sleeper == nil else { return false }
      state = State(sleeper: thread)
      return true
    }
    defer {
      if isFirst {
        let before = state.withLock { state in
          defer { state = State() }
          return state.before
        }
        restore(thread, before)
      }
    }
    return try body()
  }

  /// Runs `body`, which computes for milliseconds, where it does not hold up the thread that is
  /// to wake.
  ///
  /// Nothing is changed when no thread is waking, or there is one processor only. Threads that `body`
  /// starts share this one's processor: it should start none.
  package static func apart<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slice = letOthersFirst()
    defer { restore(slice: slice) }
    let before = state.withLock { state -> [UInt64]? in
      guard let sleeper = state.sleeper, state.before == nil else { return nil }
      var before = [UInt64](repeating: 0, count: figranium_processor_words)
      guard unsafe figranium_part_processors(sleeper, &before) == 0 else { return nil }
      state.before = before
      return before
    }
    defer {
      state.withLock { state in
        if before != nil, let sleeper = state.sleeper, state.before != nil {
          restore(sleeper, before)
          state.before = nil
        }
      }
      restore(0, before)
    }
    return try body()
  }

  /// Asks for a slice so long that the bus, and all that waits for a moment only, need not wait for
  /// the end of one.
  ///
  /// - Returns: The slice before, `nil` where none was changed.
  private static func letOthersFirst() -> UInt64? {
    var before: UInt64 = 0
    return unsafe figranium_set_slice(20_000_000, &before) == 0 ? before : nil
  }

  private static func restore(slice: UInt64?) {
    guard let slice else { return }
    var ours: UInt64 = 0
    _ = unsafe figranium_set_slice(slice, &ours)
  }

  private static func restore(_ thread: Int32, _ before: [UInt64]?) {
    guard let before else { return }
    _ = unsafe figranium_set_processors(thread, before)
  }
}
