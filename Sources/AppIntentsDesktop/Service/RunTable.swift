import AppIntents
import GLibBridge
import Synchronization

/// The runs of this service: some at a time, the others wait their turn.
///
/// Each can be cancelled by its identifier, and all can be waited for. A run is in here until its
/// end was told.
final class RunTable: Sendable {
  private struct Run: Sendable {
    let request: IntentRequest
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private struct State: Sendable {
    var runs: [String: Run] = [:]
    var queue: [String] = []
    var active = 0
    var isClosed = false
    var lastNumber = 0
  }

  /// How many run at a time.
  static let width = 16
  /// How many more may wait.
  static let queueLimit = 256

  /// Does one run to its end: its identifier, what is wanted, and how to have it end early.
  typealias Perform =
    @Sendable (_ id: String, _ request: IntentRequest, _ stop: @escaping @Sendable () -> Void)
    async -> Void

  private let perform: Perform
  private let state = Mutex(State())
  private let emptied = Condition()
  /// Makes identifiers of this process unlike those of an earlier one.
  private let prefix: String

  /// - Parameter perform: Does one run to its end, the telling included; its task is cancelled when
  ///   the run is.
  init(perform: @escaping Perform) {
    self.perform = perform
    prefix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// How many are not at their end.
  var count: Int { state.withLock { $0.runs.count } }

  /// Starts a run, or has it wait for its turn.
  ///
  /// - Returns: Its identifier.
  /// - Throws: `Busy`, `Stopping`.
  func start(_ request: IntentRequest, errorPrefix: String) throws(BusFault) -> String {
    let id: Result<String, BusFault> = state.withLock { state in
      guard !state.isClosed else {
        return .failure(BusFault("\(errorPrefix).Error.Stopping", "The service is about to end."))
      }
      guard state.queue.count < Self.queueLimit else {
        return .failure(
          BusFault(
            "\(errorPrefix).Error.Busy",
            "\(Self.width) intents run and \(Self.queueLimit) more wait; try again later."))
      }
      state.lastNumber += 1
      let id = "\(prefix)-\(state.lastNumber)"
      state.runs[id] = Run(request: request)
      state.queue.append(id)
      return .success(id)
    }
    startWaiting()
    return try id.get()
  }

  /// Asks a run to end.
  ///
  /// - Returns: Whether there is such a run.
  func cancel(_ id: String) -> Bool {
    let (isThere, task) = state.withLock { state in
      let run = state.runs[id]
      state.runs[id]?.isCancelled = true
      return (run != nil, run?.task)
    }
    task?.cancel()
    return isThere
  }

  /// Takes no more runs.
  func close() { state.withLock { $0.isClosed = true } }

  /// Asks all runs to end, those that wait too.
  func cancelAll() {
    for id in state.withLock({ Array($0.runs.keys) }) { _ = cancel(id) }
  }

  /// Waits until there is none, or until the caller is cancelled.
  func waitUntilEmpty() async { await emptied.wait { self.count == 0 } }

  private func startWaiting() {
    while true {
      let next: (id: String, request: IntentRequest)? = state.withLock { state in
        guard state.active < Self.width, !state.queue.isEmpty else { return nil }
        let id = state.queue.removeFirst()
        guard let request = state.runs[id]?.request else { return nil }
        state.active += 1
        return (id, request)
      }
      guard let (id, request) = next else { return }
      let task = Task {
        await perform(id, request) { [weak self] in _ = self?.cancel(id) }
        finish(id)
      }
      let isCancelled = state.withLock { state in
        state.runs[id]?.task = task
        return state.runs[id]?.isCancelled == true
      }
      if isCancelled { task.cancel() }
    }
  }

  private func finish(_ id: String) {
    state.withLock { state in
      state.runs[id] = nil
      state.active -= 1
    }
    emptied.changed()
    startWaiting()
  }
}
