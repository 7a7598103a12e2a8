import Glibc
import SystemBridge

/// Counts the faults that the code under test has survived, over all test processes of a run.
///
/// `install/test` names the file in `FIGRANIUM_TALLY` and prints the count at its end; without the
/// variable nothing is written.
package enum FaultTally {
  /// Notes a fault after its expectations; noted twice, it counts once.
  ///
  /// - Parameters:
  ///   - fault: What went wrong, in a word or two.
  ///   - whom: What met it: a command, a call.
  package static func survived(_ fault: String, by whom: String, file: String = #fileID) {
    guard let path = SystemEnvironment.value("FIGRANIUM_TALLY") else { return }
    let line = "\(file) \(fault) | \(whom)".replacing("\n", with: " ") + "\n"
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { fatalError("FIGRANIUM_TALLY: \(path): errno \(errno)") }
    defer { close(descriptor) }
    let bytes = Array(line.utf8)
    // One write a line: lines of several processes do not mix.
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
      fatalError("FIGRANIUM_TALLY: \(path): errno \(errno)")
    }
  }
}
