import GLibBridge

/// The life of a run: how it begins, ends, and what listeners hear of it.
extension DemoCore {
  /// What becomes of the next run, or the answer that there will be none.
  func plan(_ request: DemoRequest, task: String, runID: String) -> DemoRunPlan {
    let settings = request.settings
    let number = state.withLock { state in
      state.runRequests += 1
      return state.runRequests
    }
    var plan = DemoRunPlan()
    plan.outcome = settings.runOutcome
    plan.data = settings.runData
    plan.dataRows = settings.runDataRows
    plan.failure = settings.runFailure
    plan.timesOut = settings.runsTimeOut
    plan.delayMilliseconds = settings.runDelayMilliseconds
    plan.isHeld = settings.holdRuns
    plan.progress = settings.runProgress
    plan.isTooMany = settings.tooManyEvery.map { $0 > 0 && number.isMultiple(of: $0) } ?? false
    let variables = request.body["variables"] ?? request.body["taskVariables"] ?? [:]
    settings.planRun?(
      DemoRunRequest(
        number: number, taskID: task, runID: runID, variables: variables.text), &plan)
    return plan
  }

  /// Runs `task` and answers when that has ended.
  ///
  /// - Parameter task: With an empty id for a one-off run.
  func run(_ task: DemoTask, _ request: DemoRequest) -> ServedReply {
    let settings = request.settings
    let now = DemoState.now()
    let number = state.withLock { $0.nextNumber() }
    let runID = request.body.string("runId") ?? "run_\(now)_\(number)"
    let plan = plan(request, task: task.id, runID: runID)
    if plan.isTooMany {
      return RateLimit.tooMany(
        retryAfter: settings.retryAfterSeconds, isJSON: settings.tooManyIsJSON)
    }
    var run = DemoRun(
      executionID: "exec_\(now)_\(number)", runID: runID, task: task, path: request.served.path,
      source: request.body.string("runSource") ?? "unknown", startedAt: now)
    run.plan = plan
    run.dueAt = plan.isHeld ? nil : now + Int64(plan.delayMilliseconds)
    let begun = run
    // Told under the lock: what listeners hear is in the order in which it happened.
    let gate = state.withLock { state in
      events.send("{\"status\":\"started\"}", to: .run(runID))
      for event in plan.progress { events.send(event, to: .run(runID)) }
      tellList(begun)
      return state.executions.begin(begun, limit: settings.executionLimit)
    }
    let answer: @Sendable () -> ServedReply = { [self] in
      let ended = end(begun.executionID) ?? begun
      let body = settings.cutsAnswers ? ended.cutBody ?? ended.body : ended.body
      return DemoReply.json(ended.answerStatus, body, headers: RateLimit.headers())
    }
    if plan.isHeld { return .held(until: gate, then: answer) }
    guard plan.delayMilliseconds > 0 else { return answer() }
    return .held(until: gate, milliseconds: plan.delayMilliseconds, then: answer)
  }

  /// Ends the run, if it has not ended, as planned or as stopped.
  ///
  /// - Returns: The run as it is then; nil if it was deleted.
  @discardableResult func end(_ executionID: String, stopped: Bool = false) -> DemoRun? {
    state.withLock { state in
      guard var run = state.executions.run(executionID) else { return nil }
      guard run.isRunning else { return run }
      if stopped { events.send("{\"status\":\"stop_requested\"}", to: .run(run.runID)) }
      run.end(stopped: stopped, at: DemoState.now(), state.configuration)
      state.executions.end(run)
      if state.configuration.recordsCaptures {
        state.captures.add(
          screenshot: RunResult.captureName(run), at: run.startedAt + (run.durationMs ?? 0))
      }
      tellList(run)
      return run
    }
  }

  /// Ends the run that is known by this run id, as stopped.
  func stop(runID: String) {
    guard let run = state.withLock({ $0.executions.run(runID: runID) }) else { return }
    end(run.executionID, stopped: true)
  }

  /// Ends the runs whose time is over although nobody waits for their answer.
  func endDueRuns() {
    let due = state.withLock { $0.executions.takeDue(now: DemoState.now()) }
    for run in due { end(run.executionID) }
  }

  /// Tells those who listen to the list what became of the run.
  private func tellList(_ run: DemoRun) {
    guard events.hasListeners(.list) else { return }
    let update: JSONNode = ["type": "upsert", "execution": run.summary(.v020).node]
    events.send(update.text, to: .list)
  }
}

extension DemoRun {
  /// Ends it, with the result that its plan says.
  fileprivate mutating func end(
    stopped: Bool, at time: Int64, _ configuration: DemoServerConfiguration
  ) {
    durationMs = time - startedAt
    if stopped {
      outcome = "stopped"
      status = 499
    } else if plan.timesOut {
      outcome = "crashed"
      status = 504
    } else if plan.failure != nil {
      outcome = "error"
      status = 500
    } else {
      outcome = plan.outcome
    }
    body = RunResult.body(self, configuration.dialect)
    if configuration.dialect == .v020, body.count > configuration.resultLimit {
      cutBody = RunResult.cut(self)
    }
  }
}
