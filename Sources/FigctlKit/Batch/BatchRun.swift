import Figranium
import FoundationEssentials
import Synchronization

/// Runs a task once for each row, several rows at a time.
///
/// A row ends with a line in the output, or not at all: what says nothing of the row itself (a key
/// that is refused, a server that is away, a full disk) ends the batch instead, after the runs that
/// are on their way, and the rows that are left can be run later.
final class BatchRun: Sendable {
  private struct State {
    /// The rows that jobs are at.
    var rows = 0
    var running: Set<String> = []
    /// Runs that were stopped because the user wants the end: their answers are no results.
    var stopped: Set<String> = []
    var failure: CommandFailure?
  }

  /// How long nothing may reach the server before the batch ends.
  private static let awayLimit = Duration.seconds(30)
  /// How long a server may turn everybody away without a word on how long.
  private static let refusedLimit = Duration.seconds(5 * 60)
  /// The longest pause that is waited out when the server asks for it.
  private static let longestPause = Duration.seconds(15 * 60)

  private let client: Figranium
  private let task: TaskSummary
  private let rows: BatchRows
  private let sink: BatchSink
  private let gate: BatchGate
  private let progress: BatchProgress
  private let state = Mutex(State())

  init(
    client: Figranium, task: TaskSummary, rows: BatchRows, sink: BatchSink, gate: BatchGate,
    progress: BatchProgress
  ) {
    self.client = client
    self.task = task
    self.rows = rows
    self.sink = sink
    self.gate = gate
    self.progress = progress
  }

  /// Runs all rows.
  ///
  /// - Throws: ``CommandFailure`` for what ended the batch before its last row.
  func run(jobs: Int) async throws {
    await withTaskGroup { group in
      for _ in 0..<jobs { group.addTask { await self.work() } }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    try await sink.finish()
  }

  /// Stops what runs, on the server, and starts nothing more.
  ///
  /// - Returns: How many runs were stopped, and how many go on.
  func interrupt(within limit: Duration) async -> (stopped: Int, going: Int) {
    await gate.close()
    let running = state.withLock { state in
      state.stopped = state.running
      return state.running
    }
    let stopped = await withTaskGroup { group in
      for runID in running {
        group.addTask {
          do {
            try await self.client.executions.stop(
              runID, options: RequestOptions(timeout: limit))
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    // What has just been answered is a result, and is written: a moment for the jobs to end.
    let until = ContinuousClock.now + .milliseconds(150)
    while !state.withLock({ $0.rows == 0 }), ContinuousClock.now < until {
      try? await _Concurrency.Task.sleep(for: .milliseconds(2))
    }
    await sink.drain()
    return (stopped, running.count - stopped)
  }

  // MARK: - Jobs

  private func work() async {
    do {
      while await gate.enter() {
        guard let row = try await rows.next() else {
          await gate.leave()
          return
        }
        state.withLock { $0.rows += 1 }
        defer { state.withLock { $0.rows -= 1 } }
        guard try await finish(row) else { return }
      }
    } catch {
      await end(with: ErrorRenderer.failure(error))
    }
  }

  /// Ends the batch; the first reason is the one that is told.
  private func end(with failure: CommandFailure) async {
    state.withLock { $0.failure = $0.failure ?? failure }
    await gate.close()
  }

  /// Runs a row, again after a pause if the server did not take it, until its line is written.
  ///
  /// The turn for the first try has been taken.
  ///
  /// - Returns: Whether to go on with another row.
  private func finish(_ row: BatchInput.Row) async throws -> Bool {
    while true {
      let runID = RunID.make()
      let started = ContinuousClock.now
      state.withLock { _ = $0.running.insert(runID) }
      let answer = await answer(row, runID)
      let isStopped = state.withLock { state in
        state.running.remove(runID)
        return state.stopped.contains(runID)
      }
      var result = BatchLine.Result(runID: runID, duration: started.duration(to: .now))
      switch answer {
      case .success(let run):
        await gate.leave()
        result.outcome = run.outcome
        result.data = run.dataLine
        if run.isTruncated {
          do {
            result.data = try await run.full().dataLine
          } catch let error as FigraniumError {
            result.error = (
              error.kind.rawValue, "The run ended, but not all of its data came: \(error.message)"
            )
          }
        }
        // Older servers do not tell how a run ended: this one was stopped.
        if isStopped, run.outcome != "success" { return false }
        if let outcome = run.outcome, outcome != "success" {
          result.error = ("OUTCOME", "The run ended as \(outcome).")
        }
      case .failure(let error):
        switch await verdict(on: error) {
        case .again:
          guard await gate.enter() else { return false }
          continue
        case .end(let failure):
          await end(with: failure)
          return false
        case .row where isStopped: return false
        case .row:
          result.outcome = Self.outcome(of: error)
          result.error = (error.kind.rawValue, error.message)
        }
      }
      let isDone = result.error == nil
      try await sink.add(row: row, isDone: isDone, BatchLine.text(of: row, result))
      progress.count(isDone: isDone)
      return true
    }
  }

  private func answer(
    _ row: BatchInput.Row, _ runID: String
  ) async -> Result<ExecutionResult<JSONText>, FigraniumError> {
    var input = ExecuteTaskOptions(variables: row.variables, runID: runID)
    input.runSource = "figctl"
    do {
      return .success(try await client.runTask(task.id, input: input))
    } catch let error as FigraniumError {
      return .failure(error)
    } catch {
      return .failure(FigraniumError(message: "\(error)", kind: .invalidResponse))
    }
  }

  // MARK: - Errors

  private enum Verdict {
    /// The server did not take the request: the row has its turn once more.
    case again
    /// It says something of this row alone.
    case row
    /// The other rows would fare no better.
    case end(CommandFailure)
  }

  /// What an error means for the rest, after telling the gate of it.
  private func verdict(on error: FigraniumError) async -> Verdict {
    if error.status == 429 {
      guard let pause = error.retryAfter else {
        let refused = await gate.turnedAway()
        return refused < Self.refusedLimit ? .again : .end(ErrorRenderer.failure(error))
      }
      guard pause <= Self.longestPause else {
        await gate.leave()
        return .end(ErrorRenderer.failure(error))
      }
      await gate.turnedAway(for: pause)
      return .again
    }
    if error.wasNotSent, [.networkError, .timeout].contains(error.kind) {
      let away = await gate.notReached()
      return away < Self.awayLimit ? .again : .end(ErrorRenderer.failure(error))
    }
    if error.status == 503, let pause = error.retryAfter, pause <= Self.longestPause {
      // This run may have begun, and is not sent again; but nobody else need come before.
      await gate.turnedAway(for: pause)
      return .row
    }
    await gate.leave()
    switch ExitCodeTable.exitCode(for: error) {
    case .denied, .notFound, .usage, .noKey, .store: return .end(ErrorRenderer.failure(error))
    case .network where [.tlsError, .transportUnavailable].contains(error.kind):
      return .end(ErrorRenderer.failure(error))
    // The batch itself was ended: nothing is known of the row.
    case .interrupted: return .end(ErrorRenderer.failure(error))
    default:
      return [.routeNotFound, .redirectRefused].contains(error.kind)
        ? .end(ErrorRenderer.failure(error)) : .row
    }
  }

  /// The outcome that servers give a run which they answer with this error.
  private static func outcome(of error: FigraniumError) -> String? {
    switch error.kind {
    case .runFailed: "error"
    case .executionTimeout: "crashed"
    default: nil
    }
  }
}

extension ExecutionResult {
  /// The run's data as it came, on one line; `nil` for none.
  var dataLine: [UInt8]? {
    guard let bytes = dataText?.bytes else { return nil }
    // Line ends stand only between values: within texts JSON writes them as \n.
    return bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }
}
