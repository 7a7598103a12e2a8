// When a failed exchange may be repeated. A value without I/O: what happened goes in, what to do
// comes out; the client sleeps and sends.

/// How often and after which pause a failed exchange is repeated.
///
/// Repeated is only what is safe: a read after a transport failure or a 429, 502, 503 or 504; any
/// request whose connection was refused, since nothing was sent; any request that the server turned
/// away with 429 and `Retry-After`; a stop also after 503 with `Retry-After`. A run that may have
/// started is never repeated, and a limit that ran out ends the call.
public struct RetryPolicy: Sendable, Hashable {
  /// The most exchanges of a call, the first included; 3 by default.
  public var maximumAttempts: Int
  /// The pause before the first repeat; it doubles each time.
  ///
  /// 100 milliseconds by default.
  public var baseDelay: Duration
  /// The longest pause; when the server asks for a longer one, the call fails at once.
  ///
  /// 10 seconds by default.
  public var maximumDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: The most exchanges of a call, the first included.
  ///   - baseDelay: The pause before the first repeat.
  ///   - maximumDelay: The longest pause.
  public init(
    maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(100),
    maximumDelay: Duration = .seconds(10)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
  }

  /// Never repeats.
  public static let never = RetryPolicy(maximumAttempts: 1)
}

/// What repeating a request would do.
package enum Repeatability: Sendable, Hashable {
  /// Nothing: it only reads.
  case read
  /// The same once more, with the same end, such as stopping a run.
  case idempotent
  /// A second effect, such as one more key; never once it may have had the first.
  case once
  /// A second run.
  case run
  /// One more try that the server counts, such as to sign in: nothing that was sent is sent again.
  case counted

  /// Whether a second one would do something that the first has not done.
  package var actsTwice: Bool { [.once, .run, .counted].contains(self) }
}

/// The course of one call.
package struct RetryState: Sendable {
  /// How an exchange failed.
  package enum Failure: Sendable, Hashable {
    /// The connection was refused; nothing was sent.
    case refused
    /// The connection failed or broke in another way.
    case broken
    /// An answer of this status came, with the pause the server asks for.
    case status(Int, retryAfter: Duration?)
    /// Anything else.
    case final
  }

  /// What to do.
  package enum Action: Sendable, Hashable {
    case giveUp
    case retry(after: Duration)
  }

  private let policy: RetryPolicy
  private let repeatability: Repeatability
  private var attempts = 0

  package init(policy: RetryPolicy, repeatability: Repeatability) {
    self.policy = policy
    self.repeatability = repeatability
  }

  /// Takes a failure and says what to do.
  ///
  /// - Parameters:
  ///   - failure: How the exchange failed.
  ///   - remaining: What is left of the call's limit.
  ///   - random: A number from 0 up to, but not including, 1.
  package mutating func next(
    after failure: Failure, remaining: Duration, random: Double
  ) -> Action {
    attempts += 1
    guard attempts < policy.maximumAttempts, isSafe(after: failure) else { return .giveUp }
    let delay: Duration
    if case .status(_, let asked?) = failure {
      guard asked <= policy.maximumDelay else { return .giveUp }
      // At least what was asked, and up to a base pause more, so that clients do not come at once.
      delay = asked + policy.baseDelay * random
    } else {
      let full = min(policy.baseDelay * (1 << min(attempts - 1, 16)), policy.maximumDelay)
      delay = full / 2 + full * (random / 2)
    }
    return delay < remaining ? .retry(after: delay) : .giveUp
  }

  private func isSafe(after failure: Failure) -> Bool {
    switch (failure, repeatability) {
    case (.refused, _): true
    case (_, .counted): false
    case (.broken, .read): true
    case (.status(429, .some), _): true
    // A proxy may send 503 for a request that did reach the server: not for a run.
    case (.status(503, .some), .idempotent): true
    case (.status(429, nil), .read), (.status(502...504, _), .read): true
    default: false
    }
  }
}
