// Models out of parsed JSON.

/// What a server sends as JSON.
///
/// The models are `Codable` too, for programs that keep them; an answer is read this way, which is
/// the same rule at a fraction of the cost.
protocol ServerValue: Sendable {
  /// Reads a value.
  ///
  /// - Throws: ``ModelMismatch`` when it is none.
  init(server value: JSONValue) throws(ModelMismatch)
}

extension JSONValue: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) { self = value }
}

extension Array: ServerValue where Element: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    guard let elements = value.arrayValue else {
      throw ModelMismatch(reason: "it has something else where a list should be")
    }
    self = []
    reserveCapacity(elements.count)
    for element in elements { append(try Element(server: element)) }
  }
}

extension JSONValue {
  /// The members of what must be an object.
  func members(of thing: String) throws(ModelMismatch) -> JSONObject {
    guard let members = objectValue else {
      throw ModelMismatch(reason: "it has something else where \(thing) should be")
    }
    return members
  }
}

extension JSONObject {
  /// The list that a wrapping object holds.
  func list<Element: ServerValue>(_ name: String) throws(ModelMismatch) -> [Element] {
    guard let value = self[name], !value.isNull else {
      throw ModelMismatch(reason: "the member \(name) is missing")
    }
    return try [Element](server: value)
  }
}
