import Glibc

/// The result of asynchronous work, for a caller that can only block.
///
/// A condition variable on the monotonic clock, and not GLib's: the thread sanitizer knows this
/// one. The work runs on the loop's thread, so that it ends even when every thread of Swift's own
/// pool waits here.
@safe package final class BlockingWait<Value: Sendable>: Sendable {
  // Every access goes through the mutex inside.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) var result: Result<Value, any Error>?

  private init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` on the loop's thread, and blocks this one until it ends.
  ///
  /// - Parameters:
  ///   - limit: How long to wait at most, should `body` not keep its own limit.
  ///   - body: What to do; its task is cancelled when the limit is over.
  /// - Returns: What it returns, `nil` when the limit was over first.
  /// - Throws: What it throws.
  package static func run(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value? {
    // On the loop's own thread nobody would be left to do the work.
    guard !MainLoop.shared.isCurrent else { return nil }
    let wait = BlockingWait()
    let task = Task(executorPreference: MainLoop.shared) {
      do { wait.give(.success(try await body())) } catch { wait.give(.failure(error)) }
    }
    guard let result = wait.wait(limit) else {
      task.cancel()
      return nil
    }
    return try result.get()
  }

  private func give(_ value: Result<Value, any Error>) {
    unsafe pthread_mutex_lock(mutex)
    unsafe result = value
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  private func wait(_ limit: Duration) -> Result<Value, any Error>? {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let milliseconds = Int(limit.milliseconds)
    end.tv_sec += milliseconds / 1_000
    end.tv_nsec += milliseconds % 1_000 * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while unsafe result == nil {
      guard unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT else { break }
    }
    return unsafe result
  }
}
