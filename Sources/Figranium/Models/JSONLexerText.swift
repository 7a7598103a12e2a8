// Text of JSON made into Swift's.

extension JSONLexer {
  /// The text.
  ///
  /// Half of a surrogate pair becomes U+FFFD.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no UTF-8.
  @inline(__always) func string(
    _ text: Text, _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) -> String {
    if text.hasEscapes {
      let unescaped = unescaped(text, bytes)
      return try Self.string(unescaped.span, at: text.start)
    }
    return try Self.string(bytes.extracting(text.start..<text.end), at: text.start)
  }

  private static func string(
    _ bytes: Span<UInt8>, at place: Int
  ) throws(JSONSyntaxError) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      throw JSONSyntaxError(offset: place + error.byteOffsets.lowerBound)
    }
  }

  /// The bytes that the text stands for.
  func unescaped(_ text: Text, _ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.end - text.start)
    var place = text.start
    while place < text.end {
      let byte = bytes[place]
      place += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = bytes[place]
      place += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "u"): append(characterAt: &place, end: text.end, bytes, to: &result)
      default: result.append(escape)
      }
    }
    return result
  }

  /// The character of `XXXX`, or of `XXXX\uXXXX` when they are a surrogate pair.
  private func append(
    characterAt place: inout Int, end: Int, _ bytes: Span<UInt8>, to result: inout [UInt8]
  ) {
    let first = hexadecimal(at: place, bytes)
    place += 4
    var code = UInt32(first)
    if 0xd800..<0xdc00 ~= first, place + 6 <= end, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    {
      let second = hexadecimal(at: place + 2, bytes)
      if 0xdc00..<0xe000 ~= second {
        code = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
        place += 6
      }
    }
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? .init())
  }

  /// Four digits, which were checked before.
  private func hexadecimal(at place: Int, _ bytes: Span<UInt8>) -> UInt16 {
    var value: UInt16 = 0
    for index in place..<place + 4 { value = value << 4 | (Self.hexDigit(bytes[index]) ?? 0) }
    return value
  }
}
