import CSystem
import Glibc

/// What a file is at a moment, to tell whether it is still the same one with the same content.
package struct FileState: Sendable, Equatable {
  private let device: dev_t
  private let inode: ino_t
  private let size: off_t
  private let changed: [Int]
  private let bits: mode_t
  /// How many names it has.
  package let names: Int

  /// Looks at the file at `path`, links followed.
  ///
  /// - Throws: ``SystemError``: `ENOENT`, and `EINVAL` for what is no regular file.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw SystemError(errno: errno, operation: "look at", path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
      throw SystemError(errno: code, operation: "look at", path: path)
    }
    device = status.st_dev
    inode = status.st_ino
    size = status.st_size
    changed = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    bits = status.st_mode & 0o7777
    names = Int(status.st_nlink)
  }

  /// Whether the access rights let others than the owner read it.
  package var isReadableByOthers: Bool { bits & 0o044 != 0 }

  /// The access rights as `chmod` and `ls` users write them: `644`.
  package var accessText: String { String(bits, radix: 8) }
}
