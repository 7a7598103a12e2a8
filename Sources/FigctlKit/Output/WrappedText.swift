/// Text that breaks where words end: a narrow terminal would break it anywhere.
package enum WrappedText {
  /// The lines that a line of text takes.
  ///
  /// What stands in single quotes is one word, an option stays with the word before it, and a command that
  /// is to be copied is one word, too (see ``ShownCommand``). A word that is wider than the terminal stays
  /// whole.
  ///
  /// - Parameters:
  ///   - text: One line; its spaces stay where it is not broken.
  ///   - width: The columns there are; `nil` for no limit.
  ///   - hanging: How far the second line and those that follow are indented; as far as the first
  ///     one for `nil`. In less than twice as many columns it is two at most.
  package static func lines(_ text: String, width: Int?, hanging: Int? = nil) -> [String] {
    guard let width, TextTable.width(of: text) > width else { return [text] }
    let own = text.prefix { $0 == " " }.count
    let wanted = hanging ?? own
    let indent = String(repeating: " ", count: wanted * 2 > width ? min(2, wanted) : wanted)
    var result: [String] = []
    var line = ""
    for word in words(of: text) {
      let isFirst = line.isEmpty || line == indent
      if !isFirst, TextTable.width(of: line + word.gap + word.text) > width {
        result.append(line)
        line = indent + word.text
      } else {
        line += (result.isEmpty || !isFirst ? word.gap : "") + word.text
      }
    }
    return line.isEmpty ? result : result + [line]
  }

  /// What is not broken, each with the spaces before it.
  private static func words(of text: String) -> [(gap: String, text: String)] {
    var words: [(gap: String, text: String)] = []
    var rest = text[...]
    while !rest.isEmpty {
      let gap = rest.prefix { $0 == " " }
      rest = rest.dropFirst(gap.count)
      let command = ShownCommand.length(in: rest, after: words.last?.text)
      let word = rest.prefix(command ?? length(of: rest))
      rest = rest.dropFirst(word.count)
      if word.isEmpty { break }
      if word.hasPrefix("-"), word.count > 1, gap.count == 1, let last = words.popLast() {
        words.append((last.gap, last.text + gap + word))
      } else {
        words.append((String(gap), String(word)))
      }
    }
    return words
  }

  /// To the next space, or past it within quotes that are closed; an apostrophe opens none.
  private static func length(of text: Substring) -> Int {
    var count = 0
    var isQuoted = false
    var before: Character = " "
    for (offset, character) in text.enumerated() {
      if character == "'" {
        if isQuoted {
          isQuoted = false
        } else if !before.isLetter {
          isQuoted = text.dropFirst(offset + 1).contains("'")
        }
      }
      if character == " ", !isQuoted { break }
      before = character
      count = offset + 1
    }
    return count
  }
}
