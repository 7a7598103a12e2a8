// A task and its actions.

extension Task {
  /// Creates a task from its actions, written as a block.
  ///
  /// ```swift
  /// let task = Task("Search", url: "https://example.com", variables: ["query": "swift"]) {
  ///   TypeText("#search", "\(variable("query"))")
  ///   Press("Enter")
  ///   ForEach(selector: ".result") {
  ///     If(.variable("loop.text"), .contains, "sold out") {
  ///       DoNothing()
  ///     } else: {
  ///       Click(".details")
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Every block is closed, and every action has an identifier of its own: of two actions with one
  /// identifier, such as an action used twice, the later gets another.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - url: The page it starts with; it may have templates.
  ///   - mode: ``TaskMode/agent``, which is what runs actions, or another.
  ///   - description: Its description.
  ///   - variables: The task's variables and their values when a run gives none: text, numbers and
  ///     truth values.
  ///   - ids: Makes the identifiers; by default they are counted, so that the same source gives
  ///     the same task.
  ///   - actions: The actions.
  /// - Throws: What `actions` throws.
  public init(
    _ name: String, url: String, mode: TaskMode = .agent, description: String = "",
    variables: JSONObject = [:], ids: ActionIDGenerator = .counted(),
    @ActionsBuilder actions: () throws -> [Action]
  ) rethrows {
    let made = try ids.withValue { try actions() }
    self.init(name: name, url: url, mode: mode, description: description)
    if !variables.isEmpty {
      members["variables"] = .object(
        JSONObject(
          uniqueKeysWithValues: variables.map { ($0.key, Self.declaration(of: $0.value)) }))
    }
    self.actions = made.withUniqueIDs(from: ids)
  }

  /// Creates a task from a list of actions.
  ///
  /// - Parameters:
  ///   - name: The task's name.
  ///   - url: The page it starts with; it may have templates.
  ///   - mode: ``TaskMode/agent``, which is what runs actions, or another.
  ///   - description: Its description.
  ///   - variables: The task's variables and their values when a run gives none.
  ///   - actions: The actions, with blocks opened and closed by ``Actions``.
  public init(
    _ name: String, url: String, mode: TaskMode = .agent, description: String = "",
    variables: JSONObject = [:], actions: [Action]
  ) {
    self.init(
      name, url: url, mode: mode, description: description, variables: variables,
      ids: .random
    ) { actions }
  }

  /// The actions; `nil` when there are none, or when what is there is no list of objects.
  ///
  /// ``members`` has them as they came.
  public var actions: [Action]? {
    get {
      guard let elements = members["actions"]?.arrayValue else { return nil }
      let objects = elements.compactMap(\.objectValue)
      return objects.count == elements.count ? objects.map(Action.init(members:)) : nil
    }
    set {
      members["actions"] = newValue.map { .array($0.map { .object($0.members) }) }
    }
  }

  /// A variable as the server keeps it.
  private static func declaration(of value: JSONValue) -> JSONValue {
    let type =
      switch value {
      case .bool: "boolean"
      case _ where value.doubleValue != nil: "number"
      default: "string"
      }
    return ["type": .string(type), "value": value]
  }
}

extension [Action] {
  /// The same actions, where each has an identifier that none before it has.
  func withUniqueIDs(from ids: ActionIDGenerator) -> [Action] {
    var used: Set<String> = []
    return map { action in
      if let id = action.id, used.insert(id).inserted { return action }
      var id = ids(action.type)
      // A generator that repeats itself is the caller's mistake; `validate()` names it.
      for _ in 0..<count where used.contains(id) { id = ids(action.type) }
      used.insert(id)
      return action.with(id: id)
    }
  }
}
