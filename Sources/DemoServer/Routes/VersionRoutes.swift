import GLibBridge

/// The versions of a task, for signed-in users.
extension DemoCore {
  func versions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard (4...5).contains(segments.count) else { return nil }
    let id = segments[2]
    let rest = Array(segments.dropFirst(3))
    let answer: (inout DemoState, inout TaskState.Stored) -> ServedReply
    switch (request.method, rest.first, rest.count) {
    case ("GET", "versions", 1): answer = { _, task in Self.list(task) }
    case ("POST", "versions", 2) where rest[1] == "clear":
      answer = { _, task in
        task.versions = []
        return DemoReply.success
      }
    case ("GET", "versions", 2): answer = { _, task in Self.version(rest[1], task) }
    case ("DELETE", "versions", 2): answer = { _, task in Self.delete(rest[1], &task) }
    case ("POST", "rollback", 1):
      answer = { state, task in Self.rollBack(&state, &task, request) }
    default: return nil
    }
    if let refusal = refusalWithoutSession(request) { return refusal }
    return state.withLock { state in
      guard var task = state.tasks[id] else { return DemoReply.error(404, "TASK_NOT_FOUND") }
      let reply = answer(&state, &task)
      state.tasks[id] = task
      return reply
    }
  }

  private static func list(_ task: TaskState.Stored) -> ServedReply {
    let versions: [JSONNode] = task.versions.map { version in
      func member(_ key: String) -> JSONNode? { version.snapshot[key] ?? task.members[key] }
      var members: JSONMembers = [
        "id": .string(version.id), "timestamp": .number(version.timestamp),
      ]
      members["name"] = member("name")
      members["mode"] = member("mode")
      return members.node
    }
    return DemoReply.json(200, ["versions": .array(versions)])
  }

  private static func version(_ id: String, _ task: TaskState.Stored) -> ServedReply {
    guard let version = task.versions.first(where: { $0.id == id }) else {
      return DemoReply.error(404, "VERSION_NOT_FOUND")
    }
    return DemoReply.json(
      200,
      [
        "snapshot": version.snapshot.node,
        "metadata": ["id": .string(id), "timestamp": .number(version.timestamp)],
      ])
  }

  private static func delete(_ id: String, _ task: inout TaskState.Stored) -> ServedReply {
    guard task.versions.contains(where: { $0.id == id }) else {
      return DemoReply.error(404, "VERSION_NOT_FOUND")
    }
    task.versions.removeAll { $0.id == id }
    return DemoReply.json(200, ["success": true, "versionId": .string(id)])
  }

  private static func rollBack(
    _ state: inout DemoState, _ task: inout TaskState.Stored, _ request: DemoRequest
  ) -> ServedReply {
    guard let id = request.body.string("versionId"), !id.isEmpty else {
      return DemoReply.error(400, "MISSING_VERSION_ID")
    }
    guard let version = task.versions.first(where: { $0.id == id }) else {
      return DemoReply.error(404, "VERSION_NOT_FOUND")
    }
    task.versions.append(state.version(of: task))
    var members = version.snapshot
    members["id"] = .string(task.id)
    if request.dialect == .v020, !members.has("stickyNotes") {
      members["stickyNotes"] = task.members["stickyNotes"]
    }
    members["last_opened"] = .number(DemoState.now())
    task.members = members
    return DemoReply.json(200, task.json)
  }
}

extension DemoState {
  /// The task as it is now, as a version of it.
  mutating func version(of task: TaskState.Stored) -> TaskState.Version {
    var snapshot = task.members
    snapshot["versions"] = nil
    let now = Self.now()
    return TaskState.Version(
      id: "ver_\(now)_\(nextNumber())", timestamp: now, snapshot: snapshot)
  }
}
