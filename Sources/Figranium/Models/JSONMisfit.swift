// Why a value is not of the type that a program asks for.

/// A value that does not fit a type, with the place and without the value.
struct JSONMisfit: Error {
  /// The way to what does not fit.
  private let keys: [any CodingKey]
  /// What the outermost value is called.
  private let start: String
  /// What is wrong there, as `is no String`.
  private let reason: String

  init(_ error: any Error, called start: String) {
    self.start = start
    switch error as? DecodingError {
    case .typeMismatch(let type, let context):
      keys = context.codingPath
      reason = "is no \(Self.name(of: type))"
    case .valueNotFound(let type, let context):
      keys = context.codingPath
      reason = "is null, and no \(Self.name(of: type))"
    case .keyNotFound(let key, let context):
      keys = context.codingPath + [key]
      reason = "is missing"
    case .dataCorrupted(let context):
      keys = context.codingPath
      reason = "is not what it takes"
    default:
      keys = []
      reason = "is not what it takes"
    }
  }

  /// The misfit in words, such as `data.rows[3].price is no Double`.
  ///
  /// - Parameter clean: Makes a member's name fit to be shown.
  func text(_ clean: (String) -> String) -> String {
    "\(JSONPath.text(keys, from: start, clean: clean)) \(reason)"
  }

  private static func name(of type: Any.Type) -> String {
    if type == [String: Any].self { return "object" }
    if type == [Any].self { return "list" }
    return "\(type)"
  }
}

extension JSONText {
  /// Decodes the value; what is in the shape of JSON already is not taken apart and put together.
  func decoded<Value: Decodable>(
    _ type: Value.Type, called name: String
  ) throws(JSONMisfit) -> Value {
    if let text = self as? Value { return text }
    let value = value
    do {
      if let model = Value.self as? any ServerValue.Type,
        let made = try model.init(server: value) as? Value
      {
        return made
      }
      return try JSONDecoding.decode(type, from: value)
    } catch {
      throw JSONMisfit(error, called: name)
    }
  }
}
