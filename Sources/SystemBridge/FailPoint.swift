#if DEBUG
  import Glibc
  import Synchronization

  /// Places where tests end or stop the process, to see what is left; not compiled into releases.
  ///
  /// The environment names one: `FIGRANIUM_FAIL_POINT=kill:NAME` ends the process there with
  /// SIGKILL, `stop:NAME` stops it until it gets SIGCONT.
  package enum FailPoint {
    private static let wanted: (signal: Int32, name: String)? = {
      guard let text = SystemEnvironment.value("FIGRANIUM_FAIL_POINT") else { return nil }
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0] == "kill" ? SIGKILL : SIGSTOP, String(parts[1]))
    }()

    private static let hasPassed = Atomic(false)

    /// Ends or stops the process here, if that is wanted; once.
    package static func pass(_ name: @autoclosure () -> String) {
      guard let wanted, wanted.name == name(),
        !hasPassed.exchange(true, ordering: .relaxed)
      else { return }
      _ = kill(getpid(), wanted.signal)
    }
  }
#endif
