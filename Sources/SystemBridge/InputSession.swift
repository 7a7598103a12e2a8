import Glibc
import Synchronization

/// The time during which input is read: one at a time in a process, with signals caught.
enum InputSession {
  /// The error for a signal that ended the reading.
  enum Interrupted {
    static func by(_ signal: Int32) -> SystemError {
      SystemError(errno: EINTR, operation: "read: interrupted by signal \(signal)")
    }
  }

  private static let turn = Mutex(())

  /// Runs `body` with `signals` caught.
  ///
  /// A SIGINT that ends it is passed on afterwards to whoever else listens (``InterruptSignals``),
  /// but does not kill the process: the error tells.
  static func run<Result>(
    signals: [Int32], _ body: (SignalPipe) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try turn.withLock { _ throws(SystemError) in
      var hasListener = false
      do throws(SystemError) {
        let pipe = try SignalPipe(.input, signals: signals)
        hasListener = pipe.hasOtherHandler(for: SIGINT)
        // A Ctrl-C from before we listened: whoever heard it is about to end the command.
        if SignalPipe.hasBeenInterrupted {
          hasListener = false
          throw Interrupted.by(SIGINT)
        }
        return try body(pipe)
      } catch {
        if error.isInterruption, hasListener { SignalPipe.raiseNow(SIGINT) }
        throw error
      }
    }
  }
}
