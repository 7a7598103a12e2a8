/// A type with a name that stays the same from version to version.
///
/// The name is what scripts, D-Bus and the command line call the type.
public protocol PersistentlyIdentifiable {
  /// The name; by default the type's own.
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  /// The type's own name, without its module.
  public static var persistentIdentifier: String { String(describing: Self.self) }
}
