/// What a command tells the shell.
///
/// The numbers are a promise to scripts: a new kind of failure gets one of these, never another
/// meaning of an old one.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// Done; for `run`: the outcome is `success`, or the server told none.
  case ok = 0
  /// The run ended as `error`, `crashed`, `anti_bot` or `stopped`.
  case outcome = 1
  /// A wrong option, argument, address or input, also what cannot be a key, or a question that was
  /// answered with no, or could not be asked.
  case usage = 2
  /// No key is stored for this profile, or none to go back to, known for sure.
  case noKey = 3
  /// The credential store is locked, was dismissed, is absent or refused.
  case store = 4
  /// The server cannot be reached: name, connection, TLS or a time limit.
  case network = 5
  /// The server refused the key or wants a signed-in session.
  case denied = 6
  /// No such task, execution or profile.
  case notFound = 7
  /// Any other server error, or an answer that makes no sense.
  case server = 8
  /// Another `figctl` holds the lock, or several things match.
  case conflict = 9
  /// `exec`: the program cannot be run.
  case cannotExecute = 126
  /// `exec`: there is no such program.
  case commandNotFound = 127
  /// The terminal went away (`SIGHUP`); 128 plus the signal, as shells count.
  case hungUp = 129
  /// Ctrl-C.
  case interrupted = 130
  /// The process was asked to end (`SIGTERM`); 128 plus the signal, as shells count.
  case terminated = 143
}
