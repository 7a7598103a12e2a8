import Synchronization

/// Knows since when nobody has wanted anything.
final class IdleWatch: Sendable {
  private let limit: Duration
  private let lastCall = Mutex(ContinuousClock.now)
  private let isBusy: @Sendable () -> Bool

  /// - Parameters:
  ///   - limit: After how long without a call the service may leave.
  ///   - isBusy: Whether something goes on that has nothing to do with calls.
  init(limit: Duration, isBusy: @escaping @Sendable () -> Bool) {
    self.limit = limit
    self.isBusy = isBusy
  }

  /// Notes a call.
  func touch() { lastCall.withLock { $0 = .now } }

  /// What is left until it may leave; zero when it may now.
  var remaining: Duration {
    if isBusy() {
      touch()
      return limit
    }
    return max(.zero, limit - (ContinuousClock.now - lastCall.withLock { $0 }))
  }

  /// Waits until nobody has called for as long as the limit says.
  func wait() async throws {
    while true {
      let remaining = remaining
      if remaining == .zero { return }
      try await Task.sleep(for: remaining)
    }
  }
}
