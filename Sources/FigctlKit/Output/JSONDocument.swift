package import Figranium

/// A JSON document with its members in the order they were written.
///
/// What `--json` prints is read by people too, so the important members come first. Numbers and
/// texts of a server pass through ``JSONDocument/init(_:)-(JSONValue)``.
package indirect enum JSONDocument: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A number with more digits than a `Double` has, as its text in JSON.
  case decimal(String)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONDocument])
  /// Members in order.
  case object([Member])
  /// What is JSON already, laid out anew.
  case text(JSONText)

  /// One member of an object.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONDocument
  }

  /// Text, or `null`.
  package init(_ text: String?) {
    if let text { self = .string(text) } else { self = .null }
  }

  /// What is JSON already, or `null`.
  package init(_ text: JSONText?) {
    if let text { self = .text(text) } else { self = .null }
  }

  /// A whole number, or `null`.
  package init(_ number: Int?) {
    if let number { self = .integer(Int64(number)) } else { self = .null }
  }

  /// What a server sent, its members in the server's order.
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .decimal(let text): self = .decimal(text)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(JSONDocument.init))
    case .object(let members):
      self = .object(
        members.map { Member(name: $0.key, value: JSONDocument($0.value)) })
    }
  }

  /// The document as text.
  ///
  /// - Parameter indented: Two spaces a level, for people; otherwise one line.
  package func text(indented: Bool) -> String {
    String(decoding: bytes(indented: indented), as: UTF8.self)
  }

  /// The document as UTF-8; as ``text(indented:)``.
  package func bytes(indented: Bool) -> [UInt8] {
    var result: [UInt8] = []
    write(to: &result, indentation: indented ? 0 : nil)
    return result
  }

  private func write(to result: inout [UInt8], indentation: Int?) {
    switch self {
    case .null: result += "null".utf8
    case .bool(let value): result += (value ? "true" : "false").utf8
    case .integer(let value): result += String(value).utf8
    case .number(let value):
      // JSON has no word for these; a server cannot have sent them.
      result += (value.isFinite ? "\(value)" : "null").utf8
    case .decimal(let text): result += text.utf8
    case .string(let value): Self.write(value, to: &result)
    case .text(let text): JSONTextFormat.append(text, to: &result, indentation: indentation)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &result, indentation: indentation) {
        $0.write(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &result, indentation: indentation) {
        Self.write($0.name, to: &$1)
        $1 += ($2 == nil ? ":" : ": ").utf8
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to result: inout [UInt8],
    indentation: Int?, each: (Element, inout [UInt8], Int?) -> Void
  ) {
    result += brackets.0.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { result += ",".utf8 }
      if let indentation {
        result += ("\n" + String(repeating: "  ", count: indentation + 1)).utf8
      }
      each(element, &result, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty {
      result += ("\n" + String(repeating: "  ", count: indentation)).utf8
    }
    result += brackets.1.utf8
  }

  /// Escapes what JSON wants escaped, and all else that a terminal would obey.
  private static func write(_ text: String, to result: inout [UInt8]) {
    result += "\"".utf8
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\"".utf8
      case "\\": result += "\\\\".utf8
      case "\n": result += "\\n".utf8
      case "\r": result += "\\r".utf8
      case "\t": result += "\\t".utf8
      case _ where VisibleText.needsEscape(scalar): writeEscape(scalar, to: &result)
      default: result += UTF8.encode(scalar) ?? .init()
      }
    }
    result += "\"".utf8
  }

  /// A character as `\uXXXX`.
  static func writeEscape(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    let digits = String(scalar.value, radix: 16)
    result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
  }
}

extension JSONDocument: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONDocument)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSONDocument...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}
