// What a server says it can do.

/// What a server says it can do; no key is needed to ask.
public struct Capabilities: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
  }

  /// The version of the API, such as `1`.
  public var apiVersion: String? { members.word("apiVersion") }
  /// The server's version.
  public var runtimeVersion: String? { members.word("runtimeVersion") }

  /// The features that the server names, and whether it has each.
  public var features: [String: Bool] {
    var result: [String: Bool] = [:]
    for (name, value) in members["features"]?.objectValue ?? [:] {
      if let flag = value.boolValue { result[name] = flag }
    }
    return result
  }

  /// The types of steps that the server knows.
  public var actionTypes: [String] {
    members["actions"]?.arrayValue?.compactMap { $0["type"]?.stringValue ?? $0.stringValue } ?? []
  }
}

extension Capabilities: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    members = try value.members(of: "the server's capabilities")
  }
}
