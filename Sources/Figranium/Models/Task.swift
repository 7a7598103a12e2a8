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

extension Task: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "a task")
  }
}

/// A task as the server keeps it.
///
/// All members are kept in ``members``, also those of later servers; the properties are views of
/// the common ones. In a file that imports Figranium, write `Swift.Task` for Swift's own.
public struct Task: Sendable, Hashable, Identifiable, Codable {
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
  ///   - mode: `agent`, `scrape` or `headful`.
  ///   - description: Its description.
  public init(name: String, url: String, mode: String, description: String = "") {
    members = ["name": .string(name), "url": .string(url), "mode": .string(mode)]
    if !description.isEmpty { members["description"] = .string(description) }
  }

  /// Decodes any object.
  ///
  /// - Throws: `DecodingError` when it is no object.
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode(JSONObject.self)
  }

  /// Encodes every member.
  ///
  /// - Throws: `EncodingError` as `JSONValue` does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }

  /// The identifier, `nil` before the task is saved.
  public var id: String? {
    get { members.word("id") }
    set { members["id"] = newValue.map(JSONValue.string) }
  }

  /// The name; the identifier when the server tells none.
  public var name: String {
    get { members.word("name") ?? id ?? "" }
    set { members["name"] = .string(newValue) }
  }

  /// The description, if there is one.
  public var description: String? {
    get { members.word("description") }
    set { members["description"] = newValue.map(JSONValue.string) }
  }

  /// `agent`, `scrape` or `headful`.
  public var mode: String? {
    get { members.text("mode") }
    set { members["mode"] = newValue.map(JSONValue.string) }
  }

  /// The page it starts with.
  public var url: String? {
    get { members.text("url") }
    set { members["url"] = newValue.map(JSONValue.string) }
  }

  /// The declared variables by name, each with `type` and `value`.
  public var variables: JSONObject? {
    get { members["variables"]?.objectValue }
    set { members["variables"] = newValue.map(JSONValue.object) }
  }
}
