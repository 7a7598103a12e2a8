import FoundationEssentials
import SystemBridge

// Our own scanner, since a parser would leave the text in strings that nothing can overwrite.

/// Takes a secret out of an answer before anything else reads it.
struct SecretAnswer {
  /// More than any list of keys has; memory that is locked is scarce.
  static let maximumBytes = 4 << 20

  /// The answer with an empty text in the secret's place.
  let rest: Data
  /// The secret; `nil` when there is no text of this name, an empty one, or more than one: which of
  /// them counts nobody knows.
  let secret: Secret?

  /// Looks for a text member of the object that the answer is.
  ///
  /// - Parameters:
  ///   - body: The answer. What is no JSON has no member, and comes back whole.
  ///   - member: The member's name, which JSON has no need to escape.
  init(_ body: LockedBytes, member: String) {
    let name = Array(member.utf8)
    (rest, secret) = body.withSpan { body in
      let texts = Self.texts(of: name.span, in: body)
      let rest = Self.data(body, without: texts)
      guard texts.count == 1, !texts[0].isEmpty else { return (rest, nil) }
      return (rest, Secret(bytes: Self.unescaped(body.extracting(texts[0]))))
    }
  }

  private static func data(_ body: Span<UInt8>, without gaps: [Range<Int>]) -> Data {
    var data = Data(capacity: body.count)
    var start = 0
    for gap in gaps + [body.count..<body.count] {
      for index in start..<gap.lowerBound { data.append(body[index]) }
      start = gap.upperBound
    }
    return data
  }

  /// Where the texts of a member of the outermost object are, without their quotation marks.
  private static func texts(of name: Span<UInt8>, in body: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (index, depth) = (0, 0)
    while index < body.count {
      switch body[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard let end = end(ofTextAt: index, in: body) else { return found }
        let isName = depth == 1 && isEqual(body.extracting((index + 1)..<end), name)
        index = end
        if isName, let start = valueText(after: end, in: body),
          let close = self.end(ofTextAt: start, in: body)
        {
          found.append((start + 1)..<close)
          index = close
        }
      default: break
      }
      index += 1
    }
    return found
  }

  /// Where the quotation mark is that ends a text.
  private static func end(ofTextAt start: Int, in body: Span<UInt8>) -> Int? {
    var index = start + 1
    while index < body.count, body[index] != UInt8(ascii: "\"") {
      index += body[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < body.count ? index : nil
  }

  /// Where the text begins that is the value of the name that ends at `end`.
  private static func valueText(after end: Int, in body: Span<UInt8>) -> Int? {
    var index = end + 1
    var hasColon = false
    while index < body.count {
      switch body[index] {
      case 0x20, 0x09, 0x0a, 0x0d: break
      case UInt8(ascii: ":") where !hasColon: hasColon = true
      case UInt8(ascii: "\"") where hasColon: return index
      default: return nil
      }
      index += 1
    }
    return nil
  }

  private static func isEqual(_ text: Span<UInt8>, _ name: Span<UInt8>) -> Bool {
    text.count == name.count && text.indices.allSatisfy { text[$0] == name[$0] }
  }

  /// The text with its escapes resolved; a broken escape stays as it is.
  private static func unescaped(_ text: Span<UInt8>) -> LockedBytes {
    LockedBytes(capacity: text.count) { output in
      var index = 0
      while index < text.count {
        let byte = text[index]
        guard byte == UInt8(ascii: "\\"), index + 1 < text.count else {
          output.append(byte)
          index += 1
          continue
        }
        if text[index + 1] == UInt8(ascii: "u"), let scalar = scalar(at: index, in: text) {
          for unit in Unicode.UTF8.encode(scalar.value) ?? .init() { output.append(unit) }
          index = scalar.end
        } else {
          output.append(plain(text[index + 1]))
          index += 2
        }
      }
    }
  }

  private static func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// The character that `\uXXXX`, or a pair of them, stands for, and where it ends.
  private static func scalar(
    at start: Int, in text: Span<UInt8>
  ) -> (value: Unicode.Scalar, end: Int)? {
    guard let first = unit(at: start, in: text) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, start + 6) }
    guard UTF16.isLeadSurrogate(first), let second = unit(at: start + 6, in: text),
      UTF16.isTrailSurrogate(second)
    else { return nil }
    let value = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
    return Unicode.Scalar(value).map { ($0, start + 12) }
  }

  private static func unit(at start: Int, in text: Span<UInt8>) -> UInt16? {
    guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"),
      text[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for index in (start + 2)..<(start + 6) {
      let digit: UInt8
      switch text[index] {
      case 0x30...0x39: digit = text[index] - 0x30
      case 0x41...0x46, 0x61...0x66: digit = (text[index] | 0x20) - 0x61 + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
