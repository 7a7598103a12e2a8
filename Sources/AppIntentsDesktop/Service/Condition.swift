import Synchronization

/// Something that tasks wait for, each until it is so or until the task is cancelled.
///
/// The state that it is about lies elsewhere; whoever changes it says so.
final class Condition: Sendable {
  private struct Waiter: Sendable {
    let isMet: @Sendable () -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var waiters: [Int: Waiter] = [:]
    var last = 0
    /// Waiters that were cancelled before they were there.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Waits until it is so; returns early in a task that is cancelled.
  ///
  /// - Parameter isMet: Looked at now and after each change, never under a lock of this type.
  func wait(until isMet: @escaping @Sendable () -> Bool) async {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
          return false
        }
        // Only now: a change after this look finds the waiter.
        if isCancelled { continuation.resume() } else if isMet() { end(id) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: id)
        if waiter == nil { state.cancelled.insert(id) }
        return waiter
      }
      waiter?.continuation.resume()
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// Has every waiter look again.
  func changed() {
    for (id, waiter) in state.withLock({ $0.waiters }) where waiter.isMet() { end(id) }
  }

  private func end(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
  }
}
