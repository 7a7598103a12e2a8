/// The result that `.result(…)` makes.
///
/// There is no need to name it: `perform()` returns `some IntentResult & …`.
public struct IntentResultContainer<
  Value: _IntentValue, OpensAppIntent: AppIntent, Snippet, Dialog
>: IntentResult {
  /// The value; nil for none.
  public let value: Value?
  /// The intent to run next; nil for none.
  package let opensIntent: OpensAppIntent?
  /// What to say; nil for nothing.
  package let dialog: IntentDialog?

  init(value: Value? = nil, opensIntent: OpensAppIntent? = nil, dialog: IntentDialog? = nil) {
    self.value = value
    self.opensIntent = opensIntent
    self.dialog = dialog
  }
}

extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: OpensIntent {}

/// What the runtime needs of a result, whatever its type.
package protocol AnyIntentResult: Sendable {
  var anyValue: (any _IntentValue)? { get }
  var anyOpensIntent: (any AppIntent)? { get }
  var dialog: IntentDialog? { get }
}

extension IntentResultContainer: AnyIntentResult {
  package var anyValue: (any _IntentValue)? { value }
  package var anyOpensIntent: (any AppIntent)? { opensIntent }
}
