/// What an intent says to the user.
///
/// Use it in results and questions. Stands for `IntentDialog` of App Intents.
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
  /// The kind of literal with interpolations this type is made from.
  public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

  /// The sentence for speech, and for a result with nothing to see.
  package let full: LocalizedStringResource
  /// The shorter sentence beside something visible.
  package let supporting: LocalizedStringResource?

  /// Makes a dialog.
  ///
  /// - Parameter full: The sentence.
  public init(_ full: LocalizedStringResource) {
    self.full = full
    supporting = nil
  }

  /// Makes a dialog in two lengths.
  ///
  /// - Parameters:
  ///   - full: The sentence for speech, and for a result with nothing to see.
  ///   - supporting: The shorter sentence beside something visible.
  public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
    self.full = full
    self.supporting = supporting
  }

  /// Makes a dialog from a literal.
  ///
  /// - Parameter value: The sentence.
  public init(stringLiteral value: String) {
    self.init(LocalizedStringResource(stringLiteral: value))
  }

  /// Makes a dialog from a literal with interpolations.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}
