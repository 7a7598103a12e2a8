/// A phrase of a shortcut, ready to be compared with what was said.
///
/// Compared without case, accents and punctuation. The program's name may be left out, together
/// with the small word before it: "Stop my run in Figranium" is also "stop my run".
package struct PhrasePattern: Sendable {
  private enum Part: Sendable, Equatable {
    case word(String)
    case parameter(String)
    case applicationName
  }

  private static let wordsBeforeName: Set<String> = [
    "at", "from", "in", "into", "on", "through", "to", "using", "via", "with",
  ]

  private let parts: [Part]
  private let applicationName: [String]
  let template: String

  /// How many words of the phrase are fixed.
  ///
  /// A phrase with more of them says more.
  let fixedWords: Int

  package init(_ template: String, applicationName: String) {
    self.template = template
    self.applicationName = TextFolding.words(of: applicationName).map(\.folded)
    parts = Self.parse(template)
    fixedWords = parts.count { if case .word = $0 { true } else { false } }
  }

  /// Whether the phrase holds the program's name, as Apple's build tool wants it to.
  var namesApplication: Bool { parts.contains(.applicationName) }

  private static func parse(_ template: String) -> [Part] {
    var parts: [Part] = []
    var rest = template[...]
    while let dollar = rest.firstIndex(of: "$") {
      let afterDollar = rest.index(after: dollar)
      guard rest[afterDollar...].first == "{", let close = rest[afterDollar...].firstIndex(of: "}")
      else {
        parts += words(rest[...dollar])
        rest = rest[afterDollar...]
        continue
      }
      parts += words(rest[..<dollar])
      let name = String(rest[rest.index(after: afterDollar)..<close])
      let token = AppShortcutPhraseToken(rawValue: name)
      parts.append(token == .applicationName ? .applicationName : .parameter(name))
      rest = rest[rest.index(after: close)...]
    }
    return parts + words(rest)
  }

  private static func words(_ text: Substring) -> [Part] {
    TextFolding.words(of: String(text)).map { .word($0.folded) }
  }

  /// The parameters' texts if the phrase was said, by name; nil if it was not.
  package func match(_ text: String) -> [String: String]? {
    let words = TextFolding.words(of: text)
    guard !words.isEmpty else { return nil }
    var found: [String: String] = [:]
    return match(parts[...], words[...], text, &found) ? found : nil
  }

  private func match(
    _ parts: ArraySlice<Part>, _ words: ArraySlice<TextFolding.Word>, _ text: String,
    _ found: inout [String: String]
  ) -> Bool {
    guard let part = parts.first else { return words.isEmpty }
    let rest = parts.dropFirst()
    switch part {
    case .word(let word):
      if words.first?.folded == word, match(rest, words.dropFirst(), text, &found) { return true }
      guard rest.first == .applicationName, Self.wordsBeforeName.contains(word) else {
        return false
      }
      return match(rest.dropFirst(), words, text, &found)
    case .applicationName:
      let said = words.prefix(applicationName.count).map(\.folded)
      if !said.isEmpty, said == applicationName,
        match(rest, words.dropFirst(said.count), text, &found)
      {
        return true
      }
      return match(rest, words, text, &found)
    case .parameter(let name):
      // The shortest text that lets the rest fit, at least one word.
      for count in words.indices.map({ $0 - words.startIndex + 1 }) {
        let taken = words.prefix(count)
        guard let first = taken.first, let last = taken.last else { continue }
        if match(rest, words.dropFirst(count), text, &found) {
          found[name] = String(text[first.range.lowerBound..<last.range.upperBound])
          return true
        }
      }
      return false
    }
  }
}
