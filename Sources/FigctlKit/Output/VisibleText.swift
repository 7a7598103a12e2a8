/// Makes text that others wrote safe to print.
///
/// A task's name, a server's message or a file name may hold escape sequences that move the
/// cursor, retitle the window or turn text round. Printed through this, they are seen instead.
package enum VisibleText {
  /// Replaces control characters and direction overrides by what they would be in source code.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - keepingLines: Whether a line feed stays one; otherwise it becomes `\n`.
  package static func escaping(_ text: String, keepingLines: Bool = false) -> String {
    if text.unicodeScalars.allSatisfy({ !needsEscape($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where keepingLines: result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{1B}": result += "\\e"
      case _ where needsEscape(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a scalar does something other than being seen: C0, DEL, C1, line and paragraph
  /// separators, and the marks that change the direction of what follows.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x061C, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
