import GLibBridge
import TestSupport

/// The helper program as a child process.
enum Probe {
  /// Long enough for a machine that is busy with other tests.
  static let seconds = 60.0

  static func start(
    _ arguments: String..., input: ChildProcess.Input = .bytes([])
  ) throws -> ChildProcess {
    try ChildProcess(
      [try BuiltProducts.path("SystemProbe")] + arguments, environment: environment([:]),
      input: input)
  }

  /// The helper under a shell that runs `script`, with `$P` for the helper's path.
  static func shell(
    _ script: String, input: ChildProcess.Input = .bytes([])
  ) throws -> ChildProcess {
    try ChildProcess(
      ["sh", "-c", script],
      // Swift's own crash handler would catch SIGQUIT.
      environment: environment([
        "P": try BuiltProducts.path("SystemProbe"), "SWIFT_BACKTRACE": "enable=no",
      ]),
      input: input)
  }

  private static func environment(_ more: [String: String]) -> [String: String] {
    var result = Sanitizers.environment
    result["PATH"] = "/usr/bin:/bin"
    return result.merging(more) { _, new in new }
  }
}

extension ChildProcess {
  /// Waits until the child has written `text` to standard output.
  func waitFor(_ text: String) -> Bool {
    waitForOutput(seconds: Probe.seconds) { output, _ in output.contains(text) }
  }
}
