// The block form of a task.

/// Puts actions written as a block into a list.
///
/// Used by ``Task/init(_:url:mode:description:variables:ids:actions:)`` and by the blocks inside,
/// such as ``If(_:then:else:)``. Mark a function with it to write a part of a task once and use it
/// in several:
///
/// ```swift
/// @ActionsBuilder func logIn() -> [Action] {
///   TypeText("#name", "{$user}")
///   Click("#log-in")
/// }
/// ```
///
/// Swift's own `if`, `switch` and `for` work within; they are decided when the task is made, not
/// when it runs.
@resultBuilder
public enum ActionsBuilder {
  /// An action.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }

  /// Actions: a block, or what a function marked with ``ActionsBuilder`` returns.
  public static func buildExpression(_ actions: [Action]) -> [Action] { actions }

  /// All that stands in a block, in order.
  public static func buildBlock(_ parts: [Action]...) -> [Action] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Action]?) -> [Action] { part ?? [] }

  /// The first way of an `if` or `switch`.
  public static func buildEither(first part: [Action]) -> [Action] { part }

  /// The other way of an `if` or `switch`.
  public static func buildEither(second part: [Action]) -> [Action] { part }

  /// What a `for` gives.
  public static func buildArray(_ parts: [[Action]]) -> [Action] { parts.flatMap(\.self) }

  /// What an `if #available` gives.
  public static func buildLimitedAvailability(_ part: [Action]) -> [Action] { part }
}
