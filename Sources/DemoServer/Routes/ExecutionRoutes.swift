import GLibBridge

/// Executions: listing, reading, stopping, deleting.
extension DemoCore {
  func executions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    let method = request.served.method
    if method == "GET", segments == ["api", "executions", "list"] {
      if !isSignedIn(request), let refusal = refusalWithoutKey(request) { return refusal }
      // 0.9 knows an execution only once it has ended.
      let runs = state.value.runs.filter { dialect != .v09 || !$0.isRunning }
      let texts = runs.map { $0.json(dialect, withResult: false) }
      return DemoReply.json(200, "{\"executions\":[\(texts.joined(separator: ","))]}")
    }
    return dialect == .documented
      ? documentedExecutions(request, segments) : serverExecutions(request, segments)
  }

  private func documentedExecutions(
    _ request: DemoRequest, _ segments: [String]
  ) -> ServedReply? {
    switch (request.served.method, segments.count, segments.first, segments.last) {
    case ("POST", 3, "executions", "stop"):
      if let refusal = refusalWithoutKey(request) { return refusal }
      guard let run = find(segments[1]) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
      state.withLock { $0.finish(run.runID, outcome: "stopped") }
      return DemoReply.success
    case ("GET", 2, "executions", _):
      if let refusal = refusalWithoutKey(request) { return refusal }
      guard let run = find(segments[1]) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
      return DemoReply.json(200, run.json(.documented, withResult: true))
    default: return nil
    }
  }

  private func serverExecutions(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard segments.count == 3, segments.starts(with: ["api", "executions"]) else { return nil }
    switch (request.served.method, segments[2]) {
    case ("POST", "stop"):
      if let refusal = refusalWithoutSession(request) { return refusal }
      guard let runID = request.body.runID, !runID.isEmpty else {
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
      if let refusal = refusalWithoutSession(request, keyWillDo: dialect == .v019) {
        return refusal
      }
      guard let run = find(id) else { return DemoReply.error(404, "EXECUTION_NOT_FOUND") }
      return DemoReply.json(200, "{\"execution\":\(run.json(dialect, withResult: true))}")
    default: return nil
    }
  }

  /// The run with this execution id, or, where the server knows it by that, this run id.
  private func find(_ id: String) -> DemoRun? {
    state.value.runs.first { run in
      if dialect == .v09 { return run.executionID == id && !run.isRunning }
      return run.executionID == id || run.runID == id
    }
  }
}
