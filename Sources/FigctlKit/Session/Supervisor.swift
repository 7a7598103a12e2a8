import SystemBridge

/// Runs a command and ends it: when it is done, when its time is up, or on Ctrl-C.
///
/// A command may hang in a call that cannot be ended; the process ends all the same, since the
/// command's task is not waited for.
package struct Supervisor: Sendable {
  private enum Ending: Sendable {
    case finished(ExitCode)
    case failed(CommandFailure)
    case timedOut
    case interrupted(Int32)
  }

  /// How much longer than `--timeout` a command may take, so that the error of the call which it
  /// waited in, which says more, comes first.
  private static let grace = Duration.milliseconds(250)
  /// How long what is done on Ctrl-C may take.
  private static let interruptLimit = Duration.milliseconds(800)

  private let console: Console
  private let watch: CommandWatch

  package init(console: Console, watch: CommandWatch) {
    self.console = console
    self.watch = watch
  }

  /// Runs `body` to its end, prints what went wrong, and returns the exit code.
  package func run(_ body: @escaping @Sendable () async throws -> ExitCode) async -> ExitCode {
    let (endings, endNow) = AsyncStream<Ending>.makeStream()
    // Without it Ctrl-C ends the process in the system's own way, which is good enough.
    let signals = try? InterruptSignals()
    let watch = watch
    let work = Task {
      do {
        endNow.yield(.finished(try await body()))
      } catch {
        let failure = watch.named(ErrorRenderer.failure(error))
        endNow.yield(
          .failed(
            ProfileHints.adapt(
              failure, profile: watch.profileName, isChosen: watch.isProfileChosen)))
      }
    }
    let interrupts = Task {
      if let signal = await signals?.wait() { endNow.yield(.interrupted(signal)) }
    }
    let timer = watch.limit.map { limit in
      Task {
        try await Task.sleep(for: limit + Self.grace)
        endNow.yield(.timedOut)
      }
    }
    defer {
      interrupts.cancel()
      timer?.cancel()
    }
    for await ending in endings {
      switch ending {
      case .finished(let code):
        console.clearProgress()
        return code
      case .failed(let failure):
        // A terminal shows ^C by itself; whether this or the signal comes first is chance.
        if failure.code == "REQUEST_ABORTED" {
          console.clearProgress()
        } else {
          console.failure(failure)
        }
        return failure.exit
      case .timedOut:
        let failure = watch.timeoutFailure()
        await leave(work, atTimeout: true)
        console.failure(failure)
        return failure.exit
      case .interrupted(let signal):
        await leave(work, atTimeout: false)
        console.clearProgress()
        return ExitCode(rawValue: 128 + signal) ?? .interrupted
      }
    }
    return .ok
  }

  /// Does what the command wants done when it is left early, within its limit.
  private func leave(_ work: Task<Void, Never>, atTimeout: Bool) async {
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
