// When a stream that broke off is opened again. A value without I/O, as the policy for repeats is.

/// How a stream of events is opened again after it broke off.
///
/// It is opened again after a broken connection, an answer that stopped, a silence longer than the
/// client's limit, a stream that the server ended, 429 and 5xx. Never after 204, which means that
/// there is no more to come, nor after an answer that would be the same again: any other 4xx, a
/// redirect, an answer that is no stream of events, a certificate that is not trusted.
public struct ReconnectPolicy: Sendable, Hashable {
  /// How many times in a row without a byte of a stream; 10 by default.
  public var maximumAttempts: Int
  /// The pause before the first attempt, unless the server named one (`retry:`); it doubles with
  /// each further attempt in a row.
  ///
  /// 1 second by default.
  public var baseDelay: Duration
  /// The longest pause, apart from one that the server asks for; 30 seconds by default.
  public var maximumDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: How many times in a row without a byte of a stream.
  ///   - baseDelay: The pause before the first attempt.
  ///   - maximumDelay: The longest pause, apart from one that the server asks for.
  public init(
    maximumAttempts: Int = 10, baseDelay: Duration = .seconds(1),
    maximumDelay: Duration = .seconds(30)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
  }

  /// Never opens a stream again.
  public static let never = ReconnectPolicy(maximumAttempts: 0)
}

/// The course of one stream's reconnections.
package struct ReconnectState: Sendable {
  /// What a server may ask for and be obeyed; beyond it the stream ends.
  package static let longestAsked: Duration = .seconds(300)
  /// Between two attempts, whatever the server says.
  package static let shortest: Duration = .milliseconds(100)

  private let policy: ReconnectPolicy
  private var attempts = 0

  package init(policy: ReconnectPolicy) {
    self.policy = policy
  }

  /// Bytes of the stream came.
  package mutating func succeeded() {
    attempts = 0
  }

  /// The pause before the next attempt; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - named: What the stream's last `retry:` says.
  ///   - asked: What the failed answer's `Retry-After` says.
  ///   - random: A number from 0 up to, but not including, 1.
  package mutating func next(
    named: Duration?, asked: Duration?, random: Double
  ) -> Duration? {
    attempts += 1
    guard attempts <= policy.maximumAttempts else { return nil }
    let base = max(named ?? policy.baseDelay, Self.shortest)
    let least = max(asked ?? .zero, named ?? .zero)
    guard least <= Self.longestAsked else { return nil }
    let full = min(base * (1 << min(attempts - 1, 16)), max(policy.maximumDelay, base))
    // Up to a half more, so that the clients of a restarted server do not come back at once.
    let delay = max(full, least)
    return delay + delay * (random / 2)
  }
}
