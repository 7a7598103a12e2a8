// The server's word on itself.

/// How the server is.
public struct HealthStatus: Sendable, Hashable, Codable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
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

  /// `ok`, or `degraded` when the server's database is away.
  public var status: String? { members.word("status") }
  /// The server's version, where it tells it.
  public var version: String? { members.word("version") }
}

extension HealthStatus: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "the server's health")
  }
}
