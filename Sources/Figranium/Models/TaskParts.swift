// The objects within a task.

/// A variable of a task: its type and its value when a run gives none.
public struct TaskVariable: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Creates a variable.
  ///
  /// - Parameters:
  ///   - type: Its type.
  ///   - value: Its value when a run gives none.
  ///   - autoCreated: Whether the editor made it, rather than a person.
  public init(type: VariableType, value: JSONValue, autoCreated: Bool? = nil) {
    members = ["type": .string(type.rawValue), "value": value]
    if let autoCreated { members["autoCreated"] = .bool(autoCreated) }
  }

  /// Its type.
  public var type: VariableType? {
    get { members.serverWord("type") }
    set { members.set("type", newValue) }
  }

  /// Its value when a run gives none.
  public var value: JSONValue? {
    get { members["value"] }
    set { members["value"] = newValue }
  }

  /// Whether the editor made it, rather than a person.
  public var autoCreated: Bool? {
    get { members.flag("autoCreated") }
    set { members.set("autoCreated", newValue) }
  }
}

/// How a run behaves like a person; each is off where the server sends nothing.
public struct StealthConfig: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Creates one that says nothing.
  public init() { members = [:] }

  /// Whether it mistypes and corrects itself.
  public var allowTypos: Bool? {
    get { members.flag("allowTypos") }
    set { members.set("allowTypos", newValue) }
  }

  /// Whether it moves the pointer while it waits.
  public var idleMovements: Bool? {
    get { members.flag("idleMovements") }
    set { members.set("idleMovements", newValue) }
  }

  /// Whether it scrolls too far and back.
  public var overscroll: Bool? {
    get { members.flag("overscroll") }
    set { members.set("overscroll", newValue) }
  }

  /// Whether it clicks where nothing is.
  public var deadClicks: Bool? {
    get { members.flag("deadClicks") }
    set { members.set("deadClicks", newValue) }
  }

  /// Whether it becomes slower with time.
  public var fatigue: Bool? {
    get { members.flag("fatigue") }
    set { members.set("fatigue", newValue) }
  }

  /// Whether it types in an uneven rhythm.
  public var naturalTyping: Bool? {
    get { members.flag("naturalTyping") }
    set { members.set("naturalTyping", newValue) }
  }

  /// Whether the pointer moves in curves.
  public var cursorGlide: Bool? {
    get { members.flag("cursorGlide") }
    set { members.set("cursorGlide", newValue) }
  }

  /// Whether it clicks beside an element's middle.
  public var randomizeClicks: Bool? {
    get { members.flag("randomizeClicks") }
    set { members.set("randomizeClicks", newValue) }
  }
}

/// Whether a run translates its page, and to which language.
public struct TaskTranslation: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Creates one.
  ///
  /// - Parameters:
  ///   - enabled: Whether it translates.
  ///   - targetLanguage: The language, as the server names it.
  public init(enabled: Bool, targetLanguage: String) {
    members = ["enabled": .bool(enabled), "targetLanguage": .string(targetLanguage)]
  }

  /// Whether it translates.
  public var enabled: Bool? {
    get { members.flag("enabled") }
    set { members.set("enabled", newValue) }
  }

  /// The language, as the server names it.
  public var targetLanguage: String? {
    get { members.text("targetLanguage") }
    set { members.set("targetLanguage", newValue) }
  }
}

/// Where the server sends what a run extracted.
public struct TaskOutput: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Creates one.
  ///
  /// - Parameters:
  ///   - provider: The service, such as `baserow`.
  ///   - credentialID: The server's identifier of the credential for it.
  ///   - tableID: The table there.
  ///   - onError: What happens when it cannot be delivered; `nil` leaves it to the server.
  public init(
    provider: String = "baserow", credentialID: String, tableID: String,
    onError: OutputErrorRule? = nil
  ) {
    members = [
      "provider": .string(provider), "credentialId": .string(credentialID),
      "tableId": .string(tableID),
    ]
    members.set("onError", onError)
  }

  /// The service, such as `baserow`.
  public var provider: String? {
    get { members.text("provider") }
    set { members.set("provider", newValue) }
  }

  /// The server's identifier of the credential for it.
  public var credentialID: String? {
    get { members.text("credentialId") }
    set { members.set("credentialId", newValue) }
  }

  /// The table there.
  public var tableID: String? {
    get { members.text("tableId") }
    set { members.set("tableId", newValue) }
  }

  /// What happens when it cannot be delivered.
  public var onError: OutputErrorRule? {
    get { members.serverWord("onError") }
    set { members.set("onError", newValue) }
  }
}
