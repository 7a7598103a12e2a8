// Words that a task is described with. Each set is open.

/// What a task does with its page.
public struct TaskMode: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads the page without steps.
  public static let scrape: Self = "scrape"
  /// Goes through the task's steps.
  public static let agent: Self = "agent"
  /// Opens a browser that a person uses.
  public static let headful: Self = "headful"
}

/// How a run ended.
public struct TaskOutcome: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It did what it should.
  public static let success: Self = "success"
  /// A step failed.
  public static let error: Self = "error"
  /// Somebody stopped it.
  public static let stopped: Self = "stopped"
  /// The browser or the server gave up.
  public static let crashed: Self = "crashed"
  /// The page took it for a robot.
  public static let antiBot: Self = "anti_bot"
}

/// The type of a task's variable.
public struct VariableType: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text.
  public static let string: Self = "string"
  /// A number.
  public static let number: Self = "number"
  /// A truth value.
  public static let boolean: Self = "boolean"
}

/// What a task's extraction gives.
public struct ExtractionFormat: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// JSON.
  public static let json: Self = "json"
  /// Comma-separated values, as text.
  public static let csv: Self = "csv"
}

/// What happens when a run's output cannot be delivered.
public struct OutputErrorRule: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The run counts as it ended.
  public static let ignore: Self = "ignore"
  /// The run counts as failed.
  public static let fail: Self = "fail"
}
