import Glibc

/// A new directory of mode 0700 that is deleted, with all that is in it, on the last release.
package final class TemporaryDirectory: Sendable {
  /// Its absolute path.
  package let path: String

  /// Creates the directory below `TMPDIR`, else `/tmp`.
  package init() throws {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/figranium-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw RawClient.Failure(call: "mkdtemp", errno: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// The path of `name` in the directory.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file into the directory and returns its path.
  @discardableResult package func write(
    _ text: String, to name: String, mode: UInt32 = 0o600
  ) throws -> String {
    let path = file(name)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw RawClient.Failure(call: "open", errno: errno) }
    defer { _ = close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { throw RawClient.Failure(call: "write", errno: errno) }
      bytes = bytes.dropFirst(count)
    }
    return path
  }

  private static func remove(_ path: String) {
    if unsafe Glibc.unlink(path) == 0 { return }
    if let directory = unsafe opendir(path) {
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      unsafe closedir(directory)
    }
    unsafe rmdir(path)
  }
}

/// What is at a path.
package enum FileFacts {
  /// Whether the tests run as root.
  package static var isRoot: Bool { geteuid() == 0 }

  /// The permission bits of what `path` names, links followed; nil when there is nothing.
  package static func mode(_ path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Whether `path` itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The file's text.
  package static func text(_ path: String) throws -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RawClient.Failure(call: "open", errno: errno) }
    defer { _ = close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count >= 0 else { throw RawClient.Failure(call: "read", errno: errno) }
      if count == 0 { return String(decoding: all, as: UTF8.self) }
      all += buffer.prefix(count)
    }
  }
}
