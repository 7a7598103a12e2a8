import FoundationEssentials

// JSON as a value, for whatever no model names.

/// Any JSON value.
///
/// Use it where the server may send what no model names: results of a run, details of an error,
/// members of later versions.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that fits, however it is written.
  case integer(Int64)
  /// Any other number that a `Double` holds, so that it is written as it was read.
  case number(Double)
  /// A number that neither holds, such as 18446744073709551615, as its text in JSON.
  case decimal(String)
  /// Text.
  case string(String)
  /// An ordered list.
  case array([JSONValue])
  /// Members by name, in order.
  case object(JSONObject)
}

extension JSONValue {
  /// The text, when it is text.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, when it is a whole one that fits.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The number, when it is one; the nearest `Double` to one that has more digits.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .decimal(let text): Double(text)
    default: nil
    }
  }

  /// The truth value, when it is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, when it is a list.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, when it is an object.
  public var objectValue: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// A member of an object; `nil` when absent or when this is no object.
  public subscript(member: String) -> JSONValue? { objectValue?[member] }

  /// An element of a list; `nil` when absent or when this is no list.
  public subscript(index: Int) -> JSONValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON value.
  ///
  /// - Throws: `DecodingError` when the decoder holds something that JSON has no form for.
  public init(from decoder: any Decoder) throws {
    // Our own decoder has it already.
    if let decoding = decoder as? JSONDecoding {
      self = decoding.value
      return
    }
    // Text first: it is what most members are, and a wrong guess costs the decoder an error value.
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      let exact = try? container.decode(Decimal.self)
      if let exact, exact != Decimal(string: "\(value)") {
        self = .decimal(exact.description)
      } else {
        self = .number(value)
      }
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(JSONObject.self) {
      self = .object(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold (infinite, not a number).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let text):
      guard JSONNumber.isNumber(text), let value = Decimal(string: text) else {
        throw EncodingError.invalidValue(
          self,
          .init(codingPath: encoder.codingPath, debugDescription: "no number that can be encoded"))
      }
      try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of two members with one name the later counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements) { _, later in later })
  }
}
