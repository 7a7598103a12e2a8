import CSystem
import Glibc

/// Reads a secret from a file or a pipe straight into locked memory.
package enum SecretInput {
  /// Reads to the end of `descriptor`, which stays open.
  ///
  /// Waits as long as the writer takes; Ctrl-C ends the wait.
  ///
  /// - Parameters:
  ///   - descriptor: 0 for standard input.
  ///   - limit: The most bytes to take; one more is an error, so endless input ends at once.
  /// - Throws: ``SystemError``: `EINTR` for Ctrl-C, `EMSGSIZE` for more than `limit` bytes, `EISDIR`
  ///   for a directory, `EBADF` for no such descriptor.
  package static func read(
    fileDescriptor descriptor: Int32, limit: Int
  ) throws(SystemError) -> LockedBytes {
    let name = descriptor == 0 ? "standard input" : "descriptor \(descriptor)"
    return try read(descriptor, limit: limit, operation: "read from \(name)", path: nil)
  }

  /// Reads the whole file at `path`; a FIFO too.
  ///
  /// - Throws: As for a descriptor, and what `open` refuses, with the path.
  package static func read(path: String, limit: Int) throws(SystemError) -> LockedBytes {
    // O_NONBLOCK: opening a FIFO without a writer must not hang where Ctrl-C is not heard.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError(errno: errno, operation: "open", path: path) }
    defer { _ = close(descriptor) }
    return try read(descriptor, limit: limit, operation: "read", path: path)
  }

  private static func read(
    _ descriptor: Int32, limit: Int, operation: String, path: String?
  ) throws(SystemError) -> LockedBytes {
    func failure(_ code: Int32) -> SystemError {
      SystemError(errno: code, operation: operation, path: path)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(EISDIR) }
    return try InputSession.run(signals: [SIGINT]) { (pipe) throws(SystemError) in
      // One byte of room more than allowed, to see that there is more than allowed.
      try LockedBytes(capacity: limit + 1) {
        (output: inout OutputSpan<UInt8>) throws(SystemError) in
        while true {
          if let signal = try pipe.waitForInput(on: descriptor) {
            throw InputSession.Interrupted.by(signal)
          }
          let (count, code) = unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
            let start = unsafe buffer.baseAddress?.advanced(by: filled)
            let count = unsafe Glibc.read(descriptor, start, buffer.count - filled)
            let code = errno
            if count > 0 { filled += count }
            return (count, code)
          }
          if count < 0, code != EINTR, code != EAGAIN { throw failure(code) }
          if output.count > limit { throw failure(EMSGSIZE) }
          if count == 0 { return }
        }
      }
    }
  }
}
