import FoundationEssentials
package import GLibBridge
import Glibc

/// What `/proc` tells of a child process.
package enum ProcessState {
  /// Waits until a thread of the process sleeps in `poll` on its input: catches SIGINT and waits.
  ///
  /// `/proc/PID/status` shows which signals have a handler; the input session installs one for
  /// SIGINT as its first step.
  package static func isWaiting(_ child: ChildProcess, seconds: Double = 20) async throws -> Bool {
    try await becomes(seconds) { caught(child) & 2 != 0 }
  }

  /// Waits until the process is stopped (SIGSTOP), which takes effect some time after it was sent.
  package static func isStopped(_ pid: String, seconds: Double = 20) async throws -> Bool {
    try await becomes(seconds) {
      let data = FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data()
      return String(decoding: data, as: UTF8.self).contains("State:\tT")
    }
  }

  /// Looks again and again, on a thread of its own: Swift's may be busy for longer than the limit.
  private static func becomes(
    _ seconds: Double, _ condition: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    try await FigctlProcess.offThread {
      let until = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
      while ContinuousClock.now < until {
        if condition() { return true }
        usleep(5_000)
      }
      return false
    }
  }

  /// The mask of signals with a handler.
  private static func caught(_ child: ChildProcess) -> UInt64 {
    let path = "/proc/\(child.processID)/status"
    guard let data = FileManager.default.contents(atPath: path) else { return 0 }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("SigCgt:") }
    return line.flatMap { UInt64($0.dropFirst(7).filter { !$0.isWhitespace }, radix: 16) } ?? 0
  }
}
