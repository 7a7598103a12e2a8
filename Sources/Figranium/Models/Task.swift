public import FoundationEssentials

// Tasks, whole and in short. Unknown members are kept, so that reading and saving loses nothing.

/// What the short list of tasks tells of one.
public struct TaskSummary: Sendable, Hashable, Identifiable, Codable {
  /// The task's identifier: any text.
  public var id: String
  /// Its name.
  public var name: String
  /// Its description, if it has one.
  public var description: String?

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - id: The task's identifier.
  ///   - name: Its name.
  ///   - description: Its description.
  public init(id: String, name: String, description: String? = nil) {
    self.id = id
    self.name = name
    self.description = description
  }

  /// Decodes an object with an `id`; a task without a name is called by its identifier.
  ///
  /// - Throws: `DecodingError` without an `id`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(JSONValue.self)
    do {
      try self.init(server: value)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }
}

extension TaskSummary: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    let members = try value.members(of: "a task")
    guard let id = members.word("id") else {
      throw ModelMismatch(reason: "it has a task without an identifier")
    }
    self.init(
      id: id, name: members.word("name") ?? id, description: members.word("description"))
  }
}

/// A task as the server keeps it.
///
/// All members are kept in ``ServerModel/members``, also those of later servers; the properties are
/// views of those that are known. In a file that imports Figranium, write `Swift.Task` for Swift's
/// own.
///
/// ```swift
/// var task = try await figranium.tasks.get("task_1")
/// task.wait = .seconds(5)
/// task = try await figranium.tasks.save(task, createVersion: true)
/// ```
public struct Task: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
  }

  /// Creates a task that the server does not know yet.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - url: The page it starts with.
  ///   - mode: What it does with the page.
  ///   - description: Its description.
  ///   - actions: Its steps.
  ///   - variables: Its variables by name.
  public init(
    name: String, url: String, mode: TaskMode, description: String = "", actions: [Action]? = nil,
    variables: [String: TaskVariable]? = nil
  ) {
    members = ["name": .string(name), "url": .string(url), "mode": .string(mode.rawValue)]
    if !description.isEmpty { members["description"] = .string(description) }
    if let actions { self.actions = actions }
    if let variables { self.variables = variables }
  }

  // MARK: What it is

  /// The identifier, `nil` before the task is saved.
  public var id: String? {
    get { members.word("id") }
    set { members.set("id", newValue) }
  }

  /// The name; the identifier when the server tells none.
  public var name: String {
    get { members.word("name") ?? id ?? "" }
    set { members["name"] = .string(newValue) }
  }

  /// The description, if there is one.
  public var description: String? {
    get { members.word("description") }
    set { members.set("description", newValue) }
  }

  /// What it does with its page.
  public var mode: TaskMode? {
    get { members.serverWord("mode") }
    set { members.set("mode", newValue) }
  }

  /// The page it starts with.
  public var url: String? {
    get { members.text("url") }
    set { members.set("url", newValue) }
  }

  // MARK: What it does

  /// How long it waits after the page has loaded (`wait`, in seconds).
  public var wait: Duration? {
    get { members.seconds("wait") }
    set { members.set("wait", seconds: newValue) }
  }

  /// The part of the page to read, in scrape mode.
  public var selector: String? {
    get { members.text("selector") }
    set { members.set("selector", newValue) }
  }

  /// The declared variables by name.
  ///
  /// Setting it keeps the order of those that stay, and what is no object.
  public var variables: [String: TaskVariable]? {
    get {
      members["variables"]?.objectValue.map { variables in
        var result: [String: TaskVariable] = [:]
        for (name, value) in variables {
          if let members = value.objectValue { result[name] = TaskVariable(members: members) }
        }
        return result
      }
    }
    set {
      guard let newValue else {
        members["variables"] = nil
        return
      }
      var result: JSONObject = [:]
      var rest = newValue
      for (name, value) in members["variables"]?.objectValue ?? [:] {
        if let variable = rest.removeValue(forKey: name) {
          result[name] = .object(variable.members)
        } else if value.objectValue == nil {
          result[name] = value
        }
      }
      for (name, variable) in rest.sorted(by: { $0.key < $1.key }) {
        result[name] = .object(variable.members)
      }
      members["variables"] = .object(result)
    }
  }

  /// JavaScript that makes the run's data out of the page.
  public var extractionScript: String? {
    get { members.text("extractionScript") }
    set { members.set("extractionScript", newValue) }
  }

  /// The form of the run's data.
  public var extractionFormat: ExtractionFormat? {
    get { members.serverWord("extractionFormat") }
    set { members.set("extractionFormat", newValue) }
  }

  /// Whether the run's answer holds the page's HTML.
  public var includeHTML: Bool? {
    get { members.flag("includeHtml") }
    set { members.set("includeHtml", newValue) }
  }

  /// Whether that HTML holds the shadow DOM.
  public var includeShadowDOM: Bool? {
    get { members.flag("includeShadowDom") }
    set { members.set("includeShadowDom", newValue) }
  }

  /// Where the server sends what a run extracted.
  public var output: TaskOutput? {
    get { members.model("output") }
    set { members.set("output", newValue) }
  }

  /// When it runs by itself.
  public var schedule: Schedule? {
    get { members.model("schedule") }
    set { members.set("schedule", newValue) }
  }

  // MARK: How it behaves

  /// Whether each run takes another user agent.
  public var rotateUserAgents: Bool? {
    get { members.flag("rotateUserAgents") }
    set { members.set("rotateUserAgents", newValue) }
  }

  /// Whether each run takes another proxy.
  public var rotateProxies: Bool? {
    get { members.flag("rotateProxies") }
    set { members.set("rotateProxies", newValue) }
  }

  /// Whether each run takes another size of the window.
  public var rotateViewport: Bool? {
    get { members.flag("rotateViewport") }
    set { members.set("rotateViewport", newValue) }
  }

  /// Whether it types as a person does.
  public var humanTyping: Bool? {
    get { members.flag("humanTyping") }
    set { members.set("humanTyping", newValue) }
  }

  /// How it behaves like a person.
  public var stealth: StealthConfig? {
    get { members.model("stealth") }
    set { members.set("stealth", newValue) }
  }

  /// Whether captchas are solved as they come.
  public var autoSolveCaptcha: Bool? {
    get { members.flag("autoSolveCaptcha") }
    set { members.set("autoSolveCaptcha", newValue) }
  }

  /// Whether the page is translated, and to which language.
  public var translation: TaskTranslation? {
    get { members.model("translation") }
    set { members.set("translation", newValue) }
  }

  /// Whether no recording is made.
  public var disableRecording: Bool? {
    get { members.flag("disableRecording") }
    set { members.set("disableRecording", newValue) }
  }

  /// Whether the browser starts and ends without stored state.
  public var statelessExecution: Bool? {
    get { members.flag("statelessExecution") }
    set { members.set("statelessExecution", newValue) }
  }

  /// The cabinet that takes the files it downloads.
  public var downloadCabinetID: String? {
    get { members.text("downloadCabinetId") }
    set { members.set("downloadCabinetId", newValue) }
  }

  // MARK: What the server notes

  /// When it was changed, where the server tells it.
  public var updatedAt: Date? { members.date("updatedAt") }
  /// When it was last opened in the editor, where the server tells it.
  public var lastOpened: Date? { members.date("last_opened") }
}

extension Task: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "a task")
  }
}
