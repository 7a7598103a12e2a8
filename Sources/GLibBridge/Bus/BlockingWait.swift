/// The result of asynchronous work, for a caller that can only block.
///
/// The work runs on the loop's thread, so that it ends even when every thread of Swift's own pool
/// waits here.
package enum BlockingWait {
  /// Runs `body` on the loop's thread, and blocks this one until it ends.
  ///
  /// - Parameters:
  ///   - limit: How long to wait at most, should `body` not keep its own limit.
  ///   - body: What to do; its task is cancelled when the limit is over.
  /// - Returns: What it returns; `nil` when the limit was over first, and on the loop's own thread,
  ///   where nobody would be left to do the work.
  /// - Throws: What it throws.
  package static func run<Value: Sendable>(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value? {
    guard !MainLoop.shared.isCurrent else { return nil }
    let result = Monitor<Result<Value, any Error>?>(nil)
    let task = Task(executorPreference: MainLoop.shared) {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
    }
    guard result.wait(seconds: Double(limit.milliseconds) / 1_000, until: { $0 != nil }) else {
      task.cancel()
      return nil
    }
    return try result.value?.get()
  }
}
