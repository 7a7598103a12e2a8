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

  /// One member of an object.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONDocument
  }

  /// Text, or `null`.
  package init(_ text: String?) {
    if let text { self = .string(text) } else { self = .null }
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
    var result = ""
    write(to: &result, indentation: indented ? 0 : nil)
    return result
  }

  private func write(to result: inout String, indentation: Int?) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .integer(let value): result += String(value)
    case .number(let value):
      // JSON has no word for these; a server cannot have sent them.
      result += value.isFinite ? "\(value)" : "null"
    case .decimal(let text): result += text
    case .string(let value): Self.write(value, to: &result)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &result, indentation: indentation) {
        $0.write(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &result, indentation: indentation) {
        Self.write($0.name, to: &$1)
        $1 += $2 == nil ? ":" : ": "
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to result: inout String,
    indentation: Int?, each: (Element, inout String, Int?) -> Void
  ) {
    result += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { result += "," }
      if let indentation {
        result += "\n" + String(repeating: "  ", count: indentation + 1)
      }
      each(element, &result, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty {
      result += "\n" + String(repeating: "  ", count: indentation)
    }
    result += brackets.1
  }

  /// Escapes what JSON wants escaped, and all else that a terminal would obey.
  private static func write(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where VisibleText.needsEscape(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
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
