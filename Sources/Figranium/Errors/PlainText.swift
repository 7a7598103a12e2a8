// Text from a server, made fit for a sentence on a terminal.

/// Cleans text that came over the wire.
package enum PlainText {
  /// One line without control characters, white space runs made one blank, bounded in length.
  ///
  /// Escape sequences, line breaks and direction marks could otherwise pass for our own words.
  package static func line(_ text: String, limit: Int = 500) -> String {
    bounded(oneLine(text), limit: limit)
  }

  /// The same without the bound.
  package static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var blank = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        blank = !result.isEmpty
      } else if isPrintable(scalar) {
        if blank { result.append(" ") }
        blank = false
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// `text`, cut after `limit` characters.
  package static func bounded(_ text: String, limit: Int) -> String {
    guard text.utf8.count > limit, text.count > limit else { return text }
    return text.prefix(limit) + "…"
  }

  /// `text` without control characters, its blanks as they are.
  package static func printable(_ text: String) -> String {
    guard !text.unicodeScalars.allSatisfy(isPrintable) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isPrintable)))
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    default: true
    }
  }
}
