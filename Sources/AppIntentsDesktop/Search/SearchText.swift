import AppIntents

/// Texts as the search compares them: words without case and accents, as UTF-8.
enum SearchText {
  /// The words of a text with one space before each: a word's beginning is easy to see.
  static func folded(_ text: String) -> [UInt8] {
    if let plain = ascii(text) { return plain }
    let key = TextFolding.key(text)
    return key.isEmpty ? [] : [0x20] + Array(key.utf8)
  }

  /// Nobody types more than this into a search; the rest of a longer text is not looked at, so that
  /// no caller can keep the service busy.
  private static let limit = (words: 16, bytes: 1_024)

  /// The words of what was typed.
  static func words(_ terms: [String]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var left = limit.bytes
    for term in terms {
      guard left > 0, words.count < limit.words else { break }
      let text = term.utf8.count > left ? String(term.unicodeScalars.prefix(left)) : term
      // What has no letters counts as well.
      left -= max(1, text.utf8.count)
      for word in folded(text).split(separator: 0x20).map(Array.init)
      where !words.contains(word) && words.count < limit.words {
        words.append(word)
      }
    }
    return words
  }

  /// The same as ``TextFolding`` for text of ASCII alone, without a step over characters: names of
  /// thousands of things are folded when the service starts.
  private static func ascii(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 1)
    var isInWord = false
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isInWord { result.append(0x20) }
        isInWord = true
        result.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      default: isInWord = false
      }
    }
    return result
  }

  /// How a word stands in a folded text.
  enum Position: Int, Comparable {
    case absent
    case inside
    case wordStart
    case first

    static func < (one: Position, other: Position) -> Bool { one.rawValue < other.rawValue }
  }

  /// The best place of a word in a part of a folded text.
  static func position(of word: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Position {
    let count = word.count
    guard let head = word.first, range.count > count else { return .absent }
    var best = Position.absent
    var index = range.lowerBound + 1
    let last = range.upperBound - count
    while index <= last {
      if text[index] == head {
        var offset = 1
        while offset < count, text[index + offset] == word[offset] { offset += 1 }
        if offset == count {
          if index == range.lowerBound + 1 { return .first }
          if text[index - 1] == 0x20 { return .wordStart }
          best = .inside
        }
      }
      index += 1
    }
    return best
  }
}
