/// One run of a task on the demo server: running until it has an end.
package struct DemoRun: Sendable {
  /// What lists and look-ups know the execution by.
  package var executionID: String

  /// What stop knows it by: the caller's choice, else the server's.
  package var runID: String

  /// The task; with an empty id for a one-off run.
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

  /// The HTTP status of the run's answer: 200, 500, 504, or 499 for a stopped one.
  package var status: Int

  /// The result in full.
  var body: RunBody

  /// The result cut to what a late server keeps in its list; nil when it is not cut.
  var cutBody: RunBody?

  /// What becomes of it.
  var plan = DemoRunPlan()

  /// When it ends by itself, in milliseconds since 1970; nil if it does not.
  var dueAt: Int64?

  /// The body of the run's answer, as JSON text.
  package var result: String { body.text }

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
    body = RunBody(result)
  }

  /// Whether it has not ended.
  package var isRunning: Bool { durationMs == nil }

  /// How the run answers who started it.
  var answerStatus: Int { status == 499 ? 200 : status }

  /// The execution as lists show it, in the words of the dialect.
  func summary(_ dialect: DemoDialect) -> JSONMembers {
    dialect == .documented ? documentedSummary : serverSummary(dialect)
  }

  /// The execution alone, with its result.
  func details(_ dialect: DemoDialect) -> RunBody {
    let start = summary(dialect).node.text.dropLast()
    if dialect == .documented {
      return isRunning ? RunBody(start + "}") : body.wrapped(start + ",\"result\":", "}")
    }
    let kept = (dialect == .v020 ? cutBody : nil) ?? body
    return kept.wrapped("{\"execution\":\(start),\"taskSnapshot\":null,\"result\":", "}}")
  }

  private var documentedSummary: JSONMembers {
    var members: JSONMembers = [
      "id": .string(executionID), "runId": .string(runID), "taskId": .string(task.id),
      "taskName": .string(task.name),
      // Here `status` is a word.
      "status": .string(isRunning ? "running" : outcome ?? "finished"),
      "timestamp": .number(startedAt),
    ]
    members["durationMs"] = durationMs.map { .number($0) }
    return members
  }

  private func serverSummary(_ dialect: DemoDialect) -> JSONMembers {
    var members: JSONMembers = [
      "id": .string(executionID), "timestamp": .number(startedAt), "method": "POST",
      "path": .string(path), "status": .number(status), "durationMs": .number(durationMs ?? 0),
      "source": .string(source), "mode": .string(task.mode),
      "taskId": .string(orNull: task.id.isEmpty ? nil : task.id),
      "taskName": .string(orNull: task.name.isEmpty ? nil : task.name), "url": .string(task.url),
    ]
    if dialect >= .v019 {
      members["outcome"] = outcome.map { .string($0) }
      members["phase"] = isRunning ? "running" : "finished"
      members["startedAt"] = .number(startedAt)
      members["finishedAt"] = durationMs.map { .number(startedAt + $0) }
    }
    return members
  }
}
