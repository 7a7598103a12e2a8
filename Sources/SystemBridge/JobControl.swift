import Glibc

/// Background and foreground, as shells have them.
enum JobControl {
  /// Runs `body` so that using the terminal from the background stops the program until it is in the
  /// foreground again (SIGTTOU, SIGTTIN).
  ///
  /// Threads that block both would change the modes of a terminal that another program reads from, and
  /// be told of an error where they read.
  static func obeyed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (stops, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&stops)
    for signal in [SIGTTOU, SIGTTIN] { unsafe sigaddset(&stops, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &stops, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
