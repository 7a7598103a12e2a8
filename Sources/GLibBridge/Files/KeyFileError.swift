/// What is wrong with a configuration file, with the path, the line or the name.
///
/// No case carries a value: someone may have written a key there.
package enum KeyFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no file at the path.
  case notFound(path: String)

  /// The file is there and cannot be read, or is no regular file.
  case unreadable(path: String, reason: String)

  /// The line, counted from 1, is no group, key or comment, or is not UTF-8.
  case malformed(path: String, line: Int)

  /// The value of the key has an escape that means nothing.
  case invalidValue(group: String, key: String)

  /// The value for the key has control characters, line breaks among them.
  case controlCharacter(group: String, key: String)

  /// The name of a group or key has characters that a key file cannot hold there.
  case invalidName(String)

  /// The file could not be written; the old one is as it was.
  case notWritten(path: String, reason: String)

  package var description: String {
    switch self {
    case .notFound(let path): "There is no file \(path)."
    case .unreadable(let path, let reason): "Cannot read \(path): \(reason)"
    case .malformed(let path, let line):
      "Line \(line) of \(path) is not a [group], key=value, or # comment."
    case .invalidValue(let group, let key):
      "The value of “\(key)” in [\(group)] has an escape that means nothing."
    case .controlCharacter(let group, let key):
      "The value for “\(key)” in [\(group)] must have no control characters or line breaks."
    case .invalidName(let name): "“\(name)” cannot be a name in a configuration file."
    case .notWritten(let path, let reason): "Cannot write \(path): \(reason)"
    }
  }
}
