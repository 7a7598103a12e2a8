import FoundationEssentials

// `JSONValue` to a program's own types. Our own: Foundation's decoder does not say where a number
// did not fit, takes the earlier of two members, and refuses half of a surrogate pair.

/// Decodes a value as `JSONDecoder` does with its usual strategies.
///
/// `Data` is Base64 text, `URL` text, `Decimal` a number with all its digits, `Date` seconds since
/// 2001; ``JSONValue`` and ``JSONObject`` are taken as they are, members in order.
struct JSONDecoding {
  let value: JSONValue
  let path: JSONPath

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError`; an error of another kind from a type's own `init(from:)` becomes
  ///   one, with the path at which it was thrown.
  static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
    try decode(type, from: value, at: .root)
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from value: JSONValue, at path: @autoclosure () -> JSONPath
  ) throws -> Value {
    switch type {
    case is JSONValue.Type:
      if let value = value as? Value { return value }
    case is JSONObject.Type:
      if let members = value.objectValue as? Value { return members }
    case is Data.Type:
      if let data = value.stringValue.flatMap({ Data(base64Encoded: $0) }) as? Value { return data }
      throw mismatch(type, at: path())
    case is URL.Type:
      if let url = value.stringValue.flatMap({ URL(string: $0) }) as? Value { return url }
      throw mismatch(type, at: path())
    case is Decimal.Type:
      if let decimal = decimal(value) as? Value { return decimal }
      throw mismatch(type, at: path())
    default: break
    }
    let path = path()
    do {
      return try Value(from: JSONDecoding(value: value, path: path))
    } catch let error as DecodingError {
      throw error
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: path.keys, debugDescription: "\(type) does not take it",
          underlyingError: error))
    }
  }

  static func text(_ value: JSONValue, at path: @autoclosure () -> JSONPath) throws -> String {
    guard let text = value.stringValue else { throw mismatch(String.self, at: path()) }
    return text
  }

  static func truth(_ value: JSONValue, at path: @autoclosure () -> JSONPath) throws -> Bool {
    guard let truth = value.boolValue else { throw mismatch(Bool.self, at: path()) }
    return truth
  }

  static func float<Number: BinaryFloatingPoint>(
    _ type: Number.Type, _ value: JSONValue, at path: @autoclosure () -> JSONPath
  ) throws -> Number {
    guard let number = value.doubleValue else { throw mismatch(type, at: path()) }
    let float = Number(number)
    guard float.isFinite else { throw mismatch(type, at: path()) }
    return float
  }

  static func integer<Number: FixedWidthInteger>(
    _ type: Number.Type, _ value: JSONValue, at path: @autoclosure () -> JSONPath
  ) throws -> Number {
    let number: Number? =
      switch value {
      case .integer(let value): Number(exactly: value)
      case .number(let value): Number(exactly: value)
      case .decimal(let text): Number(text)
      default: nil
      }
    guard let number else { throw mismatch(type, at: path()) }
    return number
  }

  private static func decimal(_ value: JSONValue) -> Decimal? {
    switch value {
    case .integer(let value): Decimal(value)
    // By its digits: those of the nearest `Double` are others.
    case .number(let value): Decimal(string: value.description)
    case .decimal(let text): Decimal(string: text)
    default: nil
    }
  }

  /// The error for a value of another kind; it repeats nothing of the value.
  static func mismatch(_ type: Any.Type, at path: JSONPath) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path.keys, debugDescription: "it is no \(type)"))
  }
}

extension JSONDecoding: Decoder {
  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.objectValue else {
      throw Self.mismatch([String: Any].self, at: path)
    }
    return KeyedDecodingContainer(JSONMembersContainer<Key>(members: members, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.arrayValue else { throw Self.mismatch([Any].self, at: path) }
    return JSONElementsContainer(elements: elements, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }
  func decode(_: Bool.Type) throws -> Bool { try Self.truth(value, at: path) }
  func decode(_: String.Type) throws -> String { try Self.text(value, at: path) }
  func decode(_ type: Double.Type) throws -> Double { try Self.float(type, value, at: path) }
  func decode(_ type: Float.Type) throws -> Float { try Self.float(type, value, at: path) }
  func decode(_ type: Int.Type) throws -> Int { try Self.integer(type, value, at: path) }
  func decode(_ type: Int8.Type) throws -> Int8 { try Self.integer(type, value, at: path) }
  func decode(_ type: Int16.Type) throws -> Int16 { try Self.integer(type, value, at: path) }
  func decode(_ type: Int32.Type) throws -> Int32 { try Self.integer(type, value, at: path) }
  func decode(_ type: Int64.Type) throws -> Int64 { try Self.integer(type, value, at: path) }
  func decode(_ type: UInt.Type) throws -> UInt { try Self.integer(type, value, at: path) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try Self.integer(type, value, at: path) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try Self.integer(type, value, at: path) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try Self.integer(type, value, at: path) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try Self.integer(type, value, at: path) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Self.decode(type, from: value, at: path)
  }
}
