import GLibBridge

/// The task lists, and saving, changing and deleting tasks.
extension DemoCore {
  func tasks(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard segments.starts(with: ["api", "tasks"]) else { return nil }
    switch (request.method, segments.count) {
    case ("GET", 3) where segments[2] == "list":
      return refusalWithoutKey(request, .read) ?? summaries(request)
    case ("GET", 2):
      return refusalWithoutSession(request, orKey: .read) ?? fullTasks(request)
    default: break
    }
    guard request.dialect != .documented else { return nil }
    switch (request.method, segments.count) {
    case ("POST", 2):
      return refusalWithoutSession(
        request, orKey: .manage, task: request.body.string("id")) ?? save(request)
    case ("PATCH", 3):
      return refusalWithoutSession(request, orKey: .manage, task: segments[2])
        ?? patch(segments[2], request)
    case ("DELETE", 3):
      return refusalWithoutSession(request, orKey: .manage, task: segments[2])
        ?? delete(segments[2], request)
    case ("POST", 4) where segments[3] == "touch":
      return refusalWithoutSession(request) ?? touch(segments[2])
    case ("POST", 3) where segments[2].hasPrefix("generate-"):
      return generate(request, segments[2])
    default: return versions(request, segments)
    }
  }

  private func visibleTasks(_ request: DemoRequest) -> [TaskState.Stored] {
    let allowed = tasksAllowed(request)
    return state.withLock { $0.tasks.all }.filter { allowed?.contains($0.id) != false }
  }

  private func summaries(_ request: DemoRequest) -> ServedReply {
    DemoReply.json(200, ["tasks": .array(visibleTasks(request).map(\.summary))])
  }

  private func fullTasks(_ request: DemoRequest) -> ServedReply {
    // From 0.19 on the list leaves the versions out.
    let hasVersions = request.dialect < .v019
    return DemoReply.json(
      200, .array(visibleTasks(request).map { hasVersions ? $0.json : $0.jsonWithoutVersions }))
  }

  private func save(_ request: DemoRequest) -> ServedReply {
    let saved: TaskState.Stored? = state.withLock { state in
      var members = request.body
      if members.string("id")?.isEmpty != false {
        members["id"] = .string("task_\(DemoState.now())_\(state.nextNumber())")
      }
      var task = TaskState.Stored(members: members)
      let existing = state.tasks[task.id]
      if existing == nil, request.query["update"] == "true" { return nil }
      if let existing {
        task.versions = existing.versions
        if request.query["version"] == "true" { task.versions.append(state.version(of: existing)) }
        // Clients that do not know the notes of the canvas must not take them away.
        if request.dialect == .v020, !members.has("stickyNotes") {
          task.members["stickyNotes"] = existing.members["stickyNotes"]
        }
      }
      state.tasks[task.id] = task
      return task
    }
    guard let saved else { return DemoReply.error(404, "TASK_NOT_FOUND") }
    return DemoReply.json(200, saved.json)
  }

  private func patch(_ id: String, _ request: DemoRequest) -> ServedReply {
    let time = DemoState.iso(DemoState.now())
    let patched: TaskState.Stored? = state.withLock { state in
      guard var task = state.tasks[id] else { return nil }
      task.versions.append(state.version(of: task))
      for member in request.body.list where member.key != "id" && member.key != "versions" {
        task.members[member.key] = member.value
      }
      task.members["updatedAt"] = .string(time)
      task.members["last_opened"] = .number(DemoState.now())
      state.tasks[id] = task
      return task
    }
    guard let patched else { return DemoReply.error(404, "TASK_NOT_FOUND") }
    return DemoReply.json(
      200,
      [
        "id": .string(id), "updatedAt": .string(time), "status": "success", "task": patched.json,
      ])
  }

  private func delete(_ id: String, _ request: DemoRequest) -> ServedReply {
    let wasThere = state.withLock { state in
      defer { state.tasks[id] = nil }
      return state.tasks[id] != nil
    }
    // 0.9 does not say whether it was there.
    if request.dialect == .v09 { return DemoReply.success }
    guard wasThere else { return DemoReply.error(404, "TASK_NOT_FOUND") }
    return DemoReply.json(
      200,
      ["id": .string(id), "deleted": true, "message": "Task successfully removed."])
  }

  private func touch(_ id: String) -> ServedReply {
    let touched: TaskState.Stored? = state.withLock { state in
      state.tasks[id]?.members["last_opened"] = .number(DemoState.now())
      return state.tasks[id]
    }
    guard let touched else { return DemoReply.error(404, "TASK_NOT_FOUND") }
    return DemoReply.json(200, touched.json)
  }

  private func generate(_ request: DemoRequest, _ route: String) -> ServedReply? {
    switch route {
    case "generate-selector":
      if let refusal = refusalWithoutSession(request) { return refusal }
      guard request.body["task"]?.members?["actions"] != nil,
        request.body["actionIndex"]?.integer != nil,
        let prompt = request.body.string("prompt"), !prompt.isEmpty
      else { return DemoReply.error(400, "Missing task, actionIndex, or prompt.") }
      let label = JSONText.string(prompt)
      return DemoReply.json(200, ["selector": .string("[aria-label=\(label)]")])
    case "generate-script":
      if let refusal = refusalWithoutSession(request) { return refusal }
      guard let description = request.body.string("description"),
        !JSONText.trimmed(description).isEmpty
      else { return DemoReply.error(400, "Missing description.") }
      let comment = description.split(whereSeparator: \.isNewline).joined(separator: " ")
      return DemoReply.json(
        200, ["script": .string("// \(comment)\nreturn document.title;")])
    default: return nil
    }
  }
}
