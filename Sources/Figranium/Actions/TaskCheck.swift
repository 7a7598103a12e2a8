// The check of a task: the list, its identifiers and its blocks.

/// Looks through a task once.
struct TaskCheck {
  let task: Task
  let elements: [JSONValue]
  let actions: [Action]
  var variables: VariableScope
  var problems: [TaskProblem] = []
  /// The opening actions of the blocks around the current one.
  private var open: [OpenBlock] = []

  private struct OpenBlock {
    let index: Int
    var hasElse = false
  }

  init(task: Task, knownVariables: Set<String>) {
    self.task = task
    elements = task.members["actions"]?.arrayValue ?? []
    actions = elements.map { Action(members: $0.objectValue ?? [:]) }
    variables = VariableScope(
      actions: actions,
      declared: knownVariables.union(
        task.members["variables"]?.objectValue?.map(\.key) ?? []))
  }

  mutating func run() -> [TaskProblem] {
    checkTask()
    checkIDs()
    for (index, action) in actions.enumerated() {
      guard elements[index].objectValue != nil else {
        report(.invalidMember, at: index, "is no object", "Put an action in its place")
        continue
      }
      checkBlocks(index, action)
      guard action.disabled != true else { continue }
      checkMembers(index, action)
      checkVariables(index, action)
      variables.pass(index)
    }
    for block in open {
      report(
        .unbalancedBlock, at: block.index, "opens a block that nothing closes",
        "Add an `end` where the block ends")
    }
    checkExtraction()
    // Those of one action together, and in the order of the actions.
    return problems.enumerated().sorted {
      ($0.element.actionIndex ?? -1, $0.offset) < ($1.element.actionIndex ?? -1, $1.offset)
    }.map(\.element)
  }

  // MARK: Reports

  mutating func report(
    _ kind: TaskProblem.Kind, at index: Int?, _ message: String, _ hint: String,
    severity: TaskProblem.Severity = .error
  ) {
    let action = index.map { actions[$0] }
    problems.append(
      TaskProblem(
        severity: severity, kind: kind, actionIndex: index,
        actionType: action.flatMap { $0.type.rawValue.isEmpty ? nil : $0.type },
        actionID: action?.id, message: message, hint: hint))
  }

  // MARK: The task

  private mutating func checkTask() {
    if let value = task.members["actions"], !value.isNull, value.arrayValue == nil {
      report(
        .invalidMember, at: nil, "has something else where its actions should be",
        "Make `actions` a list")
    }
    let url = task.url ?? ""
    if url.isEmpty {
      report(.missingMember, at: nil, "has no address to start with", "Set its `url`")
    } else {
      checkTemplates([url], at: nil)
      checkAddress(url, at: nil)
    }
  }

  private mutating func checkExtraction() {
    guard let script = task.members.word("extractionScript") else { return }
    variables.passAll()
    checkTemplates([script], at: nil, beside: ["html"])
  }

  private mutating func checkIDs() {
    var first: [String: Int] = [:]
    for (index, action) in actions.enumerated() where elements[index].objectValue != nil {
      guard let id = action.id else {
        report(.invalidID, at: index, "has no identifier", "Give it an `id` of its own")
        continue
      }
      if let earlier = first[id] {
        report(
          .invalidID, at: index, "has the identifier of actions[\(earlier)]",
          "Give it an `id` of its own")
      } else {
        first[id] = index
      }
    }
  }

  // MARK: Blocks

  private mutating func checkBlocks(_ index: Int, _ action: Action) {
    if action.type.opensBlock {
      open.append(OpenBlock(index: index))
      return
    }
    switch action.type {
    case .end:
      guard open.popLast() == nil else { return }
      report(
        .unbalancedBlock, at: index, "closes no block",
        "Take it away, or add what opens the block")
    case .else:
      guard let block = open.last, actions[block.index].type == .if else {
        let around = open.last.map { "a `\(actions[$0.index].type.rawValue)` block" }
        report(
          .unbalancedBlock, at: index, "is in \(around ?? "no block"), not in an `if` block",
          "Put it between an `if` and its `end`, outside the blocks within")
        return
      }
      if block.hasElse {
        report(
          .unbalancedBlock, at: index, "is the second `else` of actions[\(block.index)]",
          "Take one away, or put an `if` block into the first")
      }
      open[open.count - 1].hasElse = true
    default: break
    }
  }
}
