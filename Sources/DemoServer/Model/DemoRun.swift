/// One run of a task on the demo server: running until it has an end.
package struct DemoRun: Sendable {
  /// What lists and look-ups know the execution by.
  package var executionID: String

  /// What stop knows it by: the caller's choice, else the server's.
  package var runID: String

  /// The task.
  package var task: DemoTask

  /// The path of the request that started it.
  package var path: String

  /// The caller's `runSource`.
  package var source: String

  /// When it started, in milliseconds since 1970.
  package var startedAt: Int64

  /// How long it took, in milliseconds; nil while it runs.
  package var durationMs: Int64?

  /// How it ended: `success`, `stopped`, …; nil when the server does not tell, or it still runs.
  package var outcome: String?

  /// The HTTP status of the run's answer: 200, 500, or 499 for a stopped one.
  package var status: Int

  /// The body of the run's answer, as JSON text.
  package var result: String

  /// Describes a run, for ``DemoServerConfiguration/history``.
  package init(
    executionID: String, runID: String, task: DemoTask, path: String, source: String = "unknown",
    startedAt: Int64, durationMs: Int64? = nil, outcome: String? = nil, status: Int = 200,
    result: String = "null"
  ) {
    self.executionID = executionID
    self.runID = runID
    self.task = task
    self.path = path
    self.source = source
    self.startedAt = startedAt
    self.durationMs = durationMs
    self.outcome = outcome
    self.status = status
    self.result = result
  }

  /// Whether it has not ended.
  package var isRunning: Bool { durationMs == nil }

  /// The execution as JSON: in lists without, alone with its result.
  func json(_ dialect: DemoDialect, withResult: Bool) -> String {
    if dialect == .documented {
      // Here `status` is a word.
      var members = [
        "\"id\":\(JSONText.string(executionID))", "\"runId\":\(JSONText.string(runID))",
        "\"taskId\":\(JSONText.string(task.id))", "\"taskName\":\(JSONText.string(task.name))",
        "\"status\":\(JSONText.string(isRunning ? "running" : outcome ?? "finished"))",
        "\"timestamp\":\(startedAt)",
      ]
      if let durationMs { members.append("\"durationMs\":\(durationMs)") }
      if withResult, !isRunning { members.append("\"result\":\(result)") }
      return "{\(members.joined(separator: ","))}"
    }
    var members = [
      "\"id\":\(JSONText.string(executionID))", "\"timestamp\":\(startedAt)",
      "\"method\":\"POST\"", "\"path\":\(JSONText.string(path))", "\"status\":\(status)",
      "\"durationMs\":\(durationMs ?? 0)", "\"source\":\(JSONText.string(source))",
      "\"mode\":\(JSONText.string(task.mode))", "\"taskId\":\(JSONText.string(task.id))",
      "\"taskName\":\(JSONText.string(task.name))", "\"url\":\(JSONText.string(task.url))",
    ]
    if dialect >= .v019 {
      if let outcome { members.append("\"outcome\":\(JSONText.string(outcome))") }
      members.append("\"phase\":\"\(isRunning ? "running" : "finished")\"")
      members.append("\"startedAt\":\(startedAt)")
      if let durationMs { members.append("\"finishedAt\":\(startedAt + durationMs)") }
    }
    if withResult { members.append("\"taskSnapshot\":null,\"result\":\(result)") }
    return "{\(members.joined(separator: ","))}"
  }
}
