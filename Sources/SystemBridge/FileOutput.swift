import CSystem
import Glibc

/// Writing a result to a path that a user named.
package enum FileOutput {
  /// What is at a path, as far as writing to it goes.
  package enum Target: Sendable, Equatable {
    /// A regular file, or nothing yet; `path` has no symbolic link left to follow.
    case file(path: String)
    /// A device, a pipe, a socket: it stays what it is, and is written through.
    case stream
    /// A descriptor that the caller has left open, as `/dev/stdout` names one: it is written to where it
    /// stands, whatever is behind it.
    case descriptor(Int32)
  }

  /// Finds out what is there, following symbolic links.
  ///
  /// - Throws: ``SystemError``: `EISDIR` for a folder, `ELOOP` for links in a circle.
  package static func target(of path: String) throws(SystemError) -> Target {
    if let descriptor = descriptor(of: path) {
      // Those of our own are closed on exec; none of them is what the user means.
      let flags = figranium_descriptor_flags(descriptor)
      guard flags >= 0, flags & FD_CLOEXEC == 0 else {
        throw SystemError(errno: EBADF, operation: "write", path: path)
      }
      return .descriptor(descriptor)
    }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw SystemError(errno: EISDIR, operation: "write", path: path)
      default: return .stream
      }
      guard let resolved = unsafe realpath(path, nil) else {
        throw SystemError(errno: errno, operation: "write", path: path)
      }
      defer { unsafe free(resolved) }
      return .file(path: unsafe String(cString: resolved))
    }
    guard errno == ENOENT else { throw SystemError(errno: errno, operation: "write", path: path) }
    return .file(path: path)
  }

  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// Writes all of `bytes`, then `end`, to a descriptor that stays open.
  package static func write(
    _ bytes: Span<UInt8>, then end: [UInt8], to descriptor: Int32
  ) throws(SystemError) {
    try StandardStreams.write(bytes, to: descriptor)
    try StandardStreams.write(end.span, to: descriptor)
  }

  /// Writes all of `bytes`, then `end`, to what is at `path`, which stays what it is.
  ///
  /// A named pipe is waited for until somebody reads from it, whatever signals come: whoever catches
  /// them ends the process.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - end: What to write after it.
  ///   - path: Where.
  ///   - waiting: Called before such a wait.
  /// - Throws: ``SystemError``, for example `ENOSPC`.
  package static func writeThrough(
    _ bytes: Span<UInt8>, then end: [UInt8], to path: String, waiting: () -> Void = {}
  ) throws(SystemError) {
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY
    // What is not ready is waited for when it is written to.
    var descriptor = unsafe open(path, flags | O_NONBLOCK)
    if descriptor < 0, errno == ENXIO {
      waiting()
      repeat { descriptor = unsafe open(path, flags) } while descriptor < 0 && errno == EINTR
    }
    guard descriptor >= 0 else { throw SystemError(errno: errno, operation: "open", path: path) }
    defer { _ = close(descriptor) }
    do {
      try StandardStreams.write(bytes, to: descriptor)
      try StandardStreams.write(end.span, to: descriptor)
    } catch {
      throw SystemError(errno: error.errno, operation: "write", path: path)
    }
  }
}
