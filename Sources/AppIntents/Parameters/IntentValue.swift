public import FoundationEssentials

/// A type that a parameter or a result of an intent can have.
///
/// Texts, numbers, truth values, dates, URLs, entities and enums are such types, and optionals and
/// arrays of them. Make your own through ``AppEntity`` or ``AppEnum``, not by conforming to this.
public protocol _IntentValue: Sendable {
  /// The type of one value: of `[Task]?` it is `Task`.
  associatedtype ValueType: _IntentValue = Self
  /// The type without the optional: of `[Task]?` it is `[Task]`.
  associatedtype UnwrappedType: _IntentValue = Self
}

extension String: _IntentValue {}
extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension Bool: _IntentValue {}
extension Date: _IntentValue {}
extension URL: _IntentValue {}
extension Never: _IntentValue {}

extension Optional: _IntentValue where Wrapped: _IntentValue {
  /// The type of one value.
  public typealias ValueType = Wrapped.ValueType
  /// The wrapped type.
  public typealias UnwrappedType = Wrapped
}

extension Array: _IntentValue where Element: _IntentValue {
  /// The type of one element.
  public typealias ValueType = Element.ValueType
  /// The array.
  public typealias UnwrappedType = [Element]
}

/// A type of the program's own that a parameter can have: an entity or an enum.
public protocol AppValue: PersistentlyIdentifiable, TypeDisplayRepresentable, _IntentValue, Sendable
{}
