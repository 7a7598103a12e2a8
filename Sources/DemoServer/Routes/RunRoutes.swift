import GLibBridge

/// Running a task: the answer comes when the run has ended.
extension DemoCore {
  func runs(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.method == "POST" else { return nil }
    let id: String
    if request.dialect == .documented {
      guard segments.count == 3, segments[0] == "tasks", segments[2] == "run" else { return nil }
      id = segments[1]
    } else {
      // The route without `/api` is another name of the same.
      let route = segments.first == "api" ? segments.dropFirst() : segments[...]
      guard route.count == 3, route.first == "tasks", route.last == "api" else { return nil }
      id = route[route.startIndex + 1]
    }
    if let refusal = refusalWithoutKey(request, .run, task: id) { return refusal }
    guard let task = request.settings.tasks.first(where: { $0.id == id }) else {
      return DemoReply.error(404, "TASK_NOT_FOUND")
    }
    return run(task, request)
  }

  private func run(_ task: DemoTask, _ request: DemoRequest) -> ServedReply {
    let (run, gate) = state.withLock { state in
      state.begin(
        task, path: request.served.path, runID: request.body.string("runId"),
        source: request.body.string("runSource"))
    }
    let settings = request.settings
    let answer: @Sendable () -> ServedReply = { [self] in
      state.withLock { state in
        state.finish(run.runID)
        let ended = state.runs.first { $0.executionID == run.executionID } ?? run
        return DemoReply.json(
          ended.status == 500 ? 500 : 200, text: ended.result,
          headers: RateLimit.headers(remaining: 99_999)
        )
      }
    }
    if settings.holdRuns { return .held(until: gate, then: answer) }
    guard settings.runDelayMilliseconds > 0 else { return answer() }
    return .held(until: gate, milliseconds: settings.runDelayMilliseconds, then: answer)
  }
}

/// What a run answers.
enum RunResult {
  private static let html = JSONText.string("<h1 id=\"t\">Hello\n</h1>")

  static func json(
    _ run: DemoRun, at time: Int64, _ configuration: DemoServerConfiguration
  ) -> String {
    if run.status == 500 {
      let details = JSONText.string(configuration.runFailure ?? "")
      return "{\"error\":\"Agent failed\",\"details\":\(details)}"
    }
    // 0.9 does not tell how a run ended.
    let told = configuration.dialect == .v09 ? nil : run.outcome
    let outcome = told.map { ["\"outcome\":\(JSONText.string($0))"] } ?? []
    let data = configuration.runData.map { ["\"data\":\($0)"] } ?? []
    let url = JSONText.string(run.task.url)
    let capture = JSONText.string("/captures/\(run.runID)_\(run.task.mode)_\(time).png")
    let members: [String]
    if configuration.dialect == .documented {
      members =
        [
          "\"runId\":\(JSONText.string(run.runID))",
          "\"executionId\":\(JSONText.string(run.executionID))",
        ] + outcome + data
    } else if run.task.mode == "scrape" {
      members =
        outcome + ["\"title\":\"\"", "\"url\":\(url)", "\"html\":\(html)"] + data + [
          "\"is_partial\":false", "\"selector_used\":\"body (default)\"", "\"links\":[]",
          "\"screenshot_url\":\(capture)",
        ]
    } else {
      members =
        outcome + ["\"final_url\":\(url)", "\"logs\":[]", "\"html\":\(html)"] + data + [
          "\"screenshot_url\":\(capture)"
        ]
    }
    return "{\(members.joined(separator: ","))}"
  }
}
