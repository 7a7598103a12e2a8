/// An end for work that may have none of its own.
enum Limited {
  /// The work took longer than it may.
  struct TimedOut: Error, CustomStringConvertible {
    let limit: Duration
    var description: String { "It took longer than \(limit.components.seconds) seconds." }
  }

  /// Runs `body`; its task is cancelled when the limit is over, and not waited for.
  ///
  /// - Throws: What it throws, ``TimedOut``.
  static func run<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (results, result) = AsyncStream<Result<Value, any Error>>.makeStream()
    let work = Task {
      do { result.yield(.success(try await body())) } catch { result.yield(.failure(error)) }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      result.yield(.failure(TimedOut(limit: limit)))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await first in results { return try first.get() }
    // The caller's own task was cancelled.
    throw CancellationError()
  }
}
