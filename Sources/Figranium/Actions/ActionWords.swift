// The words that actions have for their options. Each set is open, as ``Action/Kind`` is.

extension Action {
  /// Which click.
  public struct ClickType: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Once with the left button, which is what a server does without a word.
    public static let single: Self = "single"
    /// Twice with the left button.
    public static let double: Self = "double"
    /// Once with the right button.
    public static let right: Self = "right"
  }

  /// What happens to text that a field already has.
  public struct TypeMode: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It goes; a server does this without a word.
    public static let replace: Self = "replace"
    /// It stays, and the new text follows.
    public static let append: Self = "append"
  }

  /// The method of an HTTP request that the server sends.
  public struct RequestMethod: ServerWord {
    /// The method's name.
    public let rawValue: String
    /// Wraps a name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `GET`, which is what a server sends without a word.
    public static let get: Self = "GET"
    /// `POST`.
    public static let post: Self = "POST"
    /// `PUT`.
    public static let put: Self = "PUT"
    /// `PATCH`.
    public static let patch: Self = "PATCH"
    /// `DELETE`.
    public static let delete: Self = "DELETE"
  }

  /// Which captcha; without a word the server finds out.
  public struct CaptchaType: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Google's, with a check box.
    public static let reCaptchaV2: Self = "recaptcha_v2"
    /// Google's, without a check box.
    public static let reCaptchaV3: Self = "recaptcha_v3"
    /// hCaptcha's.
    public static let hCaptcha: Self = "hcaptcha"
    /// Cloudflare's.
    public static let turnstile: Self = "turnstile"
  }

  /// The outcome that a `stop` action gives the run.
  public struct StopOutcome: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The run did what it should.
    public static let success: Self = "success"
    /// The run failed.
    public static let error: Self = "error"
  }

  /// How a condition compares.
  public struct ConditionOperator: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Both are the same; text and numbers.
    public static let equals: Self = "equals"
    /// Both differ; text and numbers.
    public static let notEquals: Self = "not_equals"
    /// The text has the other within.
    public static let contains: Self = "contains"
    /// The text begins with the other.
    public static let startsWith: Self = "starts_with"
    /// The text ends with the other.
    public static let endsWith: Self = "ends_with"
    /// The text matches a regular expression of JavaScript's.
    public static let matches: Self = "matches"
    /// The number is greater.
    public static let greaterThan: Self = "gt"
    /// The number is greater or the same.
    public static let greaterThanOrEqual: Self = "gte"
    /// The number is less.
    public static let lessThan: Self = "lt"
    /// The number is less or the same.
    public static let lessThanOrEqual: Self = "lte"
    /// The truth value is true.
    public static let isTrue: Self = "is_true"
    /// The truth value is false.
    public static let isFalse: Self = "is_false"
    /// The page has the element.
    public static let exists: Self = "exists"
    /// The page lacks the element.
    public static let notExists: Self = "not_exists"
  }

  /// What a condition compares.
  public struct ConditionType: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Text, which is what a server compares without a word.
    public static let string: Self = "string"
    /// Numbers.
    public static let number: Self = "number"
    /// A truth value.
    public static let boolean: Self = "boolean"
    /// Whether the page has an element.
    public static let selector: Self = "selector"
  }
}
