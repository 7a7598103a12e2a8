/// An intent as a sentence with its parameters in it.
///
/// Made in ``AppIntent/parameterSummary`` with `Summary("Run \(\.$task)")`.
public protocol ParameterSummary {
  /// The intent it is about.
  associatedtype Intent: AppIntent
  /// The sentence, parameters written as `${name}`.
  var _template: String { get }
}

/// The sentence of an intent: text and parameters, and parameters that stand beside it.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  /// The sentence, parameters written as `${name}`.
  public let _template: String
  /// The parameters beside the sentence.
  package let additionalParameters: [String]

  /// A sentence of no words.
  public init() {
    _template = ""
    additionalParameters = []
  }

  /// No sentence, only parameters.
  ///
  /// - Parameter parameters: Key paths such as `\.$task`, one a line.
  public init(@ParameterKeyPathsBuilder _ parameters: () -> [PartialKeyPath<Intent>]) {
    _template = ""
    additionalParameters = Self.names(parameters())
  }

  /// A sentence.
  ///
  /// - Parameters:
  ///   - string: The sentence; parameters as `\(\.$task)`.
  ///   - table: The translation table, not read yet.
  public init(_ string: ParameterSummaryString<Intent>, table: String? = nil) {
    _template = string.template
    additionalParameters = []
  }

  /// A sentence, and parameters that stand beside it.
  ///
  /// - Parameters:
  ///   - string: The sentence; parameters as `\(\.$task)`.
  ///   - table: The translation table, not read yet.
  ///   - parameters: Key paths such as `\.$mode`, one a line.
  public init(
    _ string: ParameterSummaryString<Intent>, table: String? = nil,
    @ParameterKeyPathsBuilder _ parameters: () -> [PartialKeyPath<Intent>]
  ) {
    _template = string.template
    additionalParameters = Self.names(parameters())
  }

  private static func names(_ keyPaths: [PartialKeyPath<Intent>]) -> [String] {
    let intent = Intent()
    return keyPaths.map { keyPath in
      (intent[keyPath: keyPath] as? any AnyIntentParameter).flatMap {
        IntentReflection.name(of: $0, in: intent)
      } ?? "?"
    }
  }
}

extension IntentParameterSummary {
  /// Gathers the key paths of a summary, one a line.
  @resultBuilder
  public enum ParameterKeyPathsBuilder {
    /// Takes the key path of a parameter, and of nothing else.
    ///
    /// - Parameter keyPath: The key path.
    /// - Returns: The key path.
    public static func buildExpression<Value>(
      _ keyPath: KeyPath<Intent, IntentParameter<Value>>
    ) -> PartialKeyPath<Intent> { keyPath }

    /// Puts the lines together.
    ///
    /// - Parameter keyPaths: The lines.
    /// - Returns: All of them.
    public static func buildBlock(_ keyPaths: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>]
    {
      keyPaths
    }
  }
}

/// The text of a summary, made from a literal.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable
{
  /// The text, parameters written as `${name}`.
  package let template: String

  /// Makes a text from a string.
  ///
  /// - Parameter string: The text.
  public init(_ string: String) { template = string }

  /// Makes a text from a literal.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { template = value }

  /// Makes a text from a literal with parameters in it.
  ///
  /// - Parameter stringInterpolation: What the compiler gathered from the literal.
  public init(stringInterpolation: StringInterpolation) { template = stringInterpolation.template }

  /// What the literal of a summary may contain: text and parameters.
  public struct StringInterpolation: StringInterpolationProtocol {
    var template = ""

    /// Prepares for a literal.
    ///
    /// - Parameters:
    ///   - literalCapacity: Characters in the literal parts.
    ///   - interpolationCount: Parameters.
    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity)
    }

    /// Adds a literal part.
    ///
    /// - Parameter literal: The text.
    public mutating func appendLiteral(_ literal: String) { template += literal }

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

/// Lets ``AppIntent/parameterSummary`` be written without `return`.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
  /// Takes a summary of this intent.
  ///
  /// - Parameter summary: The summary.
  /// - Returns: The summary.
  public static func buildExpression<Summary: ParameterSummary>(
    _ summary: Summary
  ) -> Summary where Summary.Intent == Intent { summary }

  /// Takes the one summary.
  ///
  /// - Parameter summary: The summary.
  /// - Returns: The summary.
  public static func buildBlock<Summary: ParameterSummary>(
    _ summary: Summary
  ) -> Summary where Summary.Intent == Intent { summary }
}
