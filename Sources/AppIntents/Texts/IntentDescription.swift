/// What an intent does, in a sentence or two.
///
/// Use it for ``AppIntent/description``. Stands for `IntentDescription` of App Intents.
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
  /// The kind of literal with interpolations this type is made from.
  public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

  /// The sentence.
  public let descriptionText: LocalizedStringResource
  /// The group in which a list shows the intent; nil for none.
  public let categoryName: LocalizedStringResource?
  /// Words under which a search also finds the intent.
  public let searchKeywords: [LocalizedStringResource]
  /// What the returned value is called; nil for a name made from its type.
  public let resultValueName: LocalizedStringResource?

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - descriptionText: The sentence.
  ///   - categoryName: The group in which a list shows the intent.
  ///   - searchKeywords: Words under which a search also finds the intent.
  ///   - resultValueName: What the returned value is called.
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = [],
    resultValueName: LocalizedStringResource? = nil
  ) {
    self.descriptionText = descriptionText
    self.categoryName = categoryName
    self.searchKeywords = searchKeywords
    self.resultValueName = resultValueName
  }

  /// Makes a description from a literal.
  ///
  /// - Parameter value: The sentence.
  public init(stringLiteral value: String) {
    self.init(LocalizedStringResource(stringLiteral: value))
  }

  /// Makes a description from a literal with interpolations.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// What may stand as the `description` of an intent: a description, or none.
///
/// `static let description = IntentDescription("…")`, the usual spelling, is not optional and so
/// would not fulfil an optional requirement: the text would be lost without a word. There is no
/// need to name this protocol.
public protocol _IntentDescriptionOrNot: Sendable {
  /// The description, if there is one.
  var _intentDescription: IntentDescription? { get }
}

extension IntentDescription: _IntentDescriptionOrNot {
  /// The description itself.
  public var _intentDescription: IntentDescription? { self }
}

extension Optional: _IntentDescriptionOrNot where Wrapped == IntentDescription {
  /// The description, if there is one.
  public var _intentDescription: IntentDescription? { self }
}
