import GLibBridge

/// Running a task, and running without one: the answer comes when the run has ended.
extension DemoCore {
  func runs(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.method == "POST" else { return nil }
    guard let id = taskToRun(request.dialect, segments) else {
      return request.dialect == .documented ? nil : oneOff(request, segments)
    }
    if let refusal = refusalWithoutKey(request, .run, task: id) { return refusal }
    guard let task = state.withLock({ $0.tasks[id] }) else {
      return DemoReply.json(404, ["error": "TASK_NOT_FOUND"], headers: RateLimit.headers())
    }
    return run(task.task, request)
  }

  private func taskToRun(_ dialect: DemoDialect, _ segments: [String]) -> String? {
    if dialect == .documented {
      guard segments.count == 3, segments[0] == "tasks", segments[2] == "run" else { return nil }
      return segments[1]
    }
    // The route without `/api` is another name of the same.
    let route = segments.first == "api" ? segments.dropFirst() : segments[...]
    guard route.count == 3, route.first == "tasks", route.last == "api" else { return nil }
    return route[route.startIndex + 1]
  }

  private func oneOff(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    switch segments {
    case ["scrape"], ["agent"]:
      if let refusal = refusalWithoutSession(request) { return refusal }
      guard let url = request.body.string("url"), !url.isEmpty else {
        return DemoReply.json(
          400, ["error": "URL is required."], headers: RateLimit.headers())
      }
      return run(
        DemoTask(
          id: "", name: request.body.string("name") ?? "", mode: segments[0], url: url,
          members: ""), request)
    case ["headful"]:
      if let refusal = refusalWithoutSession(request) { return refusal }
      state.withLock { $0.isHeadfulOpen = true }
      return DemoReply.json(
        200, ["message": "Headful session started.", "userAgentUsed": "Mozilla/5.0 (demo)"],
        headers: RateLimit.headers())
    case ["headful", "stop"]:
      if let refusal = refusalWithoutSession(request) { return refusal }
      let wasOpen = state.withLock { state in
        defer { state.isHeadfulOpen = false }
        return state.isHeadfulOpen
      }
      return DemoReply.json(
        200,
        [
          "message": wasOpen ? "Headful session stopped." : "No active headful session."
        ])
    default: return nil
    }
  }
}
