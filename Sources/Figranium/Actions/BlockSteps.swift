// swift-format-ignore-file: AlwaysUseLowerCamelCase
//
// The blocks of a task's block form. Each closes itself, so that none can be left open.

/// Runs actions when a condition holds.
///
/// - Parameters:
///   - condition: The condition; asked when the task runs.
///   - then: What runs when it holds.
/// - Returns: The actions with their `if` and `end`.
/// - Throws: What the block throws.
public func If(
  _ condition: Action.Condition, @ActionsBuilder then: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.if(condition), then)
}

/// Runs actions when a condition holds, and others when it does not.
///
/// - Parameters:
///   - condition: The condition; asked when the task runs.
///   - then: What runs when it holds.
///   - otherwise: What runs when it does not.
/// - Returns: The actions with their `if`, `else` and `end`.
/// - Throws: What the blocks throw.
public func If(
  _ condition: Action.Condition, @ActionsBuilder then: () throws -> [Action],
  @ActionsBuilder else otherwise: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.if(condition)) { try then() + [Actions.elseBlock()] + otherwise() }
}

/// Runs actions when a comparison holds.
///
/// - Parameters:
///   - left: What is compared.
///   - comparison: How.
///   - right: What with.
///   - then: What runs when it holds.
/// - Returns: The actions with their `if` and `end`.
/// - Throws: What the block throws.
public func If(
  _ left: Action.Operand, _ comparison: Action.ConditionOperator, _ right: some ActionComparable,
  @ActionsBuilder then: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.if(left, comparison, right), then)
}

/// Runs actions when a comparison holds, and others when it does not.
///
/// - Parameters:
///   - left: What is compared.
///   - comparison: How.
///   - right: What with.
///   - then: What runs when it holds.
///   - otherwise: What runs when it does not.
/// - Returns: The actions with their `if`, `else` and `end`.
/// - Throws: What the blocks throw.
public func If(
  _ left: Action.Operand, _ comparison: Action.ConditionOperator, _ right: some ActionComparable,
  @ActionsBuilder then: () throws -> [Action],
  @ActionsBuilder else otherwise: () throws -> [Action]
) rethrows -> [Action] {
  try If(.compare(left, comparison, right), then: then, else: otherwise)
}

/// Runs actions again while a condition holds.
///
/// - Parameters:
///   - condition: The condition; asked before each time.
///   - body: What runs.
/// - Returns: The actions with their `while` and `end`.
/// - Throws: What the block throws.
public func While(
  _ condition: Action.Condition, @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.while(condition), body)
}

/// Runs actions again while a comparison holds.
///
/// - Parameters:
///   - left: What is compared.
///   - comparison: How.
///   - right: What with.
///   - body: What runs.
/// - Returns: The actions with their `while` and `end`.
/// - Throws: What the block throws.
public func While(
  _ left: Action.Operand, _ comparison: Action.ConditionOperator, _ right: some ActionComparable,
  @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.while(left, comparison, right), body)
}

/// Runs actions a number of times.
///
/// - Parameters:
///   - count: How often.
///   - body: What runs.
/// - Returns: The actions with their `repeat` and `end`.
/// - Throws: What the block throws.
public func Repeat(
  _ count: Int, @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.repeatCount(count), body)
}

/// Runs actions as often as a text says when the task runs.
///
/// - Parameters:
///   - count: How often, for example ``variable(_:)``.
///   - body: What runs.
/// - Returns: The actions with their `repeat` and `end`.
/// - Throws: What the block throws.
public func Repeat(
  _ count: String, @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.repeatCount(count), body)
}

/// Runs actions once for each item of a variable.
///
/// Within, `loop.item`, `loop.text`, `loop.html`, `loop.index` and `loop.count` are variables.
///
/// - Parameters:
///   - varName: The variable that has the items, a list.
///   - body: What runs.
/// - Returns: The actions with their `foreach` and `end`.
/// - Throws: What the block throws.
public func ForEach(
  _ varName: String, @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.forEach(varName: varName), body)
}

/// Runs actions once for each element that a selector finds.
///
/// Within, `loop.item`, `loop.text`, `loop.html`, `loop.index` and `loop.count` are variables.
///
/// - Parameters:
///   - selector: The CSS selector.
///   - body: What runs.
/// - Returns: The actions with their `foreach` and `end`.
/// - Throws: What the block throws.
public func ForEach(
  selector: String, @ActionsBuilder body: () throws -> [Action]
) rethrows -> [Action] {
  try block(Actions.forEach(selector: selector), body)
}

/// Runs actions, once, when an action after it fails; the run ends with them.
///
/// - Parameter body: What runs.
/// - Returns: The actions with their `on_error` and `end`.
/// - Throws: What the block throws.
public func OnError(@ActionsBuilder body: () throws -> [Action]) rethrows -> [Action] {
  try block(Actions.onError(), body)
}

/// A block's actions; made in the order of the list, so that counted identifiers are in order.
private func block(_ opening: Action, _ body: () throws -> [Action]) rethrows -> [Action] {
  let actions = try body()
  return [opening] + actions + [Actions.end()]
}
