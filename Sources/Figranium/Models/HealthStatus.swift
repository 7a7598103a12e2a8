// The server's word on itself.

/// How the server is.
public struct HealthStatus: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
  }

  /// `ok`, or `degraded` when the server's database is away.
  public var status: String? { members.word("status") }
  /// Whether the server's database is away.
  public var isDegraded: Bool { status == "degraded" }
  /// The server's version, where it tells it.
  public var version: String? { members.word("version") }
  /// How long the server has been running.
  public var uptime: Duration? { members.seconds("uptime") }
  /// Where the server keeps its data, such as `json` or `postgres`.
  public var storage: String? { members.word("storage") }
}

extension HealthStatus: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "the server's health")
  }
}
