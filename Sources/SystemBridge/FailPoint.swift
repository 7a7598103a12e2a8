#if DEBUG
  import Glibc

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

    /// Ends or stops the process here, if that is wanted.
    package static func pass(_ name: @autoclosure () -> String) {
      guard let wanted, wanted.name == name() else { return }
      _ = kill(getpid(), wanted.signal)
    }
  }
#endif
