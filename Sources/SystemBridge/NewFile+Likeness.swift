import CSystem
import Glibc
import Synchronization

extension NewFile {
  /// Gives the file owner, group and extended attributes (access lists among them) of the one that
  /// it will replace; before ``finish()``.
  ///
  /// - Throws: ``SystemError``: `EPERM` when they cannot be given, and then the file should not take
  ///   the other's place: somebody would lose the right to read it, or get it.
  package func takeOwnerAndAttributes() throws(SystemError) {
    let old = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard old >= 0 else { throw failure(errno) }
    defer { _ = close(old) }
    var theirs = stat()
    var ours = stat()
    guard unsafe fstat(old, &theirs) == 0, unsafe fstat(file, &ours) == 0 else {
      throw failure(errno)
    }
    if theirs.st_uid != ours.st_uid || theirs.st_gid != ours.st_gid {
      guard fchown(file, theirs.st_uid, theirs.st_gid) == 0 else { throw failure(errno) }
    }
    hasOwner.store(true, ordering: .releasing)
    for name in try attributes(of: old) {
      do throws(SystemError) {
        try copy(name, from: old)
      } catch {
        // Labels of a security module follow the folder's rules, which only the system may set.
        if Self.isSystemLabel(name) { continue }
        throw error
      }
    }
  }

  private static func isSystemLabel(_ name: [CChar]) -> Bool {
    let text = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasPrefix("security.") || text.hasPrefix("trusted.")
  }

  /// The names, each with its NUL.
  private func attributes(of descriptor: Int32) throws(SystemError) -> [[CChar]] {
    var list = [CChar](repeating: 0, count: 65_536)
    let count = unsafe flistxattr(descriptor, &list, list.count)
    if count < 0 {
      if errno == ENOTSUP { return [] }
      throw failure(errno)
    }
    return list.prefix(count).split(separator: 0).map { Array($0) + [0] }
  }

  private func copy(_ name: [CChar], from descriptor: Int32) throws(SystemError) {
    var value = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fgetxattr(descriptor, name, &value, value.count)
    guard count >= 0, unsafe fsetxattr(file, name, value, count, 0) == 0 else {
      throw failure(errno)
    }
  }

  private func failure(_ code: Int32) -> SystemError {
    SystemError(errno: code, operation: "write", path: path)
  }
}
