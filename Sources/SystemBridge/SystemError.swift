import CSystem
import Glibc

/// What the system refused: the call's `errno`, what was being done, and to what.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The `errno` of the failed call.
  package let errno: Int32

  /// What was being done, to follow “Cannot”: `open`, `read from standard input`.
  package let operation: String

  /// The file it was done to, if it was one.
  package let path: String?

  /// Describes a failure.
  package init(errno: Int32, operation: String, path: String? = nil) {
    self.errno = errno
    self.operation = operation
    self.path = path
  }

  /// Whether the user or a signal asked for the end (`EINTR`).
  package var isInterruption: Bool { errno == EINTR }

  /// Whether it is a folder where a file is needed (`EISDIR`).
  package var isFolder: Bool { errno == EISDIR }

  /// Whether there is a file that may not be replaced (`EEXIST`).
  package var alreadyExists: Bool { errno == EEXIST }

  /// Whether there was more than the limit allows (`EMSGSIZE`).
  package var isTooLarge: Bool { errno == EMSGSIZE }

  /// Whether it is no regular file, where one is needed (`EINVAL` of ``DataFile``).
  package var isNoFile: Bool { errno == EINVAL }

  /// Whether it is not there (`ENOENT`).
  package var isMissing: Bool { errno == ENOENT }

  /// More than a limit allows.
  package static func tooLarge(_ operation: String, _ path: String) -> SystemError {
    SystemError(errno: EMSGSIZE, operation: operation, path: path)
  }

  /// No regular file, where one is needed.
  package static func noFile(_ operation: String, _ path: String) -> SystemError {
    SystemError(errno: EINVAL, operation: operation, path: path)
  }

  /// In use by another process.
  package static func busy(_ operation: String, _ path: String) -> SystemError {
    SystemError(errno: EBUSY, operation: operation, path: path)
  }

  package var description: String {
    if errno == EINTR { return "Interrupted." }
    let object = path.map { " \($0)" } ?? ""
    return "Cannot \(operation)\(object): \(Self.text(errno))."
  }

  /// Why, in the system's words: `No such file or directory`.
  package var reason: String { Self.text(errno) }

  /// The system's words for an `errno`.
  package static func text(_ code: Int32) -> String {
    // Not `strerror`, which is not safe with threads. Nil for a number that is no errno.
    unsafe strerrordesc_np(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
