/// Finds entities by their identifiers.
///
/// The runtime fills its `@Dependency` properties before each search.
/// Stands for `EntityQuery` of App Intents.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable,
  _SupportsAppDependencies
where Result == [Entity] {
  /// The type of entity it finds; the compiler finds it.
  associatedtype Entity: AppEntity

  /// Makes a query.
  init()

  /// Finds entities.
  ///
  /// - Parameter identifiers: Their identifiers.
  /// - Returns: Those that exist, in any order; the others are left out.
  /// - Throws: Any error; its text is shown to the user. An identifier that does not exist is not
  ///   an error.
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

  /// The entities to offer when the user has named none; by default there are none.
  ///
  /// - Returns: The entities, best first.
  /// - Throws: Any error; its text is shown to the user.
  func suggestedEntities() async throws -> [Entity]
}

extension EntityQuery {
  /// None.
  public func suggestedEntities() async throws -> [Entity] { [] }

  /// The suggested entities.
  public func results() async throws -> [Entity] { try await suggestedEntities() }
}

/// A query that also finds entities by what the user typed or said.
public protocol EntityStringQuery: EntityQuery {
  /// Finds entities by a text, in the way that suits them.
  ///
  /// - Parameter string: What the user typed or said.
  /// - Returns: Those that match, best first.
  /// - Throws: Any error; its text is shown to the user.
  func entities(matching string: String) async throws -> [Entity]
}

/// A query over entities that are few enough to list them all.
public protocol EnumerableEntityQuery: EntityQuery {
  /// Finds all entities.
  ///
  /// - Returns: All of them.
  /// - Throws: Any error; its text is shown to the user.
  func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
  /// All entities.
  public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
}
