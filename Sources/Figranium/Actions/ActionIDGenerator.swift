import Synchronization

// Identifiers for actions. No library has this: it is a counter and sixteen letters.

/// Makes the identifiers of actions.
///
/// Every action has one when it is made. Inside ``Task/init(_:url:mode:description:variables:ids:actions:)``
/// they are counted, so that the same source gives the same task; elsewhere they are random, so
/// that actions of two programs can be put into one task. ``withValue(_:)`` chooses another way.
public struct ActionIDGenerator: Sendable {
  @TaskLocal static var current: ActionIDGenerator = .random

  private let next: @Sendable (Action.Kind) -> String

  /// Creates a generator.
  ///
  /// - Parameter next: The next identifier for an action of a type: not empty, and never the same
  ///   twice. It may be called on any thread.
  public init(_ next: @escaping @Sendable (Action.Kind) -> String) {
    self.next = next
  }

  /// The next identifier.
  ///
  /// - Parameter type: The type of the action that it is for.
  public func callAsFunction(_ type: Action.Kind) -> String { next(type) }

  /// Random identifiers, such as `act_click_5f0c83a1d27b9e46`.
  public static let random = ActionIDGenerator { type in
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "act_\(type.rawValue)_" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Counted identifiers: `act_navigate_1`, `act_click_2` and so on.
  ///
  /// - Parameter prefix: What they begin with.
  public static func counted(prefix: String = "act") -> ActionIDGenerator {
    let counter = Counter()
    return ActionIDGenerator { type in "\(prefix)_\(type.rawValue)_\(counter.next())" }
  }

  /// Does work in which this generator makes the identifiers.
  ///
  /// - Parameter work: Makes actions.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  public func withValue<Result>(_ work: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: work)
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }
}
