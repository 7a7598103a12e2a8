// Our own search, since no library knows what hides a key in a text.

/// Finds a text that white space, escapes and letters' case hide.
enum HiddenText {
  /// `hay` with `[redacted]` in the place of `form`, `nil` when it is not there.
  ///
  /// Compared are bytes, without regard to the case of ASCII letters: a proxy may have changed it,
  /// and Unicode's equalities must not hide a match.
  ///
  /// What stands between the key's bytes and will not be shown, or can be undone by anyone, hides
  /// nothing: white space, control characters, escape sequences, and bytes written as `%41`,
  /// `&#65;` or `\u0041`.
  ///
  /// - Parameters:
  ///   - form: In lower case.
  ///   - apart: Whether whatever is no letter and no digit hides nothing either.
  static func replace(_ form: Span<UInt8>, apart: Bool = false, in hay: [UInt8]) -> [UInt8]? {
    replaced(in: hay) { index in
      let match = longest(form, from: 0, apart: apart, in: hay, at: index)
      return match.count == form.count ? match.end : nil
    }
  }

  /// `hay` with `[redacted]` in the place of each piece of `key`, `nil` when there is none.
  ///
  /// - Parameters:
  ///   - key: Letters and digits, in lower case.
  ///   - count: A shorter piece stays.
  static func replacePieces(of key: Span<UInt8>, atLeast count: Int, in hay: [UInt8]) -> [UInt8]? {
    replaced(in: hay) { index in
      guard isLetterOrDigit(hay[index]) else { return nil }
      var best: (count: Int, end: Int)?
      for start in 0...(key.count - count) {
        let match = longest(key, from: start, apart: true, in: hay, at: index)
        if match.count >= max(count, (best?.count ?? 0) + 1) { best = match }
      }
      return best?.end
    }
  }

  private static func replaced(in hay: [UInt8], _ match: (Int) -> Int?) -> [UInt8]? {
    var result: [UInt8] = []
    var index = 0
    var found = false
    while index < hay.count {
      if let end = match(index) {
        result.append(contentsOf: "[redacted]".utf8)
        index = end
        found = true
      } else {
        result.append(hay[index])
        index += 1
      }
    }
    return found ? result : nil
  }

  /// How much of `needle`, from one of its places on, begins at `start`, and where that ends.
  private static func longest(
    _ needle: Span<UInt8>, from first: Int, apart: Bool, in hay: [UInt8], at start: Int
  ) -> (count: Int, end: Int) {
    var index = start
    var matched = 0
    var end = start
    while first + matched < needle.count, index < hay.count {
      let wanted = needle[first + matched]
      if lowercased(hay[index]) == wanted {
        index += 1
      } else if let written = writtenByte(in: hay, at: index), lowercased(written.byte) == wanted {
        index = written.end
      } else if matched > 0, let next = unseen(in: hay, at: index) {
        index = next
        continue
      } else if matched > 0, apart, !isLetterOrDigit(hay[index]) {
        index += 1
        continue
      } else {
        break
      }
      matched += 1
      end = index
    }
    return (matched, end)
  }

  /// The end of white space, a control character or an escape sequence.
  private static func unseen(in hay: [UInt8], at index: Int) -> Int? {
    guard hay[index] <= 0x20 || hay[index] == 0x7f else { return nil }
    guard hay[index] == 0x1b, index + 1 < hay.count, hay[index + 1] == UInt8(ascii: "[") else {
      return index + 1
    }
    let rest = hay[(index + 2)...]
    return (rest.firstIndex { (0x40...0x7e).contains($0) } ?? hay.count - 1) + 1
  }

  /// A byte written as `%41`, `&#65;`, `&#x41;` or `\u0041`, and where it ends.
  private static func writtenByte(in hay: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    func number(_ from: Int, _ length: Int, radix: Int) -> UInt8? {
      guard from + length <= hay.count else { return nil }
      return UInt8(String(decoding: hay[from..<from + length], as: UTF8.self), radix: radix)
    }
    switch hay[index] {
    case UInt8(ascii: "%"):
      return number(index + 1, 2, radix: 16).map { ($0, index + 3) }
    case UInt8(ascii: "\\") where index + 1 < hay.count && hay[index + 1] | 0x20 == 0x75:
      return number(index + 2, 4, radix: 16).map { ($0, index + 6) }
    case UInt8(ascii: "&") where index + 2 < hay.count && hay[index + 1] == UInt8(ascii: "#"):
      guard let end = hay[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let isHex = hay[index + 2] | 0x20 == 0x78
      let from = index + (isHex ? 3 : 2)
      guard from < end else { return nil }
      return number(from, end - from, radix: isHex ? 16 : 10).map { ($0, end + 1) }
    default: return nil
    }
  }

  /// The byte with an ASCII letter in lower case.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }

  /// Whether it is an ASCII letter or digit.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}
