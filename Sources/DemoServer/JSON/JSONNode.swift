// Our own, and neither Foundation's JSON, which keeps neither the order of members nor the digits
// of numbers, nor the client's, whose mistakes must not be hidden by the same mistakes here.

/// A JSON value as it was read: members in their order, numbers with their digits.
indirect enum JSONNode: Sendable, Equatable {
  case object(JSONMembers)
  case array([JSONNode])
  case string(String)
  /// The number's own text.
  case number(String)
  case bool(Bool)
  case null
  /// JSON text from elsewhere, passed on unread.
  case raw(String)

  /// The members, if it is an object.
  var members: JSONMembers? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements, if it is an array.
  var elements: [JSONNode]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text, if it is a string.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, if it is one.
  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, if it is a whole one.
  var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let number = Int(text) { return number }
    return Double(text).flatMap { Int(exactly: $0) }
  }

  /// The value as JSON text, as JavaScript's `JSON.stringify` spaces it: not at all.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.list.enumerated() {
        if index > 0 { text += "," }
        text += JSONText.string(member.key)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .string(let string): text += JSONText.string(string)
    case .number(let digits): text += digits
    case .bool(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .raw(let json): text += json
    }
  }

  static func number(_ value: Int64) -> JSONNode { .number("\(value)") }
  static func number(_ value: Int) -> JSONNode { .number("\(value)") }

  /// An array of strings.
  static func strings(_ texts: [String]) -> JSONNode { .array(texts.map { .string($0) }) }

  /// The string, or `null`.
  static func string(orNull text: String?) -> JSONNode { text.map { .string($0) } ?? .null }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number("\(value)") }
  init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONNode)...) {
    self = .object(JSONMembers(elements.map { JSONMembers.Member(key: $0.0, value: $0.1) }))
  }
}

/// The members of a JSON object, in their order.
struct JSONMembers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One member.
  struct Member: Sendable, Equatable {
    let key: String
    var value: JSONNode
  }

  /// The members; no key stands there twice.
  private(set) var list: [Member]

  init(_ list: [Member] = []) { self.list = list }

  init(dictionaryLiteral elements: (String, JSONNode)...) {
    list = elements.map { Member(key: $0.0, value: $0.1) }
  }

  /// The value of `key`; a new member goes to the end, nil takes it away.
  subscript(key: String) -> JSONNode? {
    get { list.first { $0.key == key }?.value }
    set {
      guard let index = list.firstIndex(where: { $0.key == key }) else {
        if let newValue { list.append(Member(key: key, value: newValue)) }
        return
      }
      if let newValue { list[index].value = newValue } else { list.remove(at: index) }
    }
  }

  /// The value of `key`, if it is a string.
  func string(_ key: String) -> String? { self[key]?.string }

  /// The strings of the array `key`; nil if it is no array.
  func strings(_ key: String) -> [String]? { self[key]?.elements?.compactMap(\.string) }

  /// Whether there is a member `key`, be it null.
  func has(_ key: String) -> Bool { list.contains { $0.key == key } }

  var node: JSONNode { .object(self) }
}
