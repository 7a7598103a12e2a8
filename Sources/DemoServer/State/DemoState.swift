import FoundationEssentials
import GLibBridge

/// What the demo server knows: a value, changed under the lock of ``DemoCore``.
struct DemoState: Sendable {
  var configuration: DemoServerConfiguration
  var requests: [ServedRequest] = []
  var runs: [DemoRun]
  var sessions: Set<String>
  var failedSignIns = 0
  private var gates: [String: Cancellation] = [:]
  private var lastNumber = 0

  init(_ configuration: DemoServerConfiguration) {
    self.configuration = configuration
    runs = configuration.history
    sessions = configuration.session.map { [$0] } ?? []
  }

  /// A number that was not given out before.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// Notes a run as begun.
  ///
  /// - Returns: The run, and what ends its wait.
  mutating func begin(
    _ task: DemoTask, path: String, runID: String?, source: String?
  ) -> (run: DemoRun, gate: Cancellation) {
    let now = Self.now()
    let number = nextNumber()
    let run = DemoRun(
      executionID: "exec_\(now)_\(number)", runID: runID ?? "run_\(now)_\(number)", task: task,
      path: path, source: source ?? "unknown", startedAt: now)
    let gate = Cancellation()
    runs.insert(run, at: 0)
    gates[run.runID] = gate
    return (run, gate)
  }

  /// Ends the run, if it still runs, as configured or with `outcome`, and lets its answer go.
  mutating func finish(_ runID: String, outcome: String? = nil) {
    guard let index = runs.firstIndex(where: { $0.runID == runID && $0.isRunning }) else { return }
    let now = Self.now()
    runs[index].durationMs = now - runs[index].startedAt
    if outcome == "stopped" {
      runs[index].outcome = outcome
      runs[index].status = 499
    } else if configuration.runFailure != nil {
      runs[index].outcome = "error"
      runs[index].status = 500
    } else {
      runs[index].outcome = configuration.runOutcome
    }
    runs[index].result = RunResult.json(runs[index], at: now, configuration)
    gates.removeValue(forKey: runID)?.cancel()
  }
}
