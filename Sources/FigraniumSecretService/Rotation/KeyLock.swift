package import Figranium
import FoundationEssentials
import Synchronization
import SystemBridge

/// The lock on one profile's keys (`flock`), which ends with its holder, also when that crashes.
///
/// Whoever stores, moves, rotates or deletes a key holds it meanwhile. The file says what for, so
/// that others know whether waiting is worth while: a change takes milliseconds, a rotation may
/// take minutes.
package final class KeyLock: Sendable {
  /// What it is held for.
  package enum Purpose: String, Sendable {
    /// To store or delete a key.
    case change
    /// To rotate it.
    case rotation
  }

  private let file: Mutex<DataFile?>

  private init(_ file: DataFile) { self.file = Mutex(file) }

  /// Takes the lock.
  ///
  /// It waits for a change, for at most 5 seconds, and for a rotation not at all.
  ///
  /// - Throws: `KEY_ROTATING`, `KEY_LOCKED`, `FILE_ERROR`; `REQUEST_ABORTED` when the task was
  ///   cancelled.
  package static func take(
    _ identity: CredentialIdentity, for purpose: Purpose, in files: RotationFiles
  ) async throws(FigraniumError) -> KeyLock {
    let path = try files.lockPath(identity)
    let until = ContinuousClock.now + .seconds(5)
    var sawRotation = false
    while true {
      var rotating: String?
      do throws(SystemError) {
        let file = try DataFile(path: path, .appending, access: 0o600, followingLinks: false)
        if try file.lock() {
          try file.cut(to: 0)
          try file.append(Array("\(purpose.rawValue) \(ProcessIdentity.current)\n".utf8))
          return KeyLock(file)
        }
        let words = String(decoding: try file.read(at: 0, count: 64), as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        let isRotation = words.first.map(String.init) == Purpose.rotation.rawValue
        // Twice: the word may be of a former holder, and the new one about to write its own.
        if isRotation, sawRotation { rotating = words.count > 1 ? String(words[1]) : "" }
        sawRotation = isRotation
      } catch {
        throw FigraniumError(
          message: "\(error)", kind: .fileError,
          hint: "Make \(path) writable, then try again.")
      }
      if let rotating { throw isRotating(identity, process: rotating) }
      guard ContinuousClock.now < until else { break }
      do {
        try await Swift.Task.sleep(for: .milliseconds(10))
      } catch {
        throw FigraniumError(message: "Interrupted.", kind: .requestAborted)
      }
    }
    throw FigraniumError(
      message: "Another figctl is changing the key of profile '\(identity.account)'.",
      kind: .keyLocked, hint: "Try again when it is done.")
  }

  /// Gives it back; nothing happens the second time.
  package func release() { file.withLock { $0 = nil } }

  private static func isRotating(
    _ identity: CredentialIdentity, process: String
  ) -> FigraniumError {
    FigraniumError(
      message: "The key of profile '\(identity.account)' is being rotated"
        + (process.isEmpty ? "." : " (process \(process))."),
      kind: .keyRotating, hint: "Try again when that is done.")
  }
}
