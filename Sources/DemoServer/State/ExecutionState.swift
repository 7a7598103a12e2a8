import GLibBridge

/// The executions, and what ends the wait of those that still run.
struct ExecutionState: Sendable {
  /// Ids, oldest first; nil where one was deleted.
  private var order: [String?] = []
  /// Where in ``order`` the oldest stands: before it are only gaps.
  private var first = 0
  private var places: [String: Int] = [:]
  private var byID: [String: DemoRun] = [:]
  private var newestByRunID: [String: String] = [:]
  private var gates: [String: Cancellation] = [:]
  private var nextDue: Int64?

  init(history: [DemoRun]) {
    for run in history.reversed() { add(run) }
  }

  /// All, newest first.
  var newestFirst: [DemoRun] { order.reversed().compactMap { $0.flatMap { byID[$0] } } }

  /// Those that have not ended, in no order.
  var running: [DemoRun] { gates.keys.compactMap { byID[$0] } }

  /// How many have not ended.
  var runningCount: Int { gates.count }

  /// The execution with this id.
  func run(_ executionID: String) -> DemoRun? { byID[executionID] }

  /// The newest execution of this run id.
  func run(runID: String) -> DemoRun? { newestByRunID[runID].flatMap { byID[$0] } }

  /// Notes a run as begun.
  ///
  /// - Parameter limit: How many executions are kept at most.
  /// - Returns: What ends its wait.
  mutating func begin(_ run: DemoRun, limit: Int) -> Cancellation {
    let gate = Cancellation()
    add(run)
    gates[run.executionID] = gate
    if let due = run.dueAt { nextDue = min(nextDue ?? due, due) }
    while byID.count > max(limit, gates.count), let oldest = oldestEnded() { remove(oldest) }
    return gate
  }

  /// Puts the ended `run` in the place of the running one, and lets its answer go.
  mutating func end(_ run: DemoRun) {
    guard let gate = gates.removeValue(forKey: run.executionID) else { return }
    byID[run.executionID] = run
    gate.cancel()
  }

  /// The runs whose time is over.
  mutating func takeDue(now: Int64) -> [DemoRun] {
    guard let due = nextDue, due <= now else { return [] }
    let running = self.running
    nextDue = running.compactMap { $0.dueAt }.filter { $0 > now }.min()
    return running.filter { ($0.dueAt ?? .max) <= now }
  }

  /// Deletes the execution, unless it still runs.
  ///
  /// - Returns: Whether it was there and has ended.
  @discardableResult mutating func remove(_ executionID: String) -> Bool {
    guard gates[executionID] == nil, let run = byID.removeValue(forKey: executionID) else {
      return false
    }
    if newestByRunID[run.runID] == executionID { newestByRunID[run.runID] = nil }
    if let place = places.removeValue(forKey: executionID) { order[place] = nil }
    if order.count > 2 * byID.count + 64 { closeGaps() }
    return true
  }

  /// Deletes all that have ended.
  mutating func clear() {
    for id in Array(byID.keys) { remove(id) }
  }

  private mutating func add(_ run: DemoRun) {
    places[run.executionID] = order.count
    order.append(run.executionID)
    byID[run.executionID] = run
    newestByRunID[run.runID] = run.executionID
  }

  private mutating func oldestEnded() -> String? {
    while first < order.count, order[first] == nil { first += 1 }
    return order[first...].lazy.compactMap { $0 }.first { [gates] in gates[$0] == nil }
  }

  private mutating func closeGaps() {
    order.removeAll { $0 == nil }
    first = 0
    for (place, id) in order.enumerated() {
      if let id { places[id] = place }
    }
  }
}
