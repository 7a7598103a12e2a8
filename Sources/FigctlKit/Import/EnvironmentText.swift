/// Finds `NAME=VALUE` in a file of environment variables (`.env`).
///
/// Own code: GLib and Foundation read no such files, and the value must not leave locked memory.
/// There is no standard for them: shells, Docker and the `dotenv` libraries differ. What all of them
/// read alike is read (`export`, comments, values in single or double quotes, also over several
/// lines); where they would give different values, the value is called unclear and is not taken.
struct EnvironmentText: Sendable {
  /// An assignment.
  struct Assignment: Sendable, Equatable {
    /// The line it begins in, counted from 1.
    var line: Int
    /// All its lines, with the end of the last one.
    var lines: Range<Int>
    /// What stands on the right side.
    var value: Value
  }

  /// The right side of an assignment.
  enum Value: Sendable, Equatable {
    /// The place of the value, without quotes.
    case plain(Range<Int>)
    /// Not every program would read the same here; why, as the end of a sentence.
    case unclear(String)
  }

  /// What a look for a name found.
  enum Search: Sendable, Equatable {
    /// Nothing.
    case absent
    /// One assignment.
    case found(Assignment)
    /// Several, in these lines.
    case several([Int])
    /// One within the quoted value of another name, which begins in a line before it.
    case withinQuotes(line: Int, start: Int)
    /// One that a shell's construct in another line may enclose or change.
    case entangled(line: Int, ShellConstruct)
  }

  /// Looks for the assignments of `name`.
  static func search(_ name: String, in text: Span<UInt8>) -> Search {
    var scanner = Scanner(name: Array(name.utf8), index: hasMark(text) ? 3 : 0)
    var found: [Assignment] = []
    while let assignment = scanner.next(in: text) {
      if assignment.isMatch { found.append(assignment.value) }
    }
    if found.count > 1 { return .several(found.map(\.line)) }
    if let only = found.first {
      if case .plain = only.value,
        let other = scanner.construct ?? scanner.continuation(before: only)
      {
        return .entangled(line: only.line, other)
      }
      return .found(only)
    }
    if let hidden = scanner.hidden { return .withinQuotes(line: hidden.line, start: hidden.start) }
    return .absent
  }

  /// The lines, counted from 1, in which `bytes` stand.
  static func lines(holding bytes: Span<UInt8>, in text: Span<UInt8>) -> [Int] {
    guard bytes.count > 0, bytes.count <= text.count else { return [] }
    var lines: [Int] = []
    var line = 1
    for start in 0...(text.count - bytes.count) {
      if start > 0, text[start - 1] == Byte.lineFeed { line += 1 }
      guard lines.last != line else { continue }
      var length = 0
      while length < bytes.count, text[start + length] == bytes[length] { length += 1 }
      if length == bytes.count { lines.append(line) }
    }
    return lines
  }

  /// Whether it begins with the byte order mark that some editors write.
  private static func hasMark(_ text: Span<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }

  /// Whether a name can be that of a variable: letters, digits, `_`, and `.` or `-` within.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, Byte.startsName(first) else { return false }
    return name.utf8.allSatisfy(Byte.continuesName)
  }

  enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let hash = UInt8(ascii: "#")
    static let equals = UInt8(ascii: "=")
    static let backslash = UInt8(ascii: "\\")
    static let dollar = UInt8(ascii: "$")
    static let single = UInt8(ascii: "'")
    static let double = UInt8(ascii: "\"")
    static let backtick = UInt8(ascii: "`")

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    static func startsName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }

    static func continuesName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): true
      default: startsName(byte)
      }
    }
  }
}
