// The words of JSON: blanks, text, numbers. The parser and the scanner both read with it, so that
// what one takes the other takes too.

/// Why text is no JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Where, in bytes from the start.
  package let offset: Int
}

/// A place in a JSON text (RFC 8259), and what stands there.
///
/// The text is handed to each call: a span cannot be kept.
struct JSONLexer {
  /// Deeper nesting is refused.
  static let maximumDepth = 512

  var place = 0

  var error: JSONSyntaxError { JSONSyntaxError(offset: place) }

  /// The byte at the place; 0, which starts nothing in JSON, at the end.
  @inline(__always) func next(_ bytes: Span<UInt8>) -> UInt8 {
    place < bytes.count ? bytes[place] : 0
  }

  @inline(__always) mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while place < bytes.count {
      let byte = bytes[place]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else {
        return
      }
      place += 1
    }
  }

  @inline(__always) mutating func take(
    _ byte: UInt8, _ bytes: Span<UInt8>
  ) -> Bool {
    guard next(bytes) == byte else { return false }
    place += 1
    return true
  }

  /// Takes `true`, `false` or `null`.
  @inline(__always) mutating func word(
    _ word: [UInt8], _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) {
    for letter in word {
      guard take(letter, bytes) else { throw error }
    }
  }

  static let yes = Array("true".utf8)
  static let no = Array("false".utf8)
  static let null = Array("null".utf8)

  /// The end of the blanks after the value: there must be nothing else.
  mutating func end(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    skipBlanks(bytes)
    guard place == bytes.count else { throw error }
  }

  // MARK: Text

  /// Text between quotes: where it starts and ends without them, and what it is made of.
  struct Text {
    var start: Int
    var end: Int
    var hasEscapes: Bool
  }

  /// Takes text with its quotes.
  ///
  /// Escapes are checked, that it is UTF-8 is not.
  @inline(__always) mutating func text(
    _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) -> Text {
    guard next(bytes) == UInt8(ascii: "\"") else { throw error }
    let start = place + 1
    // A copy: the compiler keeps it in a register.
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        self.place = place + 1
        return Text(start: start, end: place, hasEscapes: false)
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      place += 1
    }
    self.place = place
    return try textWithEscapes(from: start, bytes)
  }

  private mutating func textWithEscapes(
    from start: Int, _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) -> Text {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return Text(start: start, end: place - 1, hasEscapes: true)
      case UInt8(ascii: "\\"):
        place += 1
        switch next(bytes) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
          UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          place += 1
        case UInt8(ascii: "u"):
          place += 1
          for _ in 0..<4 {
            guard Self.hexDigit(next(bytes)) != nil else { throw error }
            place += 1
          }
        default: throw error
        }
      case 0..<0x20: throw error
      default: place += 1
      }
    }
    throw error
  }

  static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x41 + 10)
    case 0x61...0x66: UInt16(byte - 0x61 + 10)
    default: nil
    }
  }

  // MARK: Numbers

  /// A number: where it starts and ends, and its value where that is quickly told.
  struct Number {
    var start: Int
    var end: Int
    /// The digits as one whole number, without the point; only to be used when `digits` is small.
    var mantissa: UInt64
    /// How many digits, without leading zeros.
    var digits: Int
    /// How many of them come after the point.
    var fraction: Int
    var isNegative: Bool
    var hasExponent: Bool
  }

  /// Takes a number.
  @inline(__always) mutating func number(
    _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) -> Number {
    var number = Number(
      start: place, end: place, mantissa: 0, digits: 0, fraction: 0, isNegative: false,
      hasExponent: false)
    number.isNegative = take(UInt8(ascii: "-"), bytes)
    let first = place
    takeDigits(&number, bytes)
    // At least one digit, and no zero before another.
    guard place > first, place == first + 1 || bytes[first] != UInt8(ascii: "0") else {
      throw error
    }
    if take(UInt8(ascii: "."), bytes) {
      let first = place
      takeDigits(&number, bytes)
      number.fraction = place - first
      guard number.fraction > 0 else { throw error }
    }
    if next(bytes) | 0x20 == UInt8(ascii: "e") {
      place += 1
      number.hasExponent = true
      if !take(UInt8(ascii: "+"), bytes) { _ = take(UInt8(ascii: "-"), bytes) }
      let first = place
      while Self.isDigit(next(bytes)) { place += 1 }
      guard place > first else { throw error }
    }
    number.end = place
    return number
  }

  @inline(__always) private mutating func takeDigits(
    _ number: inout Number, _ bytes: Span<UInt8>
  ) {
    var place = place
    while place < bytes.count {
      let byte = bytes[place]
      guard Self.isDigit(byte) else { break }
      number.mantissa = number.mantissa &* 10 &+ UInt64(byte &- 0x30)
      if number.mantissa != 0 { number.digits += 1 }
      place += 1
    }
    self.place = place
  }

  @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
