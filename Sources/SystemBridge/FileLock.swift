import Glibc

/// A lock between processes (`flock`) that ends with its holder, also when that crashes.
///
/// The file stays: it means nothing by itself. Keep the object, and ``release()`` it, for as long
/// as the lock is needed.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or gives nil at once when another process holds it.
  ///
  /// - Parameter path: The lock file, made with mode 0600 if it is not there. Its directory must be.
  /// - Throws: ``SystemError`` when the file cannot be opened or locked; a symbolic link is refused.
  package init?(path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw SystemError(errno: errno, operation: "open the lock file", path: path)
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      _ = close(descriptor)
      if code == EWOULDBLOCK { return nil }
      throw SystemError(errno: code, operation: "lock the file", path: path)
    }
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// Gives the lock back now; nothing happens the second time.
  package func release() {
    _ = flock(descriptor, LOCK_UN)
  }
}
