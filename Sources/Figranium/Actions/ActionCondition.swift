// What `if` and `while` ask.

/// A value that a condition can compare with: text or a number.
///
/// `String`, `Int` and `Double` are such values; there is no need to conform other types.
public protocol ActionComparable: Sendable {
  /// How the server compares it.
  static var conditionType: Action.ConditionType { get }
  /// The value as the server reads it.
  var conditionText: String { get }
}

extension String: ActionComparable {
  /// Text.
  public static var conditionType: Action.ConditionType { .string }
  /// The text itself; it may have templates.
  public var conditionText: String { self }
}

extension Int: ActionComparable {
  /// A number.
  public static var conditionType: Action.ConditionType { .number }
  /// The digits.
  public var conditionText: String { String(self) }
}

extension Double: ActionComparable {
  /// A number.
  public static var conditionType: Action.ConditionType { .number }
  /// The digits, without `.0` for a whole number.
  public var conditionText: String { numberText(self) }
}

extension Action {
  /// The left side of a comparison.
  public struct Operand: Sendable, Hashable {
    let text: String

    /// The value of a variable.
    ///
    /// - Parameter name: Its name, without brackets.
    public static func variable(_ name: String) -> Self { Self(text: VariableName.bare(name)) }

    /// A text that may have templates, for example `"{$first} {$last}"`.
    ///
    /// - Parameter text: The text. One that is the name of a variable stands for its value.
    public static func text(_ text: String) -> Self { Self(text: text) }

    /// What the action before gave.
    public static let blockOutput = Self(text: "block.output")
  }

  /// What an `if` or a `while` asks.
  public struct Condition: Sendable, Hashable {
    private enum Form: Hashable {
      case script(String)
      case comparison(Operand, ConditionType, ConditionOperator, String?)
    }
    private let form: Form

    /// A comparison.
    ///
    /// - Parameters:
    ///   - left: What is compared.
    ///   - comparison: How.
    ///   - right: What with; a text may have templates.
    public static func compare<Right: ActionComparable>(
      _ left: Operand, _ comparison: ConditionOperator, _ right: Right
    ) -> Self {
      Self(form: .comparison(left, Right.conditionType, comparison, right.conditionText))
    }

    /// Whether a variable is true.
    ///
    /// - Parameter name: The variable's name, without brackets.
    public static func isTrue(_ name: String) -> Self {
      Self(form: .comparison(.variable(name), .boolean, .isTrue, nil))
    }

    /// Whether a variable is false.
    ///
    /// - Parameter name: The variable's name, without brackets.
    public static func isFalse(_ name: String) -> Self {
      Self(form: .comparison(.variable(name), .boolean, .isFalse, nil))
    }

    /// Whether the page has an element.
    ///
    /// Asked by a script, `exists("…")`, which every server since 0.9 knows; the operator `exists`
    /// is of later servers only, and others would take it for `equals`.
    ///
    /// - Parameter selector: The element's CSS selector.
    public static func exists(_ selector: String) -> Self {
      script("exists(\(scriptText(selector)))")
    }

    /// Whether the page lacks an element.
    ///
    /// - Parameter selector: The element's CSS selector.
    public static func notExists(_ selector: String) -> Self {
      script("!exists(\(scriptText(selector)))")
    }

    /// Whether an expression of JavaScript holds.
    ///
    /// - Parameter expression: The expression. It may use `exists(selector)`, `text(selector)`,
    ///   `url()`, `vars` and `block.output`.
    public static func script(_ expression: String) -> Self { Self(form: .script(expression)) }

    /// The members that say it.
    func write(to action: inout Action) {
      switch form {
      case .script(let expression): action.value = expression
      case .comparison(let left, let type, let comparison, let right):
        action.conditionVar = left.text
        action.conditionVarType = type
        action.conditionOp = comparison
        action.conditionValue = right
      }
    }
  }
}

/// A text as a literal of JavaScript's.
private func scriptText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      result += "\\"
      result.unicodeScalars.append(scalar)
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\u{2028}": result += "\\u2028"
    case "\u{2029}": result += "\\u2029"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A number without `.0` when it is whole.
func numberText(_ number: Double) -> String {
  Int64(exactly: number).map(String.init) ?? String(number)
}
