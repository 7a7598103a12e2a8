import FoundationEssentials

// Members as Swift's types, to read and to write. Reading is as lenient as servers are uneven:
// absent, `null` and another type are all nil.

extension JSONObject {
  /// A member that is a whole number, which may come as text.
  package func integer(_ name: String) -> Int? {
    switch self[name] {
    case .string(let text)?: Int(text)
    case let value?: value.integerValue.flatMap { Int(exactly: $0) }
    case nil: nil
    }
  }

  /// A member that is a truth value.
  package func flag(_ name: String) -> Bool? { self[name]?.boolValue }

  /// A member that is a word of an open set.
  package func serverWord<Word: ServerWord>(_ name: String) -> Word? {
    word(name).map(Word.init(rawValue:))
  }

  /// A member that is a list of words of an open set.
  package func serverWords<Word: ServerWord>(_ name: String) -> [Word]? {
    self[name]?.arrayValue?.compactMap { $0.stringValue.map(Word.init(rawValue:)) }
  }

  /// A member that is a list of text.
  package func texts(_ name: String) -> [String]? {
    self[name]?.arrayValue?.compactMap(\.stringValue)
  }

  /// A member that is an object of its own.
  package func model<Model: ServerModel>(_ name: String) -> Model? {
    self[name]?.objectValue.map(Model.init(members:))
  }

  /// A member that is a list of objects; what is no object is left out.
  package func models<Model: ServerModel>(_ name: String) -> [Model]? {
    self[name]?.arrayValue?.compactMap { $0.objectValue.map(Model.init(members:)) }
  }

  /// A member as a length of time in seconds, which may come as text.
  package func seconds(_ name: String) -> Duration? {
    let number: Double? =
      switch self[name] {
      case .string(let text)?: Double(text)
      case let value?: value.doubleValue
      case nil: nil
      }
    // Beyond this it is no length of time, and `Duration` could not hold it.
    guard let number, abs(number) < 1e12 else { return nil }
    return .microseconds(Int64(number * 1_000_000))
  }

  /// A member as a length of time in whole minutes.
  package func minutes(_ name: String) -> Duration? {
    integer(name).flatMap { abs(Double($0)) < 1e12 ? .seconds($0 * 60) : nil }
  }

  // MARK: Writing

  package mutating func set(_ name: String, _ value: String?) {
    self[name] = value.map { .string($0) }
  }

  package mutating func set(_ name: String, _ value: Bool?) {
    self[name] = value.map { .bool($0) }
  }

  package mutating func set(_ name: String, _ value: Int?) {
    self[name] = value.map { .integer(Int64($0)) }
  }

  package mutating func set(_ name: String, _ value: (some ServerWord)?) {
    self[name] = value.map { .string($0.rawValue) }
  }

  package mutating func set(_ name: String, _ value: (some ServerModel)?) {
    self[name] = value.map { .object($0.members) }
  }

  package mutating func set(_ name: String, _ value: [JSONValue]?) {
    self[name] = value.map { .array($0) }
  }

  /// Writes a length of time in seconds, as a whole number where it is one.
  package mutating func set(_ name: String, seconds value: Duration?) {
    self[name] = value.map { duration in
      let (seconds, attoseconds) = duration.components
      return attoseconds == 0
        ? .integer(seconds) : .number(Double(seconds) + Double(attoseconds) / 1e18)
    }
  }
}

extension JSONValue {
  /// A list, alone or as a member of an object: versions of servers differ.
  func list<Element: ServerValue>(
    maybeIn name: String
  ) throws(ModelMismatch) -> [Element] {
    if arrayValue != nil { return try [Element](server: self) }
    return try members(of: "a list").list(name)
  }
}
