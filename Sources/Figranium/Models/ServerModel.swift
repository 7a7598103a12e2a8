// What all models of the server's objects share: every member is kept, known or not.

/// An object as the server sends it, with every member kept.
///
/// The properties of a model are views of ``members``; what a later server adds is kept there and
/// is saved again unchanged. A property is `nil` where the server sends nothing, `null`, or
/// something of another type.
public protocol ServerModel: Sendable, Hashable, Codable {
  /// Every member, by the server's name.
  var members: JSONObject { get set }

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  init(members: JSONObject)
}

extension ServerModel {
  /// Decodes any object.
  ///
  /// - Throws: `DecodingError` when it is no object.
  public init(from decoder: any Decoder) throws {
    self.init(members: try decoder.singleValueContainer().decode(JSONObject.self))
  }

  /// Encodes every member.
  ///
  /// - Throws: `EncodingError` as `JSONValue` does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }

  /// The model as JSON.
  public var jsonValue: JSONValue { .object(members) }

  /// Reads a model out of an answer.
  init(server value: JSONValue) throws(ModelMismatch) {
    self.init(members: try value.members(of: "an object"))
  }
}

/// A word of a set that servers may add to.
///
/// Known words are static members; any other keeps its `rawValue`, so that it is
/// shown, compared and saved as it came.
public protocol ServerWord: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String {
  /// Wraps a word, known or not.
  init(rawValue: String)
}

extension ServerWord {
  /// Wraps a word, known or not.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  /// The word.
  public var description: String { rawValue }

  /// Decodes any text.
  ///
  /// - Throws: `DecodingError` when it is no text.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the word as text.
  ///
  /// - Throws: Nothing but what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
