// Our own and neither GCond nor `Mutex`: a `Mutex` cannot wait, and GLib's locks are futexes that
// the thread sanitizer does not see.
import Glibc

/// State that several threads share, and can wait on: a mutex with its condition variable.
///
/// For threads that may block (servers, child processes, tests), never for Swift's own pool.
@safe package final class Monitor<State: Sendable>: Sendable {
  // Every access to `state` is under `mutex`; the pointers are set once and freed in `deinit`.
  private nonisolated(unsafe) var state: State
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let changed: UnsafeMutablePointer<pthread_cond_t>

  /// Creates a monitor around `state`.
  package init(_ state: State) {
    unsafe self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Reads or changes the state, and wakes whoever waits for a change.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try unsafe body(&state)
  }

  /// The state as it is now.
  package var value: State {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return unsafe state
  }

  /// Blocks this thread until `condition` holds, however long that takes.
  ///
  /// - Parameter condition: Looked at under the lock, after each change.
  package func wait(until condition: (State) -> Bool) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while unsafe !condition(state) { unsafe pthread_cond_wait(changed, mutex) }
  }

  /// Blocks this thread until `condition` holds.
  ///
  /// - Parameters:
  ///   - seconds: The longest wait.
  ///   - condition: Looked at under the lock, after each change. It may change the state too.
  /// - Returns: Whether the condition came to hold in time.
  package func wait(seconds: Double, until condition: (inout State) -> Bool) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let whole = seconds.rounded(.down)
    end.tv_sec += Int(whole)
    end.tv_nsec += Int((seconds - whole) * 1e9)
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if unsafe condition(&state) { return true }
      if unsafe pthread_cond_timedwait(changed, mutex, &end) != 0 {
        return unsafe condition(&state)
      }
    }
  }
}
