/// What a key is good for.
enum DemoGrant: Sendable {
  /// The single key: everything that keys may do.
  case everything
  /// A scoped key.
  case scoped(DemoScopedKey)
}

extension DemoServerConfiguration {
  /// The id by which the list of scoped keys knows the single one.
  static let singleKeyID = "legacy"

  /// What `key` is good for, or nil when the server does not take it.
  func grant(for key: String) -> DemoGrant? {
    if !apiKey.isEmpty, key == apiKey { return .everything }
    guard dialect == .v020 else { return nil }
    return scopedKeys.first { $0.secret == key }.map { .scoped($0) }
  }

  /// Whether there is a key to be right or wrong about.
  var hasAnyKey: Bool { !apiKey.isEmpty || (dialect == .v020 && !scopedKeys.isEmpty) }
}

extension DemoGrant {
  /// The server's word for what the key may not do, or nil when it may.
  func refusal(_ permission: DemoScopedKey.Permission, task: String?) -> String? {
    guard case .scoped(let key) = self else { return nil }
    if !key.permissions.contains(permission) { return "API_KEY_FORBIDDEN" }
    return task.map { allows(task: $0) } == false ? "TASK_NOT_ALLOWED" : nil
  }

  /// Whether it is good for this task.
  func allows(task: String) -> Bool {
    guard case .scoped(let key) = self else { return true }
    return key.taskIDs.isEmpty || key.taskIDs.contains(task)
  }
}
