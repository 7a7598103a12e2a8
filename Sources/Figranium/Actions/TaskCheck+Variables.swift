// The check of variables: what names them, and what has set them by then.

/// Which variables have a value at a place of the list.
struct VariableScope {
  private var known: Set<String>
  /// The action that sets a variable first, of those that are not disabled.
  private let firstSetter: [String: Int]
  private let actions: [Action]
  private let blocks: [Block]
  /// For each action, the innermost loop or error block that it is in.
  private let innermost: [Int?]

  /// A loop or an error block.
  private struct Block {
    let kind: Action.Kind
    /// Its actions, from its start to its `end`.
    var range: Range<Int>
    /// The block around it.
    let outer: Int?
  }

  /// What servers always know.
  private static let always: Set<String> = ["now", "html", "block.output", "password", "uname"]
  private static let loop: Set<String> = [
    "loop.index", "loop.count", "loop.item", "loop.text", "loop.html",
  ]

  init(actions: [Action], declared: Set<String>) {
    self.actions = actions
    known = declared.union(Self.always)
    var firstSetter: [String: Int] = [:]
    for (index, action) in actions.enumerated() where action.disabled != true {
      for name in Self.names(setBy: action) where firstSetter[name] == nil {
        firstSetter[name] = index
      }
    }
    self.firstSetter = firstSetter
    (blocks, innermost) = Self.blocks(of: actions)
  }

  /// What an action sets.
  private static func names(setBy action: Action) -> Set<String> {
    if action.type == .forEach { return loop }
    guard let name = action.varName.map(VariableName.bare), !name.isEmpty else { return [] }
    return [name]
  }

  private static func blocks(of actions: [Action]) -> ([Block], [Int?]) {
    var blocks: [Block] = []
    var innermost: [Int?] = []
    // Each open block, or the one around it where it is an `if`.
    var open: [Int?] = []
    for (index, action) in actions.enumerated() {
      if action.type.opensBlock {
        let outer = open.last ?? nil
        if action.type != .if {
          // A block that nothing closes reaches to the end.
          blocks.append(Block(kind: action.type, range: index..<actions.count, outer: outer))
        }
        open.append(action.type == .if ? outer : blocks.count - 1)
      }
      innermost.append(open.last ?? nil)
      if action.type == .end, let closed = open.popLast(), let block = closed,
        block != open.last ?? nil
      {
        blocks[block].range = blocks[block].range.lowerBound..<index + 1
      }
    }
    return (blocks, innermost)
  }

  /// An action has run.
  mutating func pass(_ index: Int) { known.formUnion(Self.names(setBy: actions[index])) }

  /// All have.
  mutating func passAll() { known.formUnion(firstSetter.keys) }

  /// The passwords and names that servers of the 0.20 line keep by site.
  private func isCredential(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasPrefix("passwords.") || lower.hasPrefix("unames.")
  }

  enum Answer: Equatable {
    case known
    case setLater(Int)
    case unknown
  }

  /// Whether a variable may have a value when an action runs.
  func answer(for name: String, at index: Int?) -> Answer {
    if known.contains(name) || isCredential(name) { return .known }
    guard let setter = firstSetter[name] else { return .unknown }
    guard let index else { return .setLater(setter) }
    var around = innermost[index]
    while let place = around {
      let block = blocks[place]
      // What handles errors runs at any time; a loop comes back to what it set before.
      if block.kind == .onError || block.range.contains(setter) { return .known }
      around = block.outer
    }
    return .setLater(setter)
  }
}

extension TaskCheck {
  mutating func checkVariables(_ index: Int, _ action: Action) {
    var texts = [
      action.selector, action.targetSelector, action.value, action.key, action.headers,
      action.body, action.conditionValue, action.method?.rawValue, action.captchaType?.rawValue,
    ].compactMap(\.self)
    if let operand = action.conditionVar, [.if, .while].contains(action.type) {
      let name = VariableName.bare(operand)
      let asksForElement = action.conditionOp == .exists || action.conditionOp == .notExists
      if VariableName.isValid(name), !asksForElement {
        checkName(name, at: index)
      } else {
        texts.append(operand)
      }
    }
    if action.type == .forEach, (action.selector ?? "").isEmpty,
      let name = action.varName.map(VariableName.bare), VariableName.isValid(name)
    {
      checkName(name, at: index)
    }
    checkTemplates(texts, at: index)
  }

  /// Checks what texts name; each name once.
  mutating func checkTemplates(_ texts: [String], at index: Int?, beside: Set<String> = []) {
    var seen = beside
    for text in texts {
      let uses = VariableName.uses(in: text)
      for name in uses.names where seen.insert(name).inserted { checkName(name, at: index) }
      for text in uses.broken where seen.insert(text).inserted {
        report(
          .invalidMember, at: index,
          "has `{$\(PlainText.line(text, limit: 60))}`, which servers leave as it stands",
          "A variable's name \(VariableName.rule)")
      }
    }
  }

  private mutating func checkName(_ name: String, at index: Int?) {
    let shown = PlainText.line(name, limit: 60)
    switch variables.answer(for: name, at: index) {
    case .known: return
    case .setLater(let setter):
      report(
        .unknownVariable, at: index,
        "uses the variable `\(shown)`, which actions[\(setter)] sets only later",
        "Declare it in the task's variables, or set it before")
    case .unknown where name.hasPrefix("loop."):
      report(
        .unknownVariable, at: index,
        "uses the variable `\(shown)`, which only a `foreach` block has",
        "Use it within such a block")
    case .unknown:
      report(
        .unknownVariable, at: index,
        "uses the variable `\(shown)`, which nothing declares or sets",
        "Declare it in the task's variables, or set it before")
    }
  }
}
