// What `JSONDecoding` hands to the types that decode themselves.

/// The members of an object.
struct JSONMembersContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: JSONObject
  let path: JSONPath

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }
  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func value(_ key: Key, as type: Any.Type) throws -> JSONValue {
    guard let value = members[key.stringValue] else { throw missing(key) }
    if value.isNull { throw null(type, key) }
    return value
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "it is missing"))
  }

  private func null(_ type: Any.Type, _ key: Key) -> DecodingError {
    .valueNotFound(
      type, .init(codingPath: JSONPath.member(path, key).keys, debugDescription: "it is null"))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let value = members[key.stringValue] else { throw missing(key) }
    return value.isNull
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try JSONDecoding.truth(value(key, as: type), at: .member(path, key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try JSONDecoding.text(value(key, as: type), at: .member(path, key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try JSONDecoding.float(type, value(key, as: type), at: .member(path, key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try JSONDecoding.float(type, value(key, as: type), at: .member(path, key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

  private func integer<Number: FixedWidthInteger>(
    _ type: Number.Type, _ key: Key
  ) throws -> Number {
    try JSONDecoding.integer(type, value(key, as: type), at: .member(path, key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    // Null is left to the type: it may be an optional.
    guard let value = members[key.stringValue] else { throw missing(key) }
    return try JSONDecoding.decode(type, from: value, at: .member(path, key))
  }

  private func decoder(_ key: Key) throws -> JSONDecoding {
    guard let value = members[key.stringValue] else { throw missing(key) }
    return JSONDecoding(value: value, path: .member(path, key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    JSONDecoding(value: members["super"] ?? .null, path: .member(path, JSONPath.Super()))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONDecoding(value: members[key.stringValue] ?? .null, path: .member(path, key))
  }
}

/// The elements of a list, one after the other.
struct JSONElementsContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let path: JSONPath
  private(set) var currentIndex = 0

  init(elements: [JSONValue], path: JSONPath) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private var place: JSONPath { .element(path, currentIndex) }

  private func next(_ type: Any.Type) throws -> JSONValue {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: place.keys, debugDescription: "it is missing"))
    }
    return elements[currentIndex]
  }

  /// Goes on only after a value that was taken, so that another type can be tried.
  private mutating func take<Value>(
    _ type: Value.Type, _ make: (JSONValue, JSONPath) throws -> Value
  ) throws -> Value {
    let value = try make(try next(type), place)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try next(Any?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take(type) { try JSONDecoding.decode(type, from: $0, at: $1) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take(KeyedDecodingContainer<NestedKey>.self) {
      try JSONDecoding(value: $0, path: $1).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take((any UnkeyedDecodingContainer).self) {
      try JSONDecoding(value: $0, path: $1).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { JSONDecoding(value: $0, path: $1) }
  }
}
