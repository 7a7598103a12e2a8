// Actions that open, divide and close blocks. The steps of `ActionsBuilder` close theirs themselves.

extension Actions {
  /// Opens a block that runs when a condition holds; ``end()`` closes it.
  ///
  /// - Parameter condition: The condition.
  public static func `if`(_ condition: Action.Condition) -> Action {
    make(.if) { condition.write(to: &$0) }
  }

  /// Opens a block that runs when a comparison holds; ``end()`` closes it.
  ///
  /// - Parameters:
  ///   - left: What is compared.
  ///   - comparison: How.
  ///   - right: What with.
  public static func `if`(
    _ left: Action.Operand, _ comparison: Action.ConditionOperator, _ right: some ActionComparable
  ) -> Action {
    `if`(.compare(left, comparison, right))
  }

  /// Divides an `if` block: what follows runs when the condition does not hold.
  public static func elseBlock() -> Action { make(.else) }

  /// Opens a block that runs again while a condition holds; ``end()`` closes it.
  ///
  /// - Parameter condition: The condition.
  public static func `while`(_ condition: Action.Condition) -> Action {
    make(.while) { condition.write(to: &$0) }
  }

  /// Opens a block that runs again while a comparison holds; ``end()`` closes it.
  ///
  /// - Parameters:
  ///   - left: What is compared.
  ///   - comparison: How.
  ///   - right: What with.
  public static func `while`(
    _ left: Action.Operand, _ comparison: Action.ConditionOperator, _ right: some ActionComparable
  ) -> Action {
    `while`(.compare(left, comparison, right))
  }

  /// Opens a block that runs a number of times; ``end()`` closes it.
  ///
  /// - Parameter count: How often.
  public static func repeatCount(_ count: Int) -> Action { repeatCount(String(count)) }

  /// Opens a block that runs as often as a text says; ``end()`` closes it.
  ///
  /// - Parameter count: How often, for example ``variable(_:)``.
  public static func repeatCount(_ count: String) -> Action {
    make(.repeat) { $0.value = count }
  }

  /// Opens a block that runs once for each item of a variable; ``end()`` closes it.
  ///
  /// Within, `loop.item`, `loop.text`, `loop.html`, `loop.index` and `loop.count` are variables.
  ///
  /// - Parameter varName: The variable that has the items, a list.
  public static func forEach(varName: String) -> Action {
    make(.forEach) { $0.varName = VariableName.bare(varName) }
  }

  /// Opens a block that runs once for each element that a selector finds; ``end()`` closes it.
  ///
  /// Within, `loop.item`, `loop.text`, `loop.html`, `loop.index` and `loop.count` are variables.
  ///
  /// - Parameter selector: The CSS selector.
  public static func forEach(selector: String) -> Action {
    make(.forEach) { $0.selector = selector }
  }

  /// Opens a block that runs, once, when an action after it fails; ``end()`` closes it.
  ///
  /// The run ends with the block.
  public static func onError() -> Action { make(.onError) }

  /// Closes a block.
  public static func end() -> Action { make(.end) }
}
