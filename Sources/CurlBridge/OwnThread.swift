import Glibc

// A thread that is not one of Swift's, for code that blocks. Unlike SystemBridge's, which is joined,
// it is left to itself and handles no signals.

/// Starts threads.
package enum OwnThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that handles no signals and ends with it.
  ///
  /// Neither the program's signals, nor SIGPIPE from a TLS connection that the other side has
  /// closed; threads that are made from this one inherit that.
  ///
  /// - Returns: Whether there was room for one more thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    // Balanced by `takeRetainedValue` as the thread begins, or below when it never does.
    let work = unsafe Unmanaged.passRetained(Work(body))
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return false
    }
    _ = pthread_detach(thread)
    return true
  }

  /// Runs code that blocks on a thread of its own and waits for it without blocking one of Swift's.
  ///
  /// - Parameter body: The code. When the calling task is cancelled it is left to end by itself.
  /// - Throws: What `body` throws; `CancellationError` at once when the calling task is cancelled.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let answer = FirstAnswer<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        guard start({ answer.give(Result(catching: body)) }) else {
          answer.give(.failure(CurlFailure(.unavailable, "no thread could be made")))
          return
        }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }

  /// The same for code whose end must be known: cancelling the calling task changes nothing.
  ///
  /// - Throws: What `body` throws.
  package static func runToEnd<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let answer = FirstAnswer<Value>()
    return try await withCheckedThrowingContinuation { continuation in
      answer.wait(continuation)
      guard start({ answer.give(Result(catching: body)) }) else {
        answer.give(.failure(CurlFailure(.unavailable, "no thread could be made")))
        return
      }
    }
  }
}
