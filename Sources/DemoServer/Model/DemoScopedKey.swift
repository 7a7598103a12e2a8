/// A key of late servers that may do some things, for some tasks.
package struct DemoScopedKey: Sendable, Equatable {
  /// What a key may do; the server's own words.
  package enum Permission: String, Sendable, CaseIterable {
    /// List tasks, executions, captures and cabinets, and read them.
    case read = "tasks:read"
    /// Run tasks.
    case run = "tasks:run"
    /// Save, change and delete tasks.
    case manage = "tasks:manage"
  }

  /// What it is revoked by.
  package var id: String

  /// The name its owner gave it.
  package var name: String

  /// The key itself; the server shows it once.
  package var secret: String

  /// What it may do.
  package var permissions: [Permission]

  /// The tasks it is good for; empty means all.
  package var taskIDs: [String]

  /// When it was made, in milliseconds since 1970.
  package var createdAt: Int64

  /// Describes a key that the server has from its start.
  package init(
    id: String, name: String, secret: String, permissions: [Permission] = Permission.allCases,
    taskIDs: [String] = [], createdAt: Int64 = 1_700_000_000_000
  ) {
    self.id = id
    self.name = name
    self.secret = secret
    self.permissions = permissions
    self.taskIDs = taskIDs
    self.createdAt = createdAt
  }

  /// The key as lists show it: without its secret.
  var json: JSONNode {
    [
      "id": .string(id), "name": .string(name),
      "permissions": .strings(permissions.map(\.rawValue)),
      "taskIds": .strings(taskIDs), "createdAt": .number(createdAt),
    ]
  }
}
