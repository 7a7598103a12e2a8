/// Text in the language of manual pages (`man(7)`), built piece by piece.
///
/// `man(7)` and not `mdoc(7)`: every `man` reads it, and `mandoc -T lint` does not look for the
/// pages that it refers to on the machine that builds it.
struct ManualText {
  private var lines: [String] = []

  /// The page so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - name: Its name, such as `figctl`.
  ///   - section: Its section of the manual.
  ///   - date: `2026-11-30`.
  ///   - kind: What the section is called.
  init(_ name: String, section: Int, date: String, kind: String) {
    lines = [
      ".\\\" Made by figctl __manual; see Sources/FigctlKit/Manual.",
      ".TH \(Self.escaped(name.uppercased())) \(section) \(date) \"figctl \(Figctl.version)\" "
        + "\"\(kind)\"",
      // Commands and paths are to be copied: no hyphens of the formatter's, no stretched spaces.
      ".nh", ".ad l",
    ]
  }

  /// A heading.
  mutating func section(_ title: String) { lines.append(".SH \(Self.escaped(title.uppercased()))") }

  /// A heading below a heading.
  mutating func subsection(_ title: String) { lines.append(".SS \(Self.escaped(title))") }

  /// The page's name and what it is about, in the form that `apropos` reads.
  mutating func name(_ name: String, _ summary: String) {
    section("Name")
    lines += Self.wrapped("\(Self.escaped(name)) \\- \(Self.escaped(summary))")
  }

  /// Paragraphs, with an empty line between them.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      if !isBelowHeading { lines.append(".PP") }
      lines += Self.wrapped(Self.escaped(String(paragraph)))
    }
  }

  /// A term and what it means.
  ///
  /// - Parameters:
  ///   - term: Words, each literal, or for the user to replace.
  ///   - meaning: What it means.
  mutating func term(_ term: [Word], _ meaning: String) {
    lines.append(".TP")
    lines.append(Self.joined(term))
    lines += Self.wrapped(Self.escaped(meaning))
  }

  /// A line of words by itself.
  mutating func synopsis(_ words: [Word]) {
    if !isBelowHeading { lines.append(".br") }
    lines += Self.wrapped(Self.joined(words))
  }

  /// Lines to be shown as they are.
  mutating func example(_ code: [String]) {
    if !isBelowHeading { lines.append(".PP") }
    lines += [".RS 4", ".nf"] + code.map { Self.guarded(Self.escaped($0)) } + [".fi", ".RE"]
  }

  /// Other pages.
  mutating func references(_ pages: [String]) {
    section("See also")
    for (index, page) in pages.enumerated() {
      guard let open = page.firstIndex(of: "(") else { continue }
      let comma = index < pages.count - 1 ? "," : ""
      lines.append(".BR \(Self.escaped(String(page[..<open]))) \(page[open...])\(comma)")
    }
  }

  private var isBelowHeading: Bool {
    lines.last.map { $0.hasPrefix(".SH") || $0.hasPrefix(".SS") } ?? false
  }

  /// A word of a synopsis.
  enum Word: Equatable {
    /// To be typed as it is.
    case literal(String)
    /// To be replaced.
    case placeholder(String)
    /// To be typed as it is, without a space after it.
    case prefix(String)
    /// Neither: brackets and dots.
    case plain(String)
    /// The same, without a space after it.
    case glued(String)
  }

  // MARK: - Form

  private static func joined(_ words: [Word]) -> String {
    var text = ""
    var isGlued = true
    for word in words {
      if !isGlued { text += " " }
      isGlued = false
      switch word {
      case .literal(let word): text += "\\fB\(escaped(word))\\fR"
      case .prefix(let word):
        text += "\\fB\(escaped(word))\\fR"
        isGlued = true
      case .placeholder(let word): text += "\\fI\(escaped(word))\\fR"
      case .plain(let word): text += escaped(word)
      case .glued(let word):
        text += escaped(word)
        isGlued = true
      }
    }
    return text
  }

  /// Characters that mean something to the formatter, or that it would make pretty.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\u{2026}": result += "..."
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }

  /// Lines of at most 78 bytes, none of which the formatter takes for a request.
  static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 78 {
        lines.append(guarded(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [guarded(line)]
  }

  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
