/// A command line up to the cursor as bash hands it to completion, taken apart.
///
/// Not GLib's `g_shell_parse_argv`: that one refuses a quote that is still open, and does not say
/// where one is. Bash replaces only the piece after the last of its word breaks (`=` and `:` among
/// them) or after an open quote, and inserts what it gets as it is: ``replacement(for:)`` makes that.
struct BashLine: Equatable {
  /// The words, unquoted; the last one is being typed.
  private(set) var words: [String] = []
  /// The quote that is open at the cursor.
  private(set) var quote: Character?
  /// How many characters of the last word bash will leave alone.
  private(set) var kept = 0

  /// - Parameters:
  ///   - line: From the program's name to the cursor (`COMP_LINE`, `COMP_POINT`).
  ///   - breaks: `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var word = ""
    var isInWord = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        // Inside double quotes the backslash stays before what it does not escape.
        if quote == "\"", !"$`\"\\\n".contains(character) { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isInWord = true
        kept = word.count
      } else if character == " " || character == "\t" || character == "\n" {
        if isInWord { words.append(word) }
        (word, isInWord, kept) = ("", false, 0)
      } else {
        word.append(character)
        isInWord = true
        if character == "=" || character == ":", breaks.contains(character) { kept = word.count }
      }
    }
    words.append(word)
  }

  /// What bash is to put in the place of its piece of the last word.
  func replacement(for value: String) -> String {
    let rest = kept == 0 ? value[...] : value.dropFirst(kept)
    var result = String.UnicodeScalarView()
    for scalar in rest.unicodeScalars {
      switch quote {
      case "'":
        if scalar == "'" {
          result.append(contentsOf: "'\\''".unicodeScalars)
        } else {
          result.append(scalar)
        }
      case "\"":
        if scalar == "$" || scalar == "`" || scalar == "\"" || scalar == "\\" {
          result.append("\\")
        }
        result.append(scalar)
      default:
        if !Self.isPlain(scalar) { result.append("\\") }
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", ",", "+", "@", "%", "^":
      true
    default: !scalar.isASCII
    }
  }
}
