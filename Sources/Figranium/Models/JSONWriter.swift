// `JSONValue` to compact JSON text. Our own: Foundation's encoder loses the order of members and the
// digits of long numbers.

/// A number that JSON has no form for: infinite, not a number, or text that is no number.
package struct JSONUnwritable: Error, Hashable, Sendable {}

/// Writes JSON without blanks: what was read is the same text again, apart from blanks, escapes
/// that are not needed, and other spellings of the same number.
package struct JSONWriter {
  private var bytes: [UInt8] = []

  private init() {}

  /// The text of a value.
  ///
  /// - Throws: ``JSONUnwritable`` for a number that JSON has no form for.
  package static func bytes(of value: JSONValue) throws(JSONUnwritable) -> [UInt8] {
    var writer = JSONWriter()
    try writer.write(value)
    return writer.bytes
  }

  private mutating func write(_ value: JSONValue) throws(JSONUnwritable) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value):
      guard value.isFinite else { throw JSONUnwritable() }
      bytes.append(contentsOf: value.description.utf8)
    case .decimal(let text):
      guard JSONNumber.isNumber(text) else { throw JSONUnwritable() }
      bytes.append(contentsOf: text.utf8)
    case .string(let text): write(text)
    case .array(let elements): try write(elements)
    case .object(let members): try write(members)
    }
  }

  private mutating func write(_ elements: [JSONValue]) throws(JSONUnwritable) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: JSONObject) throws(JSONUnwritable) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in zip(members.keys, members.values) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(name)
      bytes.append(UInt8(ascii: ":"))
      try write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20: writeEscape(byte)
      default: bytes.append(byte)
      }
    }
  }

  private mutating func writeEscape(_ control: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch control {
    case 8: bytes.append(UInt8(ascii: "b"))
    case 9: bytes.append(UInt8(ascii: "t"))
    case 10: bytes.append(UInt8(ascii: "n"))
    case 12: bytes.append(UInt8(ascii: "f"))
    case 13: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      let digits = String(control, radix: 16)
      bytes.append(contentsOf: (digits.utf8.count == 1 ? "0" + digits : digits).utf8)
    }
  }
}
