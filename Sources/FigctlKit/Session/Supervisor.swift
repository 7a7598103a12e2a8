import GLibBridge
import Synchronization
import SystemBridge

/// Runs a command and ends it: when it is done, when its time is up, or on Ctrl-C.
///
/// A command may hang in a call that cannot be ended; the process ends all the same, since the
/// command's task is not waited for.
package struct Supervisor: Sendable {
  /// How much longer than `--timeout` a command may take, so that the error of the call which it
  /// waited in, which says more, comes first.
  private static let grace = Duration.milliseconds(500)
  /// How long what is done on Ctrl-C may take.
  private static let interruptLimit = Duration.milliseconds(800)

  /// How long the whole of an early end may take, last words included: those may be stuck in a
  /// terminal that was stopped (Ctrl-S).
  private static let lastLimit = Duration.seconds(2)

  private let console: Console
  private let watch: CommandWatch
  private let handlesSignals: Bool
  private let atEnd: @Sendable (ExitCode) -> Void

  /// - Parameters:
  ///   - handlesSignals: Whether Ctrl-C ends the command here; false when it has its own way to end.
  ///   - atEnd: Called last, before anything is given back.
  package init(
    console: Console, watch: CommandWatch, handlesSignals: Bool = true,
    atEnd: @escaping @Sendable (ExitCode) -> Void = { _ in }
  ) {
    self.console = console
    self.watch = watch
    self.handlesSignals = handlesSignals
    self.atEnd = atEnd
  }

  /// Runs `body` to its end, prints what went wrong, and returns the exit code.
  ///
  /// When it is left early the process ends here, on another thread: `body` may block its own.
  package func run(_ body: @escaping @Sendable () async throws -> ExitCode) async -> ExitCode {
    let watch = watch
    let work = Task(executorPreference: ProgramThread.executor) {
      do {
        return Result<ExitCode, CommandFailure>.success(try await body())
      } catch {
        let failure = watch.named(ErrorRenderer.failure(error))
        return .failure(
          ProfileHints.adapt(
            failure, profile: watch.profileName, isChosen: watch.isProfileChosen))
      }
    }
    let early = EarlyEnd()
    // Without it Ctrl-C ends the process in the system's own way, which is good enough.
    let signals = handlesSignals ? catchSignals(work, early) : nil
    let timer = watch.limit.map { limit in
      Task {
        try await Task.sleep(for: limit + Self.grace)
        early.start {
          let failure = watch.timeoutFailure()
          let end = Self.ending(failure.exit.rawValue)
          await leave(work, atTimeout: true)
          console.failure(failure)
          withExtendedLifetime(end) { ProcessExit.now(failure.exit.rawValue) }
        }
      }
    }
    defer {
      timer?.cancel()
      withExtendedLifetime(signals) {}
    }
    let result = await work.value
    // The one that is first ends the process; the other waits for that.
    if let ending = early.close() { await ending.value }
    let code = tell(result)
    atEnd(code)
    return code
  }

  /// Prints what went wrong.
  private func tell(_ result: Result<ExitCode, CommandFailure>) -> ExitCode {
    switch result {
    case .success(let code):
      console.clearProgress()
      return code
    case .failure(let failure):
      // A terminal shows ^C by itself; whether this or the signal comes first is chance.
      if failure.code == "REQUEST_ABORTED" {
        console.clearProgress()
      } else {
        console.failure(failure)
      }
      return failure.exit
    }
  }

  private func catchSignals(
    _ work: Task<Result<ExitCode, CommandFailure>, Never>, _ early: EarlyEnd
  ) -> InterruptSignals? {
    try? InterruptSignals { signal in
      early.start {
        let code = (ExitCode(rawValue: 128 + signal) ?? .interrupted).rawValue
        let end = Self.ending(code)
        await leave(work, atTimeout: false)
        console.clearProgress()
        withExtendedLifetime(end) { ProcessExit.now(code) }
      }
    }
  }

  /// Ends the process in any case once ``lastLimit`` is over, for as long as it is kept.
  private static func ending(_ code: Int32) -> Alarm {
    Alarm(after: lastLimit) { ProcessExit.now(code) }
  }

  /// Does what the command wants done when it is left early, within its limit.
  private func leave(
    _ work: Task<Result<ExitCode, CommandFailure>, Never>, atTimeout: Bool
  ) async {
    console.closeOutput()
    if let action = watch.takeAction(atTimeout: atTimeout) {
      let (ends, end) = AsyncStream<Void>.makeStream()
      let cleanUp = Task {
        await action()
        end.yield()
      }
      let limit = Task {
        try await Task.sleep(for: Self.interruptLimit)
        end.yield()
      }
      for await _ in ends { break }
      cleanUp.cancel()
      limit.cancel()
    }
    work.cancel()
  }
}

/// The end of a command before its own, of which there is at most one.
private final class EarlyEnd: Sendable {
  private struct State {
    var isClosed = false
    var ending: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Begins it, unless there is one or the command has ended.
  func start(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isClosed, state.ending == nil else { return }
      state.ending = Task { await body() }
    }
  }

  /// Allows none from now on.
  ///
  /// - Returns: The one that has begun.
  func close() -> Task<Void, Never>? {
    state.withLock { state in
      state.isClosed = true
      return state.ending
    }
  }
}
