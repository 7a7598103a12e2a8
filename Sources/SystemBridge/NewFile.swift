import CSystem
import Glibc
import Synchronization

/// A file that comes to be as a whole or not at all.
///
/// What is written goes into a file of mode 0600 and another name in the same folder, which
/// ``commit()`` renames. Dropping the object before that takes it away. A process that is killed
/// leaves it behind, as `.figranium-….part`.
///
/// For one user at a time; the calls may block for as long as the disk needs.
package final class NewFile: Sendable {
  let folder: Int32
  let file: Int32
  private let temporary: String
  let name: String
  let path: String
  private let replaces: Bool
  private let isSettled = Atomic(false)
  /// Whether it belongs to whom the file that it replaces belongs to.
  let hasOwner = Atomic(false)

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - name: The file's name, without a slash.
  ///   - folderPath: The folder, which must be there.
  ///   - replaces: Whether a file of that name may be replaced.
  /// - Throws: ``SystemError``: `EEXIST` when there is one that may not, `EISDIR` when a folder has
  ///   that name.
  package init(_ name: String, in folderPath: String, replaces: Bool) throws(SystemError) {
    path = folderPath.hasSuffix("/") ? folderPath + name : "\(folderPath)/\(name)"
    self.name = name
    self.replaces = replaces
    temporary = ".figranium-\(try Self.randomName()).part"
    folder = unsafe open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw SystemError(errno: errno, operation: "open the folder", path: folderPath)
    }
    do throws(SystemError) {
      try Self.check(name, in: folder, path: path, replaces: replaces)
      file = unsafe openat(
        folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw SystemError(errno: errno, operation: "write", path: path) }
    } catch {
      _ = close(folder)
      throw error
    }
  }

  deinit {
    discard()
    _ = close(file)
    _ = close(folder)
  }

  /// Writes all of `bytes` at the end.
  ///
  /// - Throws: ``SystemError``, for example `ENOSPC`.
  package func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
    var code: Int32 = 0
    unsafe bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = unsafe Glibc.write(
          file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count >= 0 {
          done += count
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw SystemError(errno: code, operation: "write", path: path) }
  }

  /// Gives the file the mode of the one it replaces, else that of new files, and has the disk take
  /// all of it.
  ///
  /// The set-user-ID, set-group-ID and sticky bits only stay with the owner.
  ///
  /// - Parameter isPrivate: Whether only its owner may read it, whatever the mode was.
  package func finish(isPrivate: Bool = false) throws(SystemError) {
    guard fchmod(file, isPrivate ? 0o600 : mode) == 0, fsync(file) == 0 else {
      throw SystemError(errno: errno, operation: "write", path: path)
    }
  }

  /// Gives the file its name; once, after ``finish()``.
  ///
  /// - Throws: ``SystemError``: `EEXIST` when a file of that name has come meanwhile and may not be
  ///   replaced.
  package func commit() throws(SystemError) {
    let code = replaces ? replacing() : keeping()
    guard code == 0 else { throw SystemError(errno: code, operation: "write", path: path) }
    isSettled.store(true, ordering: .releasing)
    // The name too must be on the disk. Some file systems know no such thing.
    guard fsync(folder) == 0 || errno == EINVAL || errno == EROFS else {
      throw SystemError(errno: errno, operation: "write", path: path)
    }
  }

  /// Takes the temporary file away; nothing happens once it has its name.
  package func discard() {
    guard !isSettled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = unsafe unlinkat(folder, temporary, 0)
  }

  // MARK: Parts

  private var mode: mode_t {
    var status = stat()
    // What only its owner could read stays so.
    guard replaces, unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return 0o666 & ~Self.creationMask }
    // To run as its owner or group means another thing once that is another one.
    return status.st_mode & (hasOwner.load(ordering: .acquiring) ? 0o7777 : 0o777)
  }

  private func replacing() -> Int32 {
    unsafe renameat(folder, temporary, folder, name) == 0 ? 0 : errno
  }

  private func keeping() -> Int32 {
    if unsafe figranium_rename_to_new(folder, temporary, name) == 0 { return 0 }
    guard errno == EINVAL || errno == ENOSYS else { return errno }
    // A file system without that form of rename: a second name, then the first goes.
    guard unsafe linkat(folder, temporary, folder, name, 0) == 0 else { return errno }
    _ = unsafe unlinkat(folder, temporary, 0)
    return 0
  }

  private static func check(
    _ name: String, in folder: Int32, path: String, replaces: Bool
  ) throws(SystemError) {
    var status = stat()
    guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else { throw SystemError(errno: errno, operation: "write", path: path) }
      return
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw SystemError(errno: EISDIR, operation: "write", path: path)
    }
    if !replaces { throw SystemError(errno: EEXIST, operation: "write", path: path) }
  }

  private static func randomName() throws(SystemError) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      try SystemRandom.bytes(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The process's `umask`, read without changing it; all bits for others when it is not told.
  private static var creationMask: mode_t {
    guard let status = unsafe fopen("/proc/self/status", "re") else { return 0o077 }
    defer { unsafe fclose(status) }
    var line = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&line, Int32(line.count), status) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("Umask:") else { continue }
      return text.dropFirst(6).split(whereSeparator: \.isWhitespace).first
        .flatMap { mode_t($0, radix: 8) } ?? 0o077
    }
    return 0o077
  }
}
