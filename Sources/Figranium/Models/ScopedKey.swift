public import FoundationEssentials

// Keys that may do some things only. What a key is made of is a `Secret`, and stands in no model.

/// What a scoped key may do.
public struct KeyPermission: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// List and read tasks.
  public static let readTasks: Self = "tasks:read"
  /// Run tasks.
  public static let runTasks: Self = "tasks:run"
  /// Make, change and delete tasks.
  public static let manageTasks: Self = "tasks:manage"
}

/// A key that the server knows, without what it is made of.
public struct ScopedKey: ServerModel, Identifiable {
  /// Every member, by the server's name, none of them secret.
  public var members: JSONObject

  /// Wraps members; those that might hold the key itself are dropped.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
    for name in Self.secretNames { self.members[name] = nil }
  }

  private static let secretNames = ["secret", "apiKey", "key", "value", "token", "exportSecret"]

  /// Its identifier.
  public var id: String { members.word("id") ?? "" }
  /// Its name.
  public var name: String { members.text("name") ?? "" }
  /// What it may do.
  public var permissions: [KeyPermission] { members.serverWords("permissions") ?? [] }
  /// The tasks it may use; all when empty.
  public var taskIDs: [String] { members.texts("taskIds") ?? [] }
  /// When it was made.
  public var createdAt: Date? { members.date("createdAt") }
  /// Whether it is the single key of before scoped ones.
  public var isLegacy: Bool { members.flag("legacy") ?? false }
}

/// The keys that a server knows.
public struct ScopedKeyList: Sendable, Hashable {
  /// The keys.
  public let keys: [ScopedKey]
  /// What the single key of before scoped ones is made of, where there still is one.
  public let legacySecret: Secret?
  /// What keys may be allowed on this server.
  public let permissions: [KeyPermission]
}

/// A key just made.
public struct NewScopedKey: Sendable, Hashable {
  /// The key.
  public let key: ScopedKey
  /// What it is made of; the server shows it this once.
  public let secret: Secret
}

extension ScopedKey: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    self.init(members: try value.members(of: "a key"))
    guard members.word("id") != nil else {
      throw ModelMismatch(reason: "it has a key without an identifier")
    }
  }
}

extension ScopedKeyList {
  init(server value: JSONValue, secret: Secret?) throws(ModelMismatch) {
    let members = try value.members(of: "the list of keys")
    keys = try members.list("keys")
    legacySecret = secret
    permissions = members.serverWords("permissions") ?? []
  }
}

extension NewScopedKey {
  init(server value: JSONValue, secret: Secret?) throws(ModelMismatch) {
    let members = try value.members(of: "a new key")
    guard let secret else { throw ModelMismatch(reason: "it has no secret") }
    self.secret = secret
    guard let object = members["key"] else { throw ModelMismatch(reason: "it has no key") }
    key = try ScopedKey(server: object)
  }
}
