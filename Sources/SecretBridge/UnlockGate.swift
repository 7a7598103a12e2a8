import GLibBridge
import Synchronization

/// One unlock at a time in this process.
///
/// Callers that want the same thing meanwhile share the prompt and its end; the others wait for
/// their turn. So ten intents at once show one dialog.
enum UnlockGate {
  private struct Current {
    var key: String
    var run: SharedRun<PromptEnd?>
  }

  // By the bus's address: each bus has a screen of its own.
  private static let current = Mutex<[String: Current]>([:])

  /// Unlocks items or collections, with a prompt where the provider wants one.
  ///
  /// - Parameters:
  ///   - paths: What to unlock.
  ///   - callLimit: For the calls before the prompt.
  ///   - promptLimit: For the prompt.
  ///   - operation: Its clock stands still meanwhile; its cancellation ends the wait.
  ///   - waiting: Called when the prompt has been open for a second.
  /// - Returns: The end of the prompt, `nil` when none was needed. Whether the thing is open now
  ///   has to be asked for: neither answer is proof.
  static func unlock(
    _ paths: [String], at service: OpenService, callLimit: Duration, promptLimit: Duration,
    within operation: Deadline, waiting: (@Sendable () -> Void)?
  ) async throws(StoreFault) -> PromptEnd? {
    try await run(
      at: service, key: paths.sorted().joined(separator: " "), callLimit: callLimit,
      promptLimit: promptLimit, within: operation, waiting: waiting
    ) { () throws(StoreFault) in
      try await StoreOperation(service: service, deadline: Deadline(limit: callLimit))
        .unlock(paths)
    } show: { prompt, deadline throws(StoreFault) in
      try await service.show(prompt: prompt, deadline)
    }
  }

  /// Shows a prompt for something else, for example for creating a collection.
  static func show(
    prompt: String, at service: OpenService, promptLimit: Duration, within operation: Deadline,
    waiting: (@Sendable () -> Void)?
  ) async throws(StoreFault) -> PromptEnd? {
    try await run(
      at: service, key: prompt, callLimit: .zero, promptLimit: promptLimit, within: operation,
      waiting: waiting
    ) { () throws(StoreFault) in
      prompt
    } show: { prompt, deadline throws(StoreFault) in
      try await service.show(prompt: prompt, deadline)
    }
  }

  private static func run(
    at service: OpenService, key: String, callLimit: Duration, promptLimit: Duration,
    within operation: Deadline,
    waiting: (@Sendable () -> Void)?,
    request: @escaping @Sendable () async throws(StoreFault) -> String?,
    show: @escaping @Sendable (String, Deadline) async throws(StoreFault) -> PromptEnd
  ) async throws(StoreFault) -> PromptEnd? {
    operation.pause()
    defer { operation.resume() }
    // A little longer than the prompt's own limit, so that the prompt is dismissed first.
    let own = Deadline(limit: callLimit + promptLimit + .seconds(2))
    let handler = operation.onEnd { _ in own.cancel() }
    defer { operation.removeHandler(handler) }
    let notice = DelayedNotice(after: .seconds(1), waiting)
    defer { notice.stop() }
    while true {
      let (run, isOurs) = current.withLock { current -> (SharedRun<PromptEnd?>, Bool) in
        if let running = current[service.address], running.run.result == nil {
          return (running.run, running.key == service.owner + key)
        }
        let run = SharedRun<PromptEnd?>(limit: callLimit + promptLimit + .seconds(1)) {
          deadline throws(StoreFault) in
          guard let prompt = try await request() else { return nil }
          let limit = Deadline(limit: promptLimit)
          let handler = deadline.onEnd { _ in limit.cancel() }
          defer { deadline.removeHandler(handler) }
          return try await show(prompt, limit)
        }
        current[service.address] = Current(key: service.owner + key, run: run)
        return (run, true)
      }
      do throws(StoreFault) {
        let end = try await run.value(own, step: "the prompt")
        if isOurs { return end }
      } catch {
        if own.end == .timeLimit { throw .promptTimedOut(collection: "") }
        if own.end == .cancelled { throw .cancelled }
        if isOurs { throw error }
        // Another's prompt failed; ours is next.
      }
    }
  }
}

/// Says something once, when a wait has lasted for a while.
private final class DelayedNotice: Sendable {
  private let timer = Mutex<LoopTimer?>(nil)
  private let stopped = Mutex(false)

  init(after delay: Duration, _ body: (@Sendable () -> Void)?) {
    guard let body else { return }
    MainLoop.shared.run { [self] in
      guard !stopped.withLock({ $0 }) else { return }
      let made = MainLoop.shared.timer(after: delay) { [self] in
        if !stopped.withLock({ $0 }) { body() }
      }
      timer.withLock { $0 = made }
    }
  }

  func stop() {
    stopped.withLock { $0 = true }
    timer.withLock { timer in
      timer?.stop()
      timer = nil
    }
  }
}
