/// A phrase to say, made from a literal: `"Run \(\.$task) in \(.applicationName)"`.
///
/// Apple's build tool wants `\(.applicationName)` once in each phrase; here it may be left out.
/// Stands for `AppShortcutPhrase` of App Intents.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
  /// The phrase, parameters written as `${name}`.
  package let template: String

  /// Makes a phrase from a string.
  ///
  /// - Parameter string: The phrase.
  public init(_ string: String) { template = string }

  /// Makes a phrase from a literal.
  ///
  /// - Parameter value: The phrase.
  public init(stringLiteral value: String) { template = value }

  /// Makes a phrase from a literal with parameters in it.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) { template = stringInterpolation.template }

  /// What the literal of a phrase may contain: text, the program's name, parameters.
  public struct StringInterpolation: StringInterpolationProtocol {
    var template = ""

    /// Prepares for a literal.
    ///
    /// - Parameters:
    ///   - literalCapacity: Characters in the literal parts.
    ///   - interpolationCount: Other parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity)
    }

    /// Adds a literal part.
    ///
    /// - Parameter literal: The text.
    public mutating func appendLiteral(_ literal: String) { template += literal }

    /// Adds the program's name.
    ///
    /// - Parameter token: `.applicationName`.
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {
      template += "${\(token.rawValue)}"
    }

    /// Adds a parameter.
    ///
    /// - Parameter keyPath: The parameter, as `\.$task`.
    public mutating func appendInterpolation<Value>(
      _ keyPath: KeyPath<Intent, IntentParameter<Value>>
    ) {
      template += IntentReflection.placeholder(of: keyPath)
    }
  }
}

/// What a phrase may contain beside text and parameters.
public enum AppShortcutPhraseToken: String, Sendable, Hashable {
  /// The name of the program.
  case applicationName
}
