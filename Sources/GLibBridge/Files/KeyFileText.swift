import CGLib
import Glibc

/// What ``KeyFile`` does around `GKeyFile`: reading safely, checking names, following links.
enum KeyFileText {
  private static let largest = 1024 * 1024

  /// The bytes of the file, which is a regular one of at most 1 MiB, in UTF-8.
  static func read(_ path: String) throws(KeyFileError) -> [UInt8] {
    // O_NONBLOCK: a FIFO under this name must not hang us before we can look at it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .notFound(path: path) }
      throw .unreadable(path: path, reason: "\(SystemErrno.text(errno)).")
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "It is not a regular file.")
    }
    // Room for what it holds now and one byte to see its end; more only if it grew meanwhile.
    var bytes = [UInt8](repeating: 0, count: min(max(0, Int(status.st_size)), largest) + 1)
    var count = 0
    while true {
      if count == bytes.count {
        guard count <= largest else { break }
        bytes.append(contentsOf: repeatElement(0, count: min(count, largest + 1 - count)))
      }
      let more = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
      }
      if more < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path: path, reason: "\(SystemErrno.text(errno)).")
      }
      if more == 0 { break }
      count += more
    }
    guard count <= largest else {
      throw .unreadable(path: path, reason: "It is larger than 1 MiB.")
    }
    let text = Array(bytes.prefix(count))
    // GLib looks at the encoding only when a value is read, and stops at a NUL.
    var line = 1
    for part in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if part.contains(0) || String(validating: part, as: UTF8.self) == nil {
        throw .malformed(path: path, line: line)
      }
      line += 1
    }
    return text
  }

  static func check(group: String) throws(KeyFileError) {
    let isValid =
      !group.isEmpty && !hasControlCharacters(group) && !group.contains("[")
      && !group.contains("]")
    guard isValid else { throw .invalidName(group) }
  }

  static func check(key: String) throws(KeyFileError) {
    let isValid =
      !key.isEmpty && !hasControlCharacters(key) && !key.contains("=")
      && !key.contains("[") && !key.contains("]") && key.first != " " && key.last != " "
      && key.first != "#"
    guard isValid else { throw .invalidName(key) }
  }

  /// Whether `text` has a character of the general category Cc.
  static func hasControlCharacters(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The file that `path` stands for at the end of its symbolic links, which need not exist.
  ///
  /// Not `realpath`, which refuses a link whose target is not there yet.
  static func resolveLinks(_ path: String) throws(KeyFileError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = unsafe g_file_read_link(path, nil) else { return path }
      defer { unsafe g_free(link) }
      let target = unsafe String(cString: link)
      if target.hasPrefix("/") {
        path = target
      } else if let slash = path.lastIndex(of: "/") {
        path = path[...slash] + target
      } else {
        path = target
      }
    }
    throw .notWritten(path: path, reason: "Too many levels of symbolic links.")
  }
}
