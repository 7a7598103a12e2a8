/// Values offered for a parameter, found when the question is asked.
///
/// Use it with `@Parameter(title:optionsProvider:)`. An ``EntityQuery`` is one. Stands for
/// `DynamicOptionsProvider` of App Intents.
public protocol DynamicOptionsProvider: Sendable {
  /// The list that ``results()`` gives; the compiler finds it.
  associatedtype Result: ResultsCollection
  /// The type of the default value; the compiler finds it.
  associatedtype DefaultValue: _IntentValue = Result.Result
  where DefaultValue.ValueType == Result.Result.ValueType

  /// Finds the values to offer.
  ///
  /// - Returns: The values, best first.
  /// - Throws: Any error; its text is shown to the user.
  func results() async throws -> Result

  /// The value to use when the user gives none; by default there is none.
  func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
  /// None.
  public func defaultResult() async -> DefaultValue? { nil }
}

/// A list of values to choose from.
///
/// An array is one.
public protocol ResultsCollection<Result>: Sendable {
  /// The type of one value.
  associatedtype Result: _IntentValue

  /// A list of nothing.
  static var empty: Self { get }
  /// The values.
  var items: [Result.ValueType] { get }
}

extension Array: ResultsCollection where Element: _IntentValue, Element.ValueType == Element {
  /// The type of one value.
  public typealias Result = Element
  /// A list of nothing.
  public static var empty: [Element] { [] }
  /// The values.
  public var items: [Element] { self }
}
