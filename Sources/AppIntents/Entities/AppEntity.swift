/// A thing of the program that intents work on, with an identity and a name.
///
/// Use it for parameters that choose one of the program's own things. Stands for `AppEntity` of
/// App Intents.
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable
where ValueType == Self, UnwrappedType == Self, ID: EntityIdentifierConvertible, ID: Sendable {
  /// The query that finds entities of this type; the compiler finds it.
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

  /// The query that finds entities of this type.
  static var defaultQuery: DefaultQuery { get }
}

/// One of a fixed set of values, each with a name.
///
/// Use it for parameters with few possible values, known when the program is built: declare
/// `enum Priority: String, AppEnum`. Stands for `AppEnum` of App Intents.
public protocol AppEnum: AppValue, StaticDisplayRepresentable, RawRepresentable
where RawValue: LosslessStringConvertible {}
