import CSystem
import Glibc

/// A regular file that is read from front to end, or grows at its end; a few lines over the calls
/// of the C library, since Foundation's file handle has neither `fdatasync` nor locks.
///
/// One thread at a time uses it.
package final class DataFile: Sendable {
  /// What it is opened for.
  package enum Mode: Sendable {
    /// To be read.
    case reading
    /// To be read, cut and appended to; made when it is not there.
    case appending
    /// The same, for a file that must not be there yet.
    case creating
  }

  /// Where it is, as given.
  package let path: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - mode: What it is opened for.
  ///   - access: The access rights of one that is made, less the `umask`.
  ///   - followingLinks: Whether a symbolic link is opened; else it is `ELOOP`.
  /// - Throws: ``SystemError``: what `open` refuses, `EISDIR` for a folder, `EINVAL` for what is no
  ///   regular file.
  package init(
    path: String, _ mode: Mode, access: UInt32 = 0o666, followingLinks: Bool = true
  ) throws(SystemError) {
    self.path = path
    let flags =
      switch mode {
      // Not to wait for the writer of a FIFO, which is refused just below.
      case .reading: O_RDONLY | O_NONBLOCK
      case .appending: O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK
      case .creating: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      }
    let links = followingLinks ? 0 : O_NOFOLLOW
    descriptor = unsafe open(path, flags | links | O_CLOEXEC | O_NOCTTY, access)
    guard descriptor >= 0 else { throw SystemError(errno: errno, operation: "open", path: path) }
    let kind: mode_t
    do throws(SystemError) {
      kind = try status().st_mode & S_IFMT
    } catch {
      _ = close(descriptor)
      throw error
    }
    if kind == S_IFREG { return }
    _ = close(descriptor)
    throw SystemError(errno: kind == S_IFDIR ? EISDIR : EINVAL, operation: "open", path: path)
  }

  deinit {
    _ = close(descriptor)
  }

  /// Its length in bytes.
  package var size: Int {
    get throws(SystemError) { Int(try status().st_size) }
  }

  /// Locks it against other processes (`flock`), until it is closed.
  ///
  /// - Returns: Whether it did; false when another process holds it.
  package func lock() throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw failure(code, "lock") }
    }
    return true
  }

  /// Whether its path still leads to it; another file may have taken its place.
  package var isAtItsPath: Bool {
    get throws(SystemError) { try isSame(as: path) }
  }

  /// Reads up to `count` bytes at a place; none at the end.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let read = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
        code = read < 0 ? errno : 0
        if code == EINTR { continue }
        filled = max(0, read)
        return
      }
    }
    guard code == 0 else { throw failure(code, "read") }
    return bytes
  }

  /// Writes all of `bytes` at its end.
  ///
  /// - Throws: ``SystemError``, for example `ENOSPC`; a part may have been written.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try StandardStreams.write(bytes.span, to: descriptor)
    } catch {
      throw failure(error.errno, "write")
    }
  }

  /// Cuts it to `size` bytes.
  package func cut(to size: Int) throws(SystemError) {
    while ftruncate(descriptor, off_t(size)) != 0 {
      if errno != EINTR { throw failure(errno, "cut") }
    }
  }

  /// Waits until what was written is on the disk (`fdatasync`).
  package func synchronize() throws(SystemError) {
    while fdatasync(descriptor) != 0 {
      if errno != EINTR { throw failure(errno, "write") }
    }
  }

  /// Gives it the access rights of another file.
  package func copyPermissions(of other: DataFile) throws(SystemError) {
    guard fchmod(descriptor, try other.status().st_mode & 0o7777) == 0 else {
      throw failure(errno, "set the access rights of")
    }
  }

  /// The extended attribute `name`, or nil where there is none.
  package func note(_ name: String) -> String? {
    var value = [UInt8](repeating: 0, count: 1024)
    let count = unsafe fgetxattr(descriptor, name, &value, value.count)
    return count < 0 ? nil : String(decoding: value.prefix(count), as: UTF8.self)
  }

  /// Sets the extended attribute `name`, where the file system knows such things.
  package func setNote(_ name: String, _ value: String) {
    let bytes = Array(value.utf8)
    _ = unsafe fsetxattr(descriptor, name, bytes, bytes.count, 0)
  }

  /// Puts the file at `path` into the place of that at `target`, in one step (`rename`).
  package static func move(_ path: String, to target: String) throws(SystemError) {
    guard unsafe rename(path, target) == 0 else {
      throw SystemError(errno: errno, operation: "write", path: target)
    }
  }

  /// Takes the file at `path` away; nothing happens when there is none.
  package static func remove(_ path: String) {
    _ = unsafe unlink(path)
  }

  /// Waits until the names in a folder are on the disk: a file that was just made, or moved.
  package static func synchronizeFolder(of path: String) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SystemError(errno: errno, operation: "open", path: folder)
    }
    defer { _ = close(descriptor) }
    // Some file systems have nothing to do there, and say so.
    if fsync(descriptor) != 0, errno != EINVAL {
      throw SystemError(errno: errno, operation: "write", path: folder)
    }
  }

  /// Whether `path` leads to this very file, by whatever name or link; false when it leads nowhere.
  package func isSame(as path: String) throws(SystemError) -> Bool {
    var now = stat()
    guard unsafe stat(path, &now) == 0 else {
      if errno == ENOENT { return false }
      throw failure(errno, "look at")
    }
    let own = try status()
    return own.st_dev == now.st_dev && own.st_ino == now.st_ino
  }

  private func status() throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno, "look at") }
    return status
  }

  private func failure(_ code: Int32, _ operation: String) -> SystemError {
    SystemError(errno: code, operation: operation, path: path)
  }
}
