// A JSON object that keeps its members in order, so that what is read and written again is the
// same text. See JSONNames for why it is no dictionary.

/// Members by name, in order.
///
/// It is used like a dictionary, and keeps the order in which members were added or read. Two
/// objects are equal when they have the same members in any order. Names are the same when their
/// bytes are, as in JSON.
public struct JSONObject: Sendable {
  var memberNames: JSONNames
  var memberValues: [JSONValue]

  /// Creates an object without members.
  public init() {
    memberNames = JSONNames()
    memberValues = []
  }

  init(names: JSONNames, values: [JSONValue]) {
    memberNames = names
    memberValues = values
  }

  /// Creates an object of members with different names.
  ///
  /// - Parameter members: Names and values. A name that comes twice is a mistake of the program,
  ///   which ends, as with a dictionary.
  public init(uniqueKeysWithValues members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (name, value) in members {
      precondition(updateValue(value, forKey: name) == nil, "a member's name comes twice")
    }
  }

  /// Creates an object of members whose names may come twice.
  ///
  /// - Parameters:
  ///   - members: Names and values.
  ///   - combine: What becomes of the earlier and the later value of one name; the place is that
  ///     of the earlier one.
  public init<Failure: Error>(
    _ members: some Sequence<(String, JSONValue)>,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) {
    self.init()
    try merge(members, uniquingKeysWith: combine)
  }

  /// The names in order.
  public var keys: [String] { memberNames.list }

  /// The values in the order of their names.
  public var values: [JSONValue] { memberValues }

  /// A member; `nil` when there is none of that name.
  ///
  /// Setting `nil` takes the member away; setting a value keeps the member's place, or adds it at
  /// the end.
  public subscript(name: String) -> JSONValue? {
    get { memberNames.place(of: name).map { memberValues[$0] } }
    set {
      if let newValue { updateValue(newValue, forKey: name) } else { removeValue(forKey: name) }
    }
  }

  /// A member, or a value in its stead.
  public subscript(
    name: String, default standIn: @autoclosure () -> JSONValue
  ) -> JSONValue {
    get { self[name] ?? standIn() }
    set { updateValue(newValue, forKey: name) }
  }

  /// Sets a member.
  ///
  /// - Returns: What it was before; `nil` when it is new.
  @discardableResult
  public mutating func updateValue(_ value: JSONValue, forKey name: String) -> JSONValue? {
    guard let place = memberNames.place(of: name) else {
      memberNames.append(name)
      memberValues.append(value)
      return nil
    }
    let before = memberValues[place]
    memberValues[place] = value
    return before
  }

  /// Takes a member away.
  ///
  /// - Returns: What it was; `nil` when there was none.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> JSONValue? {
    guard let place = memberNames.place(of: name) else { return nil }
    memberNames.remove(at: place)
    return memberValues.remove(at: place)
  }

  /// Adds members.
  ///
  /// - Parameters:
  ///   - members: Names and values.
  ///   - combine: What becomes of the value that is there and the new one of the same name.
  public mutating func merge<Failure: Error>(
    _ members: some Sequence<(String, JSONValue)>,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) {
    for (name, value) in members {
      if let place = memberNames.place(of: name) {
        memberValues[place] = try combine(memberValues[place], value)
      } else {
        memberNames.append(name)
        memberValues.append(value)
      }
    }
  }

  /// Adds the members of another object.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - combine: What becomes of the value that is there and the new one of the same name.
  public mutating func merge<Failure: Error>(
    _ other: JSONObject,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) {
    try merge(other.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
  }

  /// The object with the members of another one added.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - combine: What becomes of the value that is there and the new one of the same name.
  public func merging<Failure: Error>(
    _ other: JSONObject,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONObject {
    var merged = self
    try merged.merge(other, uniquingKeysWith: combine)
    return merged
  }

  /// The object with each value changed, under the same names.
  ///
  /// - Parameter transform: Makes the new value.
  public func mapValues<Failure: Error>(
    _ transform: (JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONObject {
    JSONObject(names: memberNames, values: try memberValues.map(transform))
  }

  /// The object with only those members that `isIncluded` takes.
  ///
  /// - Parameter isIncluded: Looks at a member.
  public func filter<Failure: Error>(
    _ isIncluded: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> JSONObject {
    var kept = JSONObject()
    for member in self where try isIncluded(member) {
      kept.memberNames.append(member.key)
      kept.memberValues.append(member.value)
    }
    return kept
  }
}

extension JSONObject: RandomAccessCollection {
  /// A member.
  public typealias Element = (key: String, value: JSONValue)

  /// The place of the first member.
  public var startIndex: Int { 0 }
  /// The place after the last member.
  public var endIndex: Int { memberValues.count }
  /// The member at a place.
  public subscript(place: Int) -> Element {
    (key: memberNames.list[place], value: memberValues[place])
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; of two members with one name the later counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements) { _, later in later }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds the members to a hasher, in a way that their order does not change.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (name, value) in self {
      var own = Hasher()
      own.combine(name)
      own.combine(value)
      sum &+= own.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

extension JSONObject: Codable {
  /// Decodes an object.
  ///
  /// A decoder does not tell the order of members: they are sorted by name.
  ///
  /// - Throws: `DecodingError` when it is no object.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    self.init()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) { self[name] = value }
  }

  /// Encodes the object; the encoder chooses the order of the members.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold (infinite, not a number).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // As a dictionary, which encoders know: they leave its names as they are.
    try container.encode(
      Dictionary(lazy.map { ($0.key, $0.value) }) { _, later in later })
  }
}
