// Numbers of JSON. Our own: neither Foundation's decoder nor its encoder keeps a number that has
// more digits than a `Double`.

/// What a JSON number's text stands for.
enum JSONNumber {
  /// The value of text that is a number by JSON's grammar.
  ///
  /// A whole number that fits is an integer however it is written (`1.0`, `1e3`). Otherwise it is a
  /// `Double` if that, written, is the same number again; if not, its text is kept.
  static func value(of text: String) -> JSONValue {
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite,
      Decimal(text.utf8) == Decimal("\(value)".utf8)
    else { return .decimal(text) }
    return Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
  }

  /// The value of a number in a text.
  @inline(__always)
  static func value(of number: JSONLexer.Number, in bytes: Span<UInt8>) -> JSONValue {
    if !number.hasExponent {
      if number.fraction == 0, number.digits <= 18 {
        let value = Int64(number.mantissa)
        return .integer(number.isNegative ? -value : value)
      }
      // Fifteen digits and a power of ten that are both exact as `Double`: so is their quotient,
      // rounded once, and no two such numbers share one.
      if number.digits <= 15, number.fraction < powersOfTen.count {
        let value = Double(number.mantissa) / powersOfTen[number.fraction]
        if value == value.rounded(.towardZero) {
          return .integer(number.isNegative ? -Int64(value) : Int64(value))
        }
        return .number(number.isNegative ? -value : value)
      }
    }
    var text: [UInt8] = []
    for place in number.start..<number.end { text.append(bytes[place]) }
    return value(of: String(decoding: text, as: UTF8.self))
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Whether text is a number by JSON's grammar.
  static func isNumber(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var lexer = JSONLexer()
    return (try? lexer.number(bytes.span)) != nil && lexer.place == bytes.count
  }

  /// A decimal number in the one form it has: digits without zeros at either end.
  private struct Decimal: Equatable {
    var isNegative = false
    var digits: [UInt8] = []
    /// The power of ten of the last digit.
    var exponent = 0

    init(_ text: some Sequence<UInt8>) {
      var isFraction = false
      var isExponent = false
      var isExponentNegative = false
      var written = 0
      for byte in text {
        switch byte {
        case UInt8(ascii: "-"):
          if isExponent { isExponentNegative = true } else { isNegative = true }
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
        case 0x30...0x39 where isExponent:
          // Bounded: no `Double` comes near, and the sum below must not overflow.
          written = min(written * 10 + Int(byte - 0x30), 1 << 40)
        case 0x30...0x39:
          if isFraction { exponent -= 1 }
          if byte != 0x30 || !digits.isEmpty { digits.append(byte) }
        default: break
        }
      }
      exponent += isExponentNegative ? -written : written
      while digits.last == 0x30 {
        digits.removeLast()
        exponent += 1
      }
      if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }
  }
}
