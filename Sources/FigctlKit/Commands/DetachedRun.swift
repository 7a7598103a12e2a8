import Figranium

/// `run --detach`: starts a run and leaves it to the server.
///
/// The server answers a run only at its end, so that it has begun must be learned another way: by
/// asking after the run under the id that we gave it. The connection is let go only once the
/// server says `running` (a queued run would be dropped with it). Servers before 0.19 do not tell
/// that to an API key: there a refusal comes at once, so a run that was not refused for two seconds
/// has begun as far as can be known, and the user is told that it is not more than that.
struct DetachedRun: Sendable {
  let client: Figranium
  let task: TaskSummary
  let input: ExecuteTaskOptions
  let runID: String

  /// How long a server that tells nothing may take to refuse.
  private static let refusalLimit = Duration.seconds(2)

  private enum Event: Sendable {
    case ended(Result<String?, any Error>)
    case confirmed
    case unconfirmed
  }

  /// Starts it; returns when it has begun, or throws the server's refusal.
  func start(_ context: CommandContext) async throws -> ExitCode {
    context.watch.hintAtLimit = RunCommand.hint(runID, context)
    let (events, tell) = AsyncStream<Event>.makeStream()
    let run = _Concurrency.Task {
      do {
        let result: ExecutionResult<JSONValue> = try await client.runTask(task.id, input: input)
        tell.yield(.ended(.success(result.outcome)))
      } catch {
        tell.yield(.ended(.failure(error)))
      }
    }
    let ask = _Concurrency.Task {
      if let event = await confirmation() { tell.yield(event) }
    }
    defer {
      ask.cancel()
      run.cancel()
    }
    for await event in events {
      switch event {
      case .ended(.failure(let error)): throw error
      case .ended(.success), .confirmed:
        try print(isConfirmed: true, context)
        return .ok
      case .unconfirmed:
        // Not the server's silence, but the command's own limit, which ends the run's request too.
        if let left = context.watch.remaining, left < .milliseconds(100) {
          throw context.watch.timeoutFailure()
        }
        context.console.warning(
          "The request was sent and not refused; this server does not say whether the run has "
            + "begun.")
        try print(isConfirmed: false, context)
        return .ok
      }
    }
    return .ok
  }

  /// What the server says of the run; `nil` when it has ended, and its answer is on the way.
  private func confirmation() async -> Event? {
    let until = ContinuousClock.now + Self.refusalLimit
    while true {
      do {
        let execution = try await client.executions.get(runID)
        if execution.outcome != nil || execution.phase == "finished" { return nil }
        if execution.statusText != "queued" { return .confirmed }
      } catch let error as FigraniumError
        where ExitCodeTable.exitCode(for: error) == .notFound && ContinuousClock.now < until
      {
        // Not noted yet.
      } catch {
        let rest = ContinuousClock.now.duration(to: until)
        if rest > .zero { try? await _Concurrency.Task.sleep(for: rest) }
        return .unconfirmed
      }
      try? await _Concurrency.Task.sleep(for: .milliseconds(50))
    }
  }

  private func print(isConfirmed: Bool, _ context: CommandContext) throws {
    context.watch.hintAtLimit = nil
    try context.console.result(
      [
        "runId": .string(runID), "task": ["id": .string(task.id), "name": .string(task.name)],
        "confirmed": .bool(isConfirmed),
      ], [runID])
    let figctl = "figctl\(context.profileOption)"
    if isConfirmed {
      context.console.note("'\(task.name)' is running. See how it goes: \(figctl) status \(runID)")
    } else {
      // Such a server lists a run only at its end, under an id of its own, and only when signed in.
      context.console.note("See when it has ended: \(figctl) execution list")
    }
  }
}
