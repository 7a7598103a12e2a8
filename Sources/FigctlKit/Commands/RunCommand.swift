import Figranium
import FoundationEssentials
import GLibBridge

/// `figctl run`: runs a task and tells how it ended.
enum RunCommand {
  static let spec = CommandSpec(
    path: ["run"], summary: "run a task and wait for its end",
    discussion: """
      Prints 'NAME finished with OUTCOME.' Exit code 0: the outcome is success, or the server told \
      none. 1: it is another one. Ctrl-C asks the server to stop the run and says whether it did.

      Values of --var are seen in the process list; use --vars for those that should not be.

      --output writes the run's data: text as it is, anything else as the JSON that the server \
      sent. A run without data leaves FILE as it was and says so.
      """,
    arguments: [.init("TASK", "its id, or its name")],
    options: RunInput.options + [
      .flag("detach", "do not wait for the end; print the run's id"),
      .value("output", "FILE", "write the run's data to FILE"),
    ],
    examples: [
      "figctl run 'Scrape title'", "figctl run task_1 --var q=shoes --var pages=3 --json",
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    var input = try await RunInput.read(context)
    let output = try context.value("output").map(OutputFile.init)
    let text = context.arguments[0]
    var known: TaskSummary?
    let (client, profile) = try await context.client(meanwhile: { profile in
      known = TaskNameCache().task(text, of: profile)
    })
    let runID = RunID.make()
    input.runID = runID
    if context.flags.contains("detach") {
      let task = try await TaskLookup.find(text, client, of: profile, context)
      context.watch.onInterrupt { await stop(runID, client, context) }
      return try await DetachedRun(client: client, task: task, input: input, runID: runID)
        .start(context)
    }
    let job = Job(
      client: client, profile: profile, input: input, runID: runID, context: context)
    var (task, result, duration) =
      if let known { try await job.run(known: known) } else { try await job.run(named: text) }
    let outcome = result.outcome
    let dialog = result.dialog(taskName: task.name)
    if result.isTruncated, output != nil || context.console.isJSON {
      result = try await whole(result, context)
    }
    if let output, try !output.write(result.data, context.console.note) {
      context.console.warning(
        "The run gave no data: '\(context.value("output") ?? "")' is not written.")
    }
    try print(result, dialog, outcome, task: task, duration: duration, context)
    return (outcome ?? "success") == "success" ? .ok : .outcome
  }

  /// One run, with the line that shows it and the way to stop it.
  private struct Job {
    var client: Figranium
    var profile: Profile
    var input: ExecuteTaskOptions
    var runID: String
    var context: CommandContext

    /// How long after the end of a run its task's present name is waited for.
    private static let nameLimit = Duration.seconds(2)

    typealias Ended = (task: TaskSummary, result: ExecutionResult<JSONText>, duration: Duration)

    /// Finds the task and runs it.
    func run(named text: String) async throws -> Ended {
      try await run(try await TaskLookup.find(text, client, of: profile, context))
    }

    /// Runs a task whose id the server has listed before, and asks for its present name meanwhile.
    func run(known: TaskSummary) async throws -> Ended {
      let (client, profile, context) = (client, profile, context)
      let finding = _Concurrency.Task(executorPreference: ProgramThread.executor) {
        try await TaskLookup.find(known.id, client, of: profile, context)
      }
      // Its turn comes when both requests are out.
      _Concurrency.Task(executorPreference: ProgramThread.executor) { client.prepareForAnswers() }
      do {
        var ended = try await run(known)
        // The run has ended: a name that cannot be had soon is no reason to wait, or to fail.
        let limit = Alarm(after: Self.nameLimit) { finding.cancel() }
        defer { limit.stop() }
        if let found = try? await finding.value, found.id == known.id { ended.task = found }
        return ended
      } catch let error as FigraniumError where error.kind == .taskNotFound {
        // It is gone; then the word may be a name.
        let found = try await finding.value
        guard found.id != known.id else { throw error }
        return try await run(found)
      } catch {
        finding.cancel()
        throw error
      }
    }

    private func run(_ task: TaskSummary) async throws -> Ended {
      let (runID, client, context) = (runID, client, context)
      context.watch.onInterrupt { await stop(runID, client, context) }
      defer { context.watch.onInterrupt(nil) }
      context.watch.hintAtLimit = hint(runID, context)
      let started = ContinuousClock.now
      let progress = RunProgress(client: client, task: task.name, runID: runID, context.console)
      progress.start()
      defer { progress.stop() }
      do {
        let result: ExecutionResult<JSONText> = try await client.runTask(task.id, input: input)
        context.watch.hintAtLimit = nil
        return (task, result, started.duration(to: .now))
      } catch let error as FigraniumError where [.timeout, .networkError].contains(error.kind) {
        throw lost(runID, error, context)
      }
    }
  }

  private static func print(
    _ result: ExecutionResult<JSONText>, _ dialog: String, _ outcome: String?, task: TaskSummary,
    duration: Duration, _ context: CommandContext
  ) throws {
    try context.console.result(
      [
        "dialog": .string(dialog), "outcome": JSONDocument(outcome),
        "task": ["id": .string(task.id), "name": .string(task.name)],
        "runId": .string(result.runID), "executionId": JSONDocument(result.executionID),
        "durationMs": JSONDocument(Milliseconds.of(duration)),
        "data": JSONDocument(result.data), "result": .text(result.rawText),
      ], [VisibleText.escaping(dialog)])
  }

  /// The result that the server had cut because of its size.
  private static func whole(
    _ result: ExecutionResult<JSONText>, _ context: CommandContext
  ) async throws -> ExecutionResult<JSONText> {
    do {
      return try await result.full()
    } catch let error as FigraniumError {
      var failure = context.watch.named(ErrorRenderer.failure(error))
      failure.message =
        "The run ended with \(result.outcomeText), and its result was too large for"
        + " the server's answer. Reading it failed: \(failure.message)"
      let id = VisibleText.escaping(result.executionID ?? result.runID)
      failure.hint = "Do not run the task for it again; the server keeps it as execution \(id)."
      throw failure
    }
  }

  /// The failure for a run whose answer did not come: the server may be at it still.
  private static func lost(_ runID: String, _ error: FigraniumError, _ context: CommandContext)
    -> CommandFailure
  {
    var failure = context.watch.named(ErrorRenderer.failure(error))
    failure.hint = hint(runID, context)
    return failure
  }

  /// What to say of a run that is left behind.
  static func hint(_ runID: String, _ context: CommandContext) -> String {
    "The run may go on. See how it stands: figctl\(context.profileOption) status \(runID)"
  }

  /// What Ctrl-C does while a run is going on.
  private static func stop(_ runID: String, _ client: Figranium, _ context: CommandContext) async {
    do {
      try await client.executions.stop(
        runID, options: RequestOptions(timeout: .milliseconds(700)))
      context.console.note("figctl: The server was asked to stop the run, and agreed.")
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      context.console.note(
        "figctl: The run goes on: this server grants stop only to a signed-in session. Its run id "
          + "is \(runID). To stop it: figctl\(context.profileOption) login --email ADDRESS, then "
          + "figctl\(context.profileOption) stop \(runID)")
    } catch let error as FigraniumError where ExitCodeTable.exitCode(for: error) == .denied {
      context.console.note(
        "figctl: The run goes on: \(error.message) Its run id is \(runID).")
    } catch {
      let failure = ErrorRenderer.failure(error)
      context.console.note(
        "figctl: It is not known whether the run goes on: \(failure.message) Its run id is "
          + "\(runID).")
    }
  }
}
