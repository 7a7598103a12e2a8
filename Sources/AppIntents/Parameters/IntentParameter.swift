/// A parameter of an intent.
///
/// Write `@Parameter(title: "Task") var task: Task` in an ``AppIntent``. An optional type makes the
/// parameter optional; any other has a value when `perform()` is called. Inside `perform()`, the
/// projected value (`$task`) asks for values and confirmations. Stands for `IntentParameter` of
/// App Intents.
///
/// Two copies of an intent share their parameters, since the wrapper is a class.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: AnyIntentParameter, Sendable {
  /// What the parameter is called.
  public let title: LocalizedStringResource
  /// What it is for; nil if nothing is said.
  public let description: LocalizedStringResource?
  package let requestDialog: IntentDialog?
  package let disambiguationDialog: IntentDialog?
  package let constraint: IntentParameterConstraint
  package let optionsProvider: (any DynamicOptionsProvider)?
  private let storage: LockedValue<Value?>

  init(
    named title: LocalizedStringResource?, description: LocalizedStringResource?,
    default defaultValue: Value.UnwrappedType?, requestValueDialog: IntentDialog?,
    requestDisambiguationDialog: IntentDialog? = nil,
    constraint: IntentParameterConstraint = .none,
    optionsProvider: (any DynamicOptionsProvider)? = nil
  ) {
    // Without a title the runtime falls back on the property's name.
    self.title = title ?? ""
    self.description = description
    requestDialog = requestValueDialog
    disambiguationDialog = requestDisambiguationDialog
    self.constraint = constraint
    self.optionsProvider = optionsProvider
    // UnwrappedType is Value or what an optional Value wraps, so the cast always holds.
    storage = LockedValue(defaultValue.flatMap { $0 as? Value })
  }

  /// The value.
  ///
  /// Reading a parameter that is not optional and has no value stops the program, as it does on
  /// Apple's systems. Inside `perform()` it always has one: the runtime asks for it or fails before.
  public var wrappedValue: Value {
    get {
      if let value = storage.value { return value }
      if let none = (Value.self as? any OptionalIntentValue.Type)?.none as? Value { return none }
      preconditionFailure("The parameter \"\(title)\" was read before it had a value")
    }
    set { storage.value = newValue }
  }

  /// The property wrapper itself.
  public var projectedValue: IntentParameter<Value> { self }
}

extension IntentParameter {
  package var valueType: any _IntentValue.Type { Value.self }

  package var currentValue: (any _IntentValue)? { storage.value }

  package func setValue(_ value: any _IntentValue) -> Bool {
    guard let value = value as? Value else { return false }
    storage.value = value
    return true
  }

  package func copyValue(from other: any AnyIntentParameter) {
    guard let other = other as? IntentParameter<Value> else { return }
    storage.value = other.storage.value
  }
}

/// What a parameter allows, beyond its type.
package enum IntentParameterConstraint: Sendable {
  case none
  case integers(ClosedRange<Int>)
  case numbers(ClosedRange<Double>)
  case boolean(Bool.IntentDisplayName)
  case date(IntentDateKind)
}

/// Which part of a date a parameter takes.
package enum IntentDateKind: Sendable {
  case date
  case time
  case dateTime
}

/// What the runtime needs of a parameter, whatever its type.
package protocol AnyIntentParameter: AnyObject, Sendable {
  var title: LocalizedStringResource { get }
  var description: LocalizedStringResource? { get }
  var requestDialog: IntentDialog? { get }
  var disambiguationDialog: IntentDialog? { get }
  var constraint: IntentParameterConstraint { get }
  var optionsProvider: (any DynamicOptionsProvider)? { get }
  var valueType: any _IntentValue.Type { get }
  var currentValue: (any _IntentValue)? { get }
  /// Sets the value; false if it is of another type.
  func setValue(_ value: any _IntentValue) -> Bool
  /// Takes over the value of the same parameter of another instance.
  func copyValue(from other: any AnyIntentParameter)
}

/// An optional, whatever it wraps.
package protocol OptionalIntentValue: _IntentValue {
  static var none: Self { get }
  static var wrappedType: any _IntentValue.Type { get }
  var wrapped: (any _IntentValue)? { get }
  /// Wraps a value; nil if it is of another type.
  static func wrapping(_ value: any _IntentValue) -> Self?
}

extension Optional: OptionalIntentValue where Wrapped: _IntentValue {
  package static var wrappedType: any _IntentValue.Type { Wrapped.self }
  package var wrapped: (any _IntentValue)? { self }
  package static func wrapping(_ value: any _IntentValue) -> Self? {
    (value as? Wrapped).map { .some($0) }
  }
}

/// A list, whatever it holds.
package protocol ListIntentValue: _IntentValue {
  static var elementType: any _IntentValue.Type { get }
  var elements: [any _IntentValue] { get }
  /// Makes a list; nil if a value is of another type.
  static func list(of values: [any _IntentValue]) -> Self?
}

extension Array: ListIntentValue where Element: _IntentValue {
  package static var elementType: any _IntentValue.Type { Element.self }
  package var elements: [any _IntentValue] { self }
  package static func list(of values: [any _IntentValue]) -> Self? {
    let typed = values.compactMap { $0 as? Element }
    return typed.count == values.count ? typed : nil
  }
}
