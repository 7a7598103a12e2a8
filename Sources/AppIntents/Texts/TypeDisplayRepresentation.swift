/// What a kind of value is called.
///
/// Use it for ``TypeDisplayRepresentable/typeDisplayRepresentation``. Stands for
/// `TypeDisplayRepresentation` of App Intents.
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  /// The kind of literal with interpolations this type is made from.
  public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

  /// The name of one such value.
  public var name: LocalizedStringResource
  /// How a number of them is written; nil for none.
  public var numericFormat: LocalizedStringResource?
  /// Other names people use.
  public var synonyms: [LocalizedStringResource]

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - name: The name of one such value.
  ///   - numericFormat: How a number of them is written.
  ///   - synonyms: Other names people use.
  public init(
    name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.name = name
    self.numericFormat = numericFormat
    self.synonyms = synonyms
  }

  /// Makes a name from a literal.
  ///
  /// - Parameter value: The name.
  public init(stringLiteral value: String) {
    self.init(name: LocalizedStringResource(stringLiteral: value))
  }

  /// Makes a name from a literal with interpolations.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) {
    self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// A type that tells what its values are called.
public protocol TypeDisplayRepresentable {
  /// The name of the kind of value.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}
