public import FoundationEssentials

/// What went wrong, with a code that stays the same from release to release.
///
/// Every failure of this SDK is of this type: the server's own errors, transport failures, answers
/// that make no sense, and the credential store's. Its texts never hold a key: what the server sent
/// is redacted by value before it gets here.
public struct FigraniumError: Error, Sendable, Hashable {
  /// What went wrong, as an open set of words.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word, for example `NETWORK_ERROR`.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Wraps a word, known or not.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// A sentence for people: what happened, and to what.
  public var message: String
  /// The HTTP status, 0 when no answer came.
  public var status: Int
  /// The kind of failure, for `switch` and `==`.
  public var kind: Code
  /// What the server said beside its code, if anything.
  public var details: JSONValue?
  /// The server's name for the request (`X-Request-Id`), if it sent one.
  public var requestID: String?
  /// What to do next, as a sentence, where there is something.
  public var hint: String?
  /// How long the server asks to wait before the next request (`Retry-After`), where it does.
  public var retryAfter: Duration?
  /// Whether it is sure that nothing of the request reached the server.
  package var wasNotSent = false
  /// Whether `kind` is the word that stood in the answer's JSON, and not read off its status: a
  /// proxy on the way has a status too, but not the server's words.
  package var isServersWord = false

  /// The kind of failure as a string, for example `INTENT_NOT_CONFIGURED`.
  public var code: String? { kind.rawValue }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: A sentence for people. It must hold no credential.
  ///   - status: The HTTP status, 0 when no answer came.
  ///   - kind: The stable code.
  ///   - details: What the server said beside its code.
  ///   - requestID: The server's name for the request.
  ///   - hint: What to do next.
  public init(
    message: String, status: Int = 0, kind: Code, details: JSONValue? = nil,
    requestID: String? = nil, hint: String? = nil
  ) {
    self.message = message
    self.status = status
    self.kind = kind
    self.details = details
    self.requestID = requestID
    self.hint = hint
  }
}

extension FigraniumError: LocalizedError, CustomStringConvertible {
  /// The message.
  public var errorDescription: String? { message }
  /// The hint.
  public var recoverySuggestion: String? { hint }
  /// Code and message, with a colon between.
  public var description: String { "\(kind.rawValue): \(message)" }
}
