import Synchronization

// One Swift task waits, for a while, for a word from another.

/// Rung by some, heard by one who waits for it, now or later; many rings before that are one.
final class Bell: Sendable {
  private struct State {
    var isRung = false
    var isOver = false
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  /// Rings.
  func ring() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isRung = true }
      return state.waiter
    }
    waiter?.resume(returning: true)
  }

  /// Waits for a ring, and takes it.
  ///
  /// - Parameter limit: The longest wait; it may end early when the one before has just ended.
  /// - Returns: Whether there was one in time; false also when the Swift task is cancelled.
  func wait(atMost limit: Duration) async -> Bool {
    state.withLock { $0.isOver = false }
    let alarm = Swift.Task {
      do {
        try await Swift.Task.sleep(for: limit)
        giveUp()
      } catch {
        // Cancelled below: nobody waits any more.
      }
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer = state.withLock { state -> Bool? in
          if state.isRung {
            state.isRung = false
            return true
          }
          if state.isOver { return false }
          state.waiter = waiter
          return nil
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      giveUp()
    }
  }

  private func giveUp() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.isOver = true
      return state.waiter
    }
    waiter?.resume(returning: false)
  }
}
