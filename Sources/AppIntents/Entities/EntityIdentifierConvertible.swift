public import FoundationEssentials

/// A type that can identify an entity: it can be written as a text and read back.
///
/// Texts, whole numbers and UUIDs are such types.
public protocol EntityIdentifierConvertible {
  /// The identifier as a text.
  var entityIdentifierString: String { get }

  /// The identifier that a text stands for.
  ///
  /// - Parameter entityIdentifierString: The text.
  /// - Returns: The identifier, or nil if the text is none.
  static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
  /// The text itself.
  public var entityIdentifierString: String { self }

  /// The text itself.
  ///
  /// - Parameter entityIdentifierString: The text.
  /// - Returns: The text.
  public static func entityIdentifier(for entityIdentifierString: String) -> String? {
    entityIdentifierString
  }
}

extension Int: EntityIdentifierConvertible {
  /// The number in decimal digits.
  public var entityIdentifierString: String { String(self) }

  /// The number in decimal digits.
  ///
  /// - Parameter entityIdentifierString: The digits.
  /// - Returns: The number, or nil if the text is none.
  public static func entityIdentifier(for entityIdentifierString: String) -> Int? {
    Int(entityIdentifierString)
  }
}

extension UUID: EntityIdentifierConvertible {
  /// The usual form with hyphens.
  public var entityIdentifierString: String { uuidString }

  /// The usual form with hyphens.
  ///
  /// - Parameter entityIdentifierString: The text.
  /// - Returns: The UUID, or nil if the text is none.
  public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
    UUID(uuidString: entityIdentifierString)
  }
}
