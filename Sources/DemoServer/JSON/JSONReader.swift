/// Reads JSON text (RFC 8259), as strictly as JavaScript's `JSON.parse`.
struct JSONReader {
  /// What is no JSON, with the index of the byte where that showed.
  struct Failure: Error {
    let position: Int
  }

  private static let deepest = 512

  private let bytes: [UInt8]
  private var index = 0

  /// The value that `bytes` are.
  ///
  /// Of members with the same name the last one counts.
  static func value(of bytes: [UInt8]) throws(Failure) -> JSONNode {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.index == bytes.count else { throw reader.failure }
    return value
  }

  /// The value that `text` is.
  static func value(of text: String) throws(Failure) -> JSONNode {
    try value(of: Array(text.utf8))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var failure: Failure { Failure(position: index) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func take(word: StaticString, _ value: JSONNode) throws(Failure) -> JSONNode {
    for byte in "\(word)".utf8 {
      guard take(byte) else { throw failure }
    }
    return value
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONNode {
    guard depth < Self.deepest else { throw failure }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try take(word: "true", true)
    case UInt8(ascii: "f"): return try take(word: "false", false)
    case UInt8(ascii: "n"): return try take(word: "null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONNode {
    index += 1
    var list: [JSONMembers.Member] = []
    var places: [String: Int] = [:]
    skipBlanks()
    if take(UInt8(ascii: "}")) { return .object(JSONMembers()) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw failure }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw failure }
      let value = try value(depth: depth + 1)
      if let place = places[key] {
        list[place].value = value
      } else {
        places[key] = list.count
        list.append(JSONMembers.Member(key: key, value: value))
      }
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure }
    return .object(JSONMembers(list))
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONNode {
    index += 1
    var elements: [JSONNode] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure }
    return .array(elements)
  }

  private mutating func number() throws(Failure) -> JSONNode {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = next, (48...57).contains(byte) { index += 1 }
    guard index > start else { throw failure }
  }

  private mutating func string() throws(Failure) -> String {
    index += 1
    var content: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw failure }
        return text
      case UInt8(ascii: "\\"): content += Array(String(try escaped()).utf8)
      case 0..<32: throw failure
      default: content.append(byte)
      }
    }
    throw failure
  }

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): break
    default: throw failure
    }
    let first = try codeUnit()
    guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")) else {
      return Unicode.Scalar(first) ?? "\u{FFFD}"
    }
    guard take(UInt8(ascii: "u")) else {
      index -= 1
      return "\u{FFFD}"
    }
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      index -= 6
      return "\u{FFFD}"
    }
    let scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(scalar) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw failure }
    index += 4
    return unit
  }
}
