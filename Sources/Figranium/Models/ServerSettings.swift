// Settings of the server that scripts read and change.

/// Which user agent the server's browsers show.
public struct UserAgentSettings: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The chosen one: a user agent, or the server's word for its own choice, such as `system`.
  public var selection: String? { members.word("selection") }
  /// Those that the server offers.
  public var userAgents: [String] { members.texts("userAgents") ?? [] }
}

/// What the server keeps, and how it fares.
public struct SystemSettings: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// For how many days executions and captures are kept; `nil` for ever.
  public var retentionDays: Int? { members.integer("retentionDays") }
  /// How the queue of runs stands, as the server tells it.
  public var protection: JSONObject? { members["protection"]?.objectValue }
  /// What the last clearing did, as the server tells it.
  public var cleanup: JSONObject? { members["cleanup"]?.objectValue }
}

extension UserAgentSettings: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "the user agents")
  }
}

extension SystemSettings: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "the system's settings")
  }
}
