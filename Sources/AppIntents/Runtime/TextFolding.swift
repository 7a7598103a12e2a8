/// Makes texts comparable as people speak them: without case, accents and punctuation.
///
/// Written here because string folding needs Foundation, which brings ICU. Accents are dropped for
/// Latin and Greek letters, by their Unicode names.
package enum TextFolding {
  /// A word of a text: its folded form and where it stands in the text.
  struct Word: Equatable {
    let folded: String
    let range: Range<String.Index>
  }

  /// The words of a text.
  ///
  /// Anything but letters and digits separates words.
  static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var folded = ""
    var start = text.startIndex
    for index in text.indices {
      let character = text[index]
      if character.isLetter || character.isNumber {
        if folded.isEmpty { start = index }
        folded += fold(character)
      } else if !folded.isEmpty {
        words.append(Word(folded: folded, range: start..<index))
        folded = ""
      }
    }
    if !folded.isEmpty { words.append(Word(folded: folded, range: start..<text.endIndex)) }
    return words
  }

  /// The words of a text, folded, with one space between them.
  package static func key(_ text: String) -> String {
    words(of: text).map(\.folded).joined(separator: " ")
  }

  private static func fold(_ character: Character) -> String {
    if let ascii = character.asciiValue { return String(UnicodeScalar(ascii)).lowercased() }
    var folded = ""
    for scalar in character.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      default: folded += base(of: scalar)
      }
    }
    return folded
  }

  /// The letter without its accent: of "LATIN SMALL LETTER E WITH ACUTE" it is "e".
  private static func base(of scalar: Unicode.Scalar) -> String {
    if scalar == "\u{DF}" { return "ss" }
    guard let name = scalar.properties.name, let cut = firstRange(of: " WITH ", in: name) else {
      return String(scalar)
    }
    let plain = name[..<cut]
    guard plain.hasPrefix("LATIN SMALL LETTER ") else {
      return greekLetters[String(plain)].map { String($0) } ?? String(scalar)
    }
    let letter = plain.dropFirst("LATIN SMALL LETTER ".count)
    return letter.count == 1 ? letter.lowercased() : String(scalar)
  }

  /// Greek letters by their names.
  private static let greekLetters: [String: Unicode.Scalar] = {
    let scalars = (UInt32(0x3B1)...0x3C9).compactMap(Unicode.Scalar.init)
    return Dictionary(
      scalars.compactMap { scalar in scalar.properties.name.map { ($0, scalar) } },
      uniquingKeysWith: { first, _ in first })
  }()

  private static func firstRange(of part: String, in text: String) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(part) }
  }

  /// How many insertions, deletions and replacements lead from one text to the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }

  /// The few names that are most like a text, best first.
  package static func nearest(to text: String, among names: [String]) -> [String] {
    let wanted = key(text)
    return
      names
      .map { (name: $0, distance: distance(wanted, key($0))) }
      .filter { $0.distance <= max(2, wanted.count / 2) }
      .sorted { $0.distance < $1.distance }
      .prefix(3).map(\.name)
  }
}
