import GLibBridge

/// Executions: listing, reading, stopping, deleting.
extension DemoCore {
  func executions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    endDueRuns()
    if request.method == "GET", segments == ["api", "executions", "list"] {
      return refusalWithoutKey(request, .read) ?? list(request)
    }
    if request.dialect == .documented { return documentedExecutions(request, segments) }
    guard segments.starts(with: ["api", "executions"]) else { return nil }
    switch (request.method, segments.count, segments.last ?? "") {
    case ("GET", 2, _): return refusalWithoutSession(request) ?? list(request)
    case ("GET", 3, "stream"): return refusalWithoutSession(request) ?? stream(request)
    case ("GET", 3, "live") where request.dialect == .v020:
      return refusalWithoutSession(request) ?? open(.list, request)
    case ("GET", 3, let id):
      return refusalWithoutSession(request, orKey: .read) ?? details(id, request)
    case ("GET", 4, "result") where request.dialect == .v020:
      return refusalWithoutSession(request, orKey: .read) ?? fullResult(segments[2], request)
    case ("POST", 3, "stop"): return refusalWithoutSession(request) ?? stop(request)
    case ("POST", 3, "clear"): return refusalWithoutSession(request) ?? clear()
    case ("DELETE", 3, let id): return refusalWithoutSession(request) ?? delete(id)
    default: return nil
    }
  }

  private func documentedExecutions(
    _ request: DemoRequest, _ segments: [String]
  ) -> ServedReply? {
    switch (request.method, segments.count, segments.first, segments.last) {
    case ("POST", 3, "executions", "stop"):
      if let refusal = refusalWithoutKey(request, .read) { return refusal }
      guard let run = find(segments[1], request) else {
        return DemoReply.error(404, "EXECUTION_NOT_FOUND")
      }
      stop(runID: run.runID)
      return DemoReply.success
    case ("GET", 2, "executions", _):
      return refusalWithoutKey(request, .read) ?? details(segments[1], request)
    default: return nil
    }
  }

  private func list(_ request: DemoRequest) -> ServedReply {
    let allowed = tasksAllowed(request)
    let runs = state.withLock { $0.executions.newestFirst }.filter { run in
      // 0.9 knows an execution only once it has ended.
      (request.dialect != .v09 || !run.isRunning) && allowed?.contains(run.task.id) != false
    }
    return DemoReply.json(
      200, ["executions": .array(runs.map { $0.summary(request.dialect).node })])
  }

  private func details(_ id: String, _ request: DemoRequest) -> ServedReply {
    guard let run = find(id, request) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
    if tasksAllowed(request)?.contains(run.task.id) == false {
      return DemoReply.error(403, "TASK_NOT_ALLOWED")
    }
    return DemoReply.json(200, run.details(request.dialect))
  }

  private func fullResult(_ id: String, _ request: DemoRequest) -> ServedReply {
    guard let run = find(id, request) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
    if tasksAllowed(request)?.contains(run.task.id) == false {
      return DemoReply.error(403, "TASK_NOT_ALLOWED")
    }
    guard run.cutBody != nil else { return DemoReply.error(404, "FULL_RESULT_NOT_AVAILABLE") }
    return DemoReply.json(200, run.body.wrapped("{\"result\":", "}"))
  }

  private func stop(_ request: DemoRequest) -> ServedReply {
    let runID = JSONText.trimmed(request.body.string("runId") ?? "")
    if runID.isEmpty { return DemoReply.error(400, "MISSING_RUN_ID") }
    // Also for a run that has ended or never was.
    stop(runID: runID)
    return DemoReply.success
  }

  private func clear() -> ServedReply {
    state.withLock { $0.executions.clear() }
    events.send("{\"type\":\"clear\"}", to: .list)
    return DemoReply.success
  }

  private func delete(_ id: String) -> ServedReply {
    state.withLock { _ = $0.executions.remove(id) }
    let update: JSONNode = ["type": "delete", "id": .string(id)]
    events.send(update.text, to: .list)
    return DemoReply.success
  }

  private func stream(_ request: DemoRequest) -> ServedReply {
    let runID = JSONText.trimmed(request.query["runId"] ?? "")
    return runID.isEmpty
      ? DemoReply.error(400, "MISSING_RUN_ID") : open(.run(runID), request)
  }

  private func open(_ topic: EventHub.Topic, _ request: DemoRequest) -> ServedReply {
    .stream(
      status: 200,
      headers: [("content-type", "text/event-stream"), ("cache-control", "no-cache")],
      source: events.stream(
        topic, keepAliveMilliseconds: request.settings.keepAliveMilliseconds))
  }

  /// The run with this execution id, or, where the server knows it by that, this run id.
  private func find(_ id: String, _ request: DemoRequest) -> DemoRun? {
    state.withLock { state in
      let run = state.executions.run(id)
      if request.dialect == .v09 { return run.flatMap { $0.isRunning ? nil : $0 } }
      return run ?? state.executions.run(runID: id)
    }
  }
}
