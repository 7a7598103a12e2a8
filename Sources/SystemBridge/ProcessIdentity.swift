import CSystem
import Glibc

/// Who the process is, and whose things are.
package enum ProcessIdentity {
  /// Its number.
  package static var current: Int32 { getpid() }

  /// The user that it acts as (`geteuid`).
  package static var user: Int { Int(geteuid()) }

  /// The user who logged in, whoever that has become since (`/proc/self/loginuid`).
  ///
  /// - Returns: `nil` where nobody did, as for services and in most containers.
  package static var loginUser: Int? {
    guard let file = try? DataFile(path: "/proc/self/loginuid", .reading),
      let bytes = try? file.read(at: 0, count: 32)
    else { return nil }
    let text = String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
    // The kernel's word for "not set": -1 as an unsigned number.
    return Int(text).flatMap { $0 == Int(UInt32.max) ? nil : $0 }
  }

  /// The file that this program was started from (`/proc/self/exe`); `nil` when it cannot be told.
  package static var executable: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whose the thing at `path` is; `nil` when there is none, or it cannot be seen.
  package static func owner(of path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_uid) : nil
  }

  /// Whether `path` is a file that this process may run.
  package static func canRun(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Whether there is something at `path`.
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
