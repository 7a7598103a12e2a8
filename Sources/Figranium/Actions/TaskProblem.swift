// What can be wrong with a task before a server has seen it.

/// Something wrong with a task, with what to do about it.
///
/// Its texts are printable and of one line, whatever the task holds, and repeat none of the task's
/// values, which may be secret: only names of variables, types and identifiers.
public struct TaskProblem: Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: Sendable, Hashable {
    /// A run would not do what the task says.
    case error
    /// Perhaps a mistake; ``Task/validated(knownVariables:)`` lets it pass.
    case note
  }

  /// What it is, as an open set of words.
  public struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word.
    public let rawValue: String
    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Wraps a word.
    public init(stringLiteral value: String) { rawValue = value }

    /// An `end` that closes nothing, a block that nothing closes, or an `else` outside an `if`.
    public static let unbalancedBlock: Self = "UNBALANCED_BLOCK"
    /// A variable that nothing declares or sets before.
    public static let unknownVariable: Self = "UNKNOWN_VARIABLE"
    /// A member that the type needs.
    public static let missingMember: Self = "MISSING_MEMBER"
    /// A member that the server cannot use.
    public static let invalidMember: Self = "INVALID_MEMBER"
    /// An identifier that two actions have, or that one lacks.
    public static let invalidID: Self = "INVALID_ID"
    /// A type or word that this version does not know.
    public static let unknownWord: Self = "UNKNOWN_WORD"
  }

  /// How bad it is.
  public var severity: Severity
  /// What it is.
  public var kind: Kind
  /// The action's place in ``Task/actions``, from 0; `nil` when the task itself is wrong.
  public var actionIndex: Int?
  /// The action's type.
  public var actionType: Action.Kind?
  /// The action's identifier.
  public var actionID: String?
  /// What is wrong, as a sentence that follows the action's name.
  public var message: String
  /// What to do, as a sentence.
  public var hint: String

  /// Where it is: `actions[2] (click, act_click_3)`, or `The task`.
  public var place: String {
    guard let actionIndex else { return "The task" }
    let words = [actionType?.rawValue, actionID].compactMap { word in
      word.map { PlainText.line($0, limit: 60) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return "actions[\(actionIndex)]"
      + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }

  /// All of it on one line: `actions[2] (click, act_click_3) has no selector. Give it …`.
  public var description: String { "\(place) \(message). \(hint)." }
}

extension Task {
  /// Looks for what is wrong with the task, without a server.
  ///
  /// It finds blocks that are not closed, variables that nothing declares or sets, members that an
  /// action's type needs, values that a server cannot use, and identifiers used twice. Disabled
  /// actions count for the blocks only, as they do when the task runs. Types that this version
  /// does not know are a ``TaskProblem/Severity/note``.
  ///
  /// - Parameter knownVariables: Names of variables that runs give without the task declaring
  ///   them.
  /// - Returns: The problems in the order of the actions, the task's own first; none when all is
  ///   well.
  public func validate(knownVariables: Set<String> = []) -> [TaskProblem] {
    var check = TaskCheck(task: self, knownVariables: knownVariables)
    return check.run()
  }

  /// The task itself, when ``validate(knownVariables:)`` finds no error in it.
  ///
  /// - Parameter knownVariables: Names of variables that runs give without the task declaring
  ///   them.
  /// - Returns: The task, unchanged.
  /// - Throws: ``FigraniumError`` with the code `INVALID_TASK`: its message is the first error, its
  ///   ``FigraniumError/details`` are all, as a list of text. Notes are not thrown.
  @discardableResult
  public func validated(knownVariables: Set<String> = []) throws(FigraniumError) -> Task {
    let errors = validate(knownVariables: knownVariables).filter { $0.severity == .error }
    guard let first = errors.first else { return self }
    let others =
      switch errors.count - 1 {
      case 0: ""
      case 1: " One more is in the details."
      case let count: " \(count) more are in the details."
      }
    throw FigraniumError(
      message: "\(first.place) \(first.message).\(others)", kind: .invalidTask,
      details: .array(errors.map { .string($0.description) }), hint: "\(first.hint).")
  }
}
