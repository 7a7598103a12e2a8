import Dispatch

/// Runs calls that block (a terminal, a pipe, a file) away from Swift's own threads, of which
/// there are only as many as cores.
enum BlockingWork {
  /// Runs `body` on a thread of its own and waits for it without blocking.
  ///
  /// Cancellation does not end it: it is for calls that only their input ends.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result(catching: body))
      }
    }
  }
}
