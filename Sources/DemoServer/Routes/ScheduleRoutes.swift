import GLibBridge

/// The schedules of tasks, for signed-in users. The demo server runs nothing by them.
extension DemoCore {
  func schedules(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented, segments.starts(with: ["api", "schedules"]) else {
      return nil
    }
    let answer: () -> ServedReply
    switch (request.method, segments.count) {
    case ("GET", 2): answer = { [self] in listSchedules() }
    case ("GET", 4) where segments.suffix(2) == ["status", "all"]:
      answer = { [self] in schedulerStatus() }
    case ("GET", 4) where segments[3] == "status":
      answer = { [self] in scheduleStatus(segments[2]) }
    case ("POST", 4) where segments[3] == "describe":
      answer = { Self.describe(request.body) }
    case ("POST", 3): answer = { [self] in setSchedule(segments[2], request.body) }
    case ("DELETE", 3): answer = { [self] in deleteSchedule(segments[2]) }
    default: return nil
    }
    return refusalWithoutSession(request) ?? answer()
  }

  private static let noTask = DemoReply.error(404, "TASK_NOT_FOUND")

  private func scheduled() -> [TaskState.Stored] {
    state.withLock { $0.tasks.all }.filter { $0.members["schedule"]?.members != nil }
  }

  private func listSchedules() -> ServedReply {
    let schedules: [JSONNode] = scheduled().map { task in
      [
        "taskId": .string(task.id), "taskName": task.members["name"] ?? .null,
        "mode": task.members["mode"] ?? .null, "schedule": task.members["schedule"] ?? .null,
      ]
    }
    return DemoReply.json(200, ["schedules": .array(schedules)])
  }

  private func setSchedule(_ id: String, _ body: JSONMembers) -> ServedReply {
    state.withLock { state in
      guard var task = state.tasks[id] else { return Self.noTask }
      var schedule = task.members["schedule"]?.members ?? [:]
      for member in body.list { schedule[member.key] = member.value }
      // Of the two ways to say when, the one that was sent counts alone.
      let hasCron = body.string("cron")?.isEmpty == false
      let hasFrequency = body.string("frequency")?.isEmpty == false
      if hasCron, !hasFrequency {
        for key in [
          "frequency", "intervalMinutes", "hour", "minute", "daysOfWeek", "dayOfMonth",
        ] {
          schedule[key] = nil
        }
      } else if hasFrequency, !hasCron {
        schedule["cron"] = nil
      }
      for key in ["cron", "frequency"] where body[key] == .null { schedule[key] = nil }
      let cron = CronExpression(schedule: schedule)
      if schedule["enabled"]?.bool == true, cron == nil {
        return DemoReply.json(
          400,
          [
            "error": "INVALID_SCHEDULE",
            "message":
              "Cannot resolve a valid cron expression from the provided schedule config.",
          ])
      }
      let next = cron?.next(after: DemoState.now())
      if let cron {
        schedule["cron"] = .string(cron.text)
        schedule["nextRun"] = next.map { .number($0) } ?? .null
      }
      task.members["schedule"] = schedule.node
      state.tasks[id] = task
      return DemoReply.json(
        200,
        [
          "schedule": schedule.node, "description": .string(orNull: cron?.description),
          "nextRun": next.map { .number($0) } ?? .null,
        ])
    }
  }

  private func deleteSchedule(_ id: String) -> ServedReply {
    state.withLock { state in
      guard state.tasks[id] != nil else { return Self.noTask }
      state.tasks[id]?.members["schedule"] = nil
      return DemoReply.json(200, ["success": true, "schedule": .null])
    }
  }

  private func scheduleStatus(_ id: String) -> ServedReply {
    guard let task = state.withLock({ $0.tasks[id] }) else { return Self.noTask }
    let schedule = task.members["schedule"]?.members ?? [:]
    let cron = CronExpression(schedule: schedule)
    return DemoReply.json(
      200,
      [
        "schedule": schedule.node, "cron": .string(orNull: cron?.text),
        "description": .string(orNull: cron?.description), "isValid": .bool(cron != nil),
      ])
  }

  private static func describe(_ schedule: JSONMembers) -> ServedReply {
    guard let cron = CronExpression(schedule: schedule) else {
      return DemoReply.json(
        200, ["valid": false, "description": .null, "cron": .null, "nextRun": .null])
    }
    return DemoReply.json(
      200,
      [
        "valid": true, "cron": .string(cron.text), "description": .string(cron.description),
        "nextRun": cron.next(after: DemoState.now()).map { .number($0) } ?? .null,
      ])
  }

  private func schedulerStatus() -> ServedReply {
    let tasks: [JSONNode] = scheduled().compactMap { task in
      guard let schedule = task.members["schedule"]?.members, schedule["enabled"]?.bool == true,
        let cron = CronExpression(schedule: schedule), let next = cron.next(after: DemoState.now())
      else { return nil }
      return [
        "taskId": .string(task.id), "cron": .string(cron.text),
        "nextRun": .string(DemoState.iso(next)), "nextRunMs": .number(next),
      ]
    }
    return DemoReply.json(
      200, ["running": true, "scheduledCount": .number(tasks.count), "tasks": .array(tasks)])
  }
}
