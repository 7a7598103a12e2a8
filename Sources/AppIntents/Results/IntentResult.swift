/// What an intent gives back.
///
/// Declare `perform()` with `-> some IntentResult & ProvidesDialog` and so on, and return
/// `.result(…)`. Stands for `IntentResult` of App Intents. Forms with a view do not exist on Linux.
public protocol IntentResult: Sendable {
  /// The type of the value; `Never` for none.
  associatedtype Value: _IntentValue = Never
  /// The type of the intent to run next; `Never` for none.
  associatedtype OpensAppIntent: AppIntent = Never
  /// The type of the view; always `Never` on Linux.
  associatedtype Snippet = Never
  /// The type of the dialog; `Never` for none.
  associatedtype Dialog = Never
}

/// A result with something to say.
public protocol ProvidesDialog: IntentResult {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {}

/// A result that runs another intent next.
public protocol OpensIntent: IntentResult {}

extension Never: IntentResult {
  /// No value.
  public typealias Value = Never
  /// No next intent.
  public typealias OpensAppIntent = Never
  /// No view.
  public typealias Snippet = Never
  /// No dialog.
  public typealias Dialog = Never
}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, Never> {
  /// A result that says nothing.
  ///
  /// - Returns: The result.
  public static func result() -> Self { Self() }
}

extension IntentResult {
  /// A result with something to say.
  ///
  /// - Parameter dialog: What to say.
  /// - Returns: The result.
  public static func result(
    dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
    Self(dialog: dialog)
  }

  /// A result with a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The result.
  public static func result<V: _IntentValue>(
    value: V
  ) -> Self where Self == IntentResultContainer<V, Never, Never, Never> {
    Self(value: value)
  }

  /// A result with a value and something to say.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - dialog: What to say.
  /// - Returns: The result.
  public static func result<V: _IntentValue>(
    value: V, dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<V, Never, Never, IntentDialog> {
    Self(value: value, dialog: dialog)
  }

  /// A result that runs another intent next.
  ///
  /// - Parameter opensIntent: The intent, with its parameters set.
  /// - Returns: The result.
  public static func result<I: AppIntent>(
    opensIntent: I
  ) -> Self where Self == IntentResultContainer<Never, I, Never, Never> {
    Self(opensIntent: opensIntent)
  }

  /// A result that says something and runs another intent next.
  ///
  /// - Parameters:
  ///   - opensIntent: The intent, with its parameters set.
  ///   - dialog: What to say.
  /// - Returns: The result.
  public static func result<I: AppIntent>(
    opensIntent: I, dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<Never, I, Never, IntentDialog> {
    Self(opensIntent: opensIntent, dialog: dialog)
  }

  /// A result with a value that runs another intent next.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - opensIntent: The intent, with its parameters set.
  /// - Returns: The result.
  public static func result<V: _IntentValue, I: AppIntent>(
    value: V, opensIntent: I
  ) -> Self where Self == IntentResultContainer<V, I, Never, Never> {
    Self(value: value, opensIntent: opensIntent)
  }

  /// A result with a value that says something and runs another intent next.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - opensIntent: The intent, with its parameters set.
  ///   - dialog: What to say.
  /// - Returns: The result.
  public static func result<V: _IntentValue, I: AppIntent>(
    value: V, opensIntent: I, dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<V, I, Never, IntentDialog> {
    Self(value: value, opensIntent: opensIntent, dialog: dialog)
  }
}
