/// Whether a parameter takes the result of the step before it, in a chain of actions.
///
/// Kept for source compatibility: chains of actions do not exist on Linux.
public enum InputConnectionBehavior: Sendable, Hashable {
  /// The system's choice.
  case `default`
  /// Always.
  case connectToPreviousIntentResult
  /// Never.
  case never
}

extension String {
  /// How the text of a parameter is typed.
  ///
  /// Kept for source compatibility: on Linux the keyboard stays as it is.
  public struct IntentInputOptions: Sendable {
    /// Whether the text may have several lines.
    public var multiline: Bool
    /// Whether the text is corrected while it is typed.
    public var autocorrect: Bool
    /// Whether straight quotes become curly ones.
    public var smartQuotes: Bool
    /// Whether two hyphens become a dash.
    public var smartDashes: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - multiline: Whether the text may have several lines.
    ///   - autocorrect: Whether the text is corrected while it is typed.
    ///   - smartQuotes: Whether straight quotes become curly ones.
    ///   - smartDashes: Whether two hyphens become a dash.
    public init(
      multiline: Bool = false, autocorrect: Bool = true, smartQuotes: Bool = true,
      smartDashes: Bool = true
    ) {
      self.multiline = multiline
      self.autocorrect = autocorrect
      self.smartQuotes = smartQuotes
      self.smartDashes = smartDashes
    }
  }
}

extension Bool {
  /// The words for true and false of a parameter.
  public struct IntentDisplayName: Sendable {
    /// The word for true.
    public let `true`: LocalizedStringResource
    /// The word for false.
    public let `false`: LocalizedStringResource

    /// Makes a pair of words.
    ///
    /// - Parameters:
    ///   - true: The word for true.
    ///   - false: The word for false.
    public init(true: LocalizedStringResource, false: LocalizedStringResource) {
      self.true = `true`
      self.false = `false`
    }
  }
}
