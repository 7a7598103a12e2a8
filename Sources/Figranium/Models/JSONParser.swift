// JSON text to `JSONValue`. JSONDecoder does it too, at ten times the cost: it makes and drops an
// error for each wrong guess of a value's type, and results of runs are megabytes.

/// Why text is no JSON.
struct JSONSyntaxError: Error, Hashable {
  /// Where, in bytes from the start.
  let offset: Int
}

/// Reads one JSON text (RFC 8259): UTF-8, nothing after the value, no names without quotes, no
/// comments, no trailing commas.
///
/// Of two members with one name the later counts.
struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0

  /// Deeper nesting is refused: each level is a call.
  private static let maximumDepth = 512

  /// Reads a text.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no JSON, or nested too deep.
  static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.place == bytes.count else { throw parser.error }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var error: JSONSyntaxError { JSONSyntaxError(offset: place) }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.maximumDepth else { throw error }
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    var members: JSONObject = [:]
    place += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw error }
      let name = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw error }
      members[name] = try value(depth: depth)
      skipBlanks()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw error }
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    place += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw error }
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    let text = word.description.utf8
    guard bytes[place...].starts(with: text) else { throw error }
    place += text.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = place
    _ = take(UInt8(ascii: "-"))
    let first = next
    guard digits() else { throw error }
    // No leading zero before another digit.
    if first == UInt8(ascii: "0") && place - start > (bytes[start] == first ? 1 : 2) {
      throw error
    }
    if take(UInt8(ascii: ".")) {
      guard digits() else { throw error }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { throw error }
    }
    return JSONNumber.value(of: String(decoding: bytes[start..<place], as: UTF8.self))
  }

  /// Takes digits; false when there is none.
  private mutating func digits() -> Bool {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    return place > start
  }

  // MARK: Text

  private mutating func string() throws(JSONSyntaxError) -> String {
    place += 1
    let start = place
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        // Without escapes, as most text is: the bytes are the text.
        guard let text = String(validating: bytes[start..<place], as: UTF8.self) else {
          throw error
        }
        place += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw error
      default: place += 1
      }
    }
    throw error
  }

  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[start..<place])
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else { throw error }
        return text
      case UInt8(ascii: "\\"):
        guard let escape = next else { throw error }
        place += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text.append(contentsOf: try unicodeEscape())
        default: throw error
        }
      case 0..<0x20: throw error
      default: text.append(byte)
      }
    }
    throw error
  }

  /// The character of `\uXXXX`, or of two that are a surrogate pair; U+FFFD for half of one.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> [UInt8] {
    let first = try hexadecimal()
    var code = UInt32(first)
    if (0xd800..<0xdc00).contains(first) {
      let back = place
      if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
        let second = try hexadecimal()
        if (0xdc00..<0xe000).contains(second) {
          code = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
        } else {
          place = back
        }
      } else {
        place = back
      }
    }
    return Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
    guard place + 4 <= bytes.count else { throw error }
    var value: UInt16 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error }
      value = value << 4 | UInt16(digit)
    }
    place += 4
    return value
  }

  // MARK: Places

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { place += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }
}
