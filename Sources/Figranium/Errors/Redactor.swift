import FoundationEssentials

// Keys taken out of text by value: a server may send back, anywhere, what it was sent.

/// Replaces keys, in the forms they take on the wire, by `[redacted]`.
package struct Redactor: Sendable {
  private var secrets: [Secret]
  private var values: [String]

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - secrets: Keys.
  ///   - values: Other text that must not come back, such as a cookie.
  package init(secrets: [Secret?], values: [String] = []) {
    self.secrets = secrets.compactMap(\.self)
    self.values = values
  }

  /// The same with one more key.
  package func hiding(_ secret: Secret?) -> Redactor {
    guard let secret, !secrets.contains(secret) else { return self }
    var copy = self
    copy.secrets.append(secret)
    return copy
  }

  /// `text` without any of the keys: as they are, percent-encoded, in Base64, in hexadecimal.
  package func redact(_ text: String) -> String {
    // The forms are made when there is an error to write, and not kept.
    var result = text
    for value in secrets.map({ $0.reveal() }) + values where !value.isEmpty {
      for form in Self.forms(of: value) {
        result = Self.replace(form, in: result)
      }
    }
    return result
  }

  /// Any JSON without the keys, also in members' names.
  package func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let elements): .array(elements.map { redact($0) })
    case .object(let members):
      .object(
        JSONObject(members.map { (redact($0.key), redact($0.value)) }) { first, _ in first })
    case .integer, .number, .decimal:
      // A key of digits alone would come back as a number.
      redactedNumber(value)
    case .null, .bool: value
    }
  }

  private func redactedNumber(_ number: JSONValue) -> JSONValue {
    let text =
      if case .decimal(let text) = number { text } else {
        number.integerValue.map { String($0) } ?? number.doubleValue.map { String($0) } ?? ""
      }
    let clean = redact(text)
    return clean == text ? number : .string(clean)
  }

  private static func forms(of value: String) -> [String] {
    let bytes = Array(value.utf8)
    var forms = [value, pathSegment(value), value.replacing("+", with: "%2B")]
    forms.append(bytes.map { hex[Int($0)] }.joined())
    // Base64 of text that holds the key at any place: the three alignments, without the characters
    // at either end that also depend on the neighbours.
    for shift in 0..<3 where bytes.count >= 6 {
      let encoded = Data(repeating: 0, count: shift) + Data(bytes)
      let inner = encoded.base64EncodedString().filter { $0 != "=" }
      let start = shift == 0 ? 0 : shift + 1
      let end = (encoded.count * 8) / 6
      let core = String(inner.dropFirst(start).prefix(end - start))
      forms.append(core)
      forms.append(core.replacing("+", with: "-").replacing("/", with: "_"))
    }
    // The longest first, so that no piece of a longer form stays behind.
    return Set(forms).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
  }

  private static let hex: [String] = (0..<256).map { value in
    let digits = Array("0123456789abcdef")
    return String([digits[value >> 4], digits[value & 15]])
  }

  /// Replaces `form` in `text` by bytes, without regard to the case of ASCII letters: a proxy may
  /// have changed it, and Unicode's equalities must not hide a match.
  ///
  /// What stands between the key's bytes and will not be shown, or can be undone by anyone, hides
  /// nothing: white space, control characters, escape sequences, and bytes written as `%41`,
  /// `&#65;` or `\u0041`.
  private static func replace(_ form: String, in text: String) -> String {
    let needle = form.utf8.map(lowercased)
    let hay = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    var found = false
    while index < hay.count {
      if let end = match(needle, in: hay, at: index) {
        result.append(contentsOf: "[redacted]".utf8)
        index = end
        found = true
      } else {
        result.append(hay[index])
        index += 1
      }
    }
    return found ? String(decoding: result, as: UTF8.self) : text
  }

  /// Where a match that starts at `start` ends, `nil` for none.
  private static func match(_ needle: [UInt8], in hay: [UInt8], at start: Int) -> Int? {
    var index = start
    var matched = 0
    while matched < needle.count {
      guard index < hay.count else { return nil }
      if lowercased(hay[index]) == needle[matched] {
        index += 1
      } else if let written = writtenByte(in: hay, at: index),
        lowercased(written.byte) == needle[matched]
      {
        index = written.end
      } else if matched > 0, let end = unseen(in: hay, at: index) {
        index = end
        continue
      } else {
        return nil
      }
      matched += 1
    }
    return index
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

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }
}
