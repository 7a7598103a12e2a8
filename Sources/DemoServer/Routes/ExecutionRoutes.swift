import GLibBridge

/// Executions: listing, reading, stopping, deleting.
extension DemoCore {
  func executions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    let method = request.method
    if method == "GET", segments == ["api", "executions", "list"] {
      if let refusal = refusalWithoutKey(request, .read) { return refusal }
      // 0.9 knows an execution only once it has ended.
      let runs = state.value.runs.filter { request.dialect != .v09 || !$0.isRunning }
      let texts = runs.map { $0.json(request.dialect, withResult: false) }
      return DemoReply.json(200, text: "{\"executions\":[\(texts.joined(separator: ","))]}")
    }
    return request.dialect == .documented
      ? documentedExecutions(request, segments) : serverExecutions(request, segments)
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
      state.withLock { $0.finish(run.runID, outcome: "stopped") }
      return DemoReply.success
    case ("GET", 2, "executions", _):
      if let refusal = refusalWithoutKey(request, .read) { return refusal }
      guard let run = find(segments[1], request) else {
        return DemoReply.error(404, "EXECUTION_NOT_FOUND")
      }
      return DemoReply.json(200, text: run.json(.documented, withResult: true))
    default: return nil
    }
  }

  private func serverExecutions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard segments.count == 3, segments.starts(with: ["api", "executions"]) else { return nil }
    switch (request.method, segments[2]) {
    case ("POST", "stop"):
      if let refusal = refusalWithoutSession(request) { return refusal }
      guard let runID = request.body.string("runId"), !runID.isEmpty else {
        return DemoReply.error(400, "MISSING_RUN_ID")
      }
      // Also for a run that has ended or never was.
      state.withLock { $0.finish(runID, outcome: "stopped") }
      return DemoReply.success
    case ("POST", "clear"):
      if let refusal = refusalWithoutSession(request) { return refusal }
      state.withLock { state in state.runs.removeAll { !$0.isRunning } }
      return DemoReply.success
    case ("DELETE", let id):
      if let refusal = refusalWithoutSession(request) { return refusal }
      state.withLock { state in state.runs.removeAll { $0.executionID == id && !$0.isRunning } }
      return DemoReply.success
    case ("GET", let id):
      if let refusal = refusalWithoutSession(request, orKey: .read) {
        return refusal
      }
      guard let run = find(id, request) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
      return DemoReply.json(
        200, text: "{\"execution\":\(run.json(request.dialect, withResult: true))}")
    default: return nil
    }
  }

  /// The run with this execution id, or, where the server knows it by that, this run id.
  private func find(_ id: String, _ request: DemoRequest) -> DemoRun? {
    state.value.runs.first { run in
      if request.dialect == .v09 { return run.executionID == id && !run.isRunning }
      return run.executionID == id || run.runID == id
    }
  }
}
