/// Finds entities from a text.
enum EntityLookup {
  /// The entities that a text means: one by its identifier, else what the query finds for the
  /// text, else those suggested whose title it is.
  ///
  /// - Returns: Nothing, one, or several that all fit.
  static func find<Entity: AppEntity>(
    _ type: Entity.Type, text: String, provider: (any DynamicOptionsProvider)?
  ) async throws -> [Entity] {
    let query = Entity.defaultQuery
    try await prepare(query)
    if let id = Entity.ID.entityIdentifier(for: text),
      let entity = try await query.entities(for: [id]).first(where: { $0.id == id })
    {
      return [entity]
    }
    if let query = query as? any EntityStringQuery {
      let found = try await matches(of: query, text).compactMap { $0 as? Entity }
      if !found.isEmpty {
        let titled = TitleMatch.best(text, among: found, titles: titles)
        return titled.isEmpty ? found : titled
      }
    }
    let offered =
      if let provider {
        try await DynamicOptions.values(of: provider).compactMap { $0 as? Entity }
      } else { try await query.suggestedEntities() }
    return TitleMatch.best(text, among: offered, titles: titles)
  }

  /// The entities to offer.
  static func suggested<Entity: AppEntity>(_ type: Entity.Type) async throws -> [Entity] {
    let query = Entity.defaultQuery
    try await prepare(query)
    return try await query.suggestedEntities()
  }

  private static func matches<Query: EntityStringQuery>(
    of query: Query, _ text: String
  ) async throws -> [any AppEntity] { try await query.entities(matching: text) }

  private static func prepare(_ query: some EntityQuery) async throws {
    for dependency in IntentReflection.dependencies(of: query) { try await dependency.resolve() }
  }

  private static func titles<Entity: AppEntity>(of entity: Entity) -> [String] {
    let text = entity.displayRepresentation
    return ([text.title] + text.synonyms).map { String(localized: $0) }
  }
}

/// Finds the values that a provider offers.
enum DynamicOptions {
  static func values(of provider: any DynamicOptionsProvider) async throws -> [any _IntentValue] {
    try await prepare(provider)
    return try await list(provider)
  }

  static func defaultValue(
    of provider: any DynamicOptionsProvider
  ) async throws -> (any _IntentValue)? {
    try await prepare(provider)
    return await value(provider)
  }

  private static func list<Provider: DynamicOptionsProvider>(
    _ provider: Provider
  ) async throws -> [any _IntentValue] { try await provider.results().items }

  private static func value<Provider: DynamicOptionsProvider>(
    _ provider: Provider
  ) async -> (any _IntentValue)? { await provider.defaultResult() }

  private static func prepare(_ provider: any DynamicOptionsProvider) async throws {
    for dependency in IntentReflection.dependencies(of: provider) {
      try await dependency.resolve()
    }
  }
}

/// Compares a text with titles: exactly, else without case, else as people speak.
enum TitleMatch {
  /// The values with such a title.
  ///
  /// A closer kind of match hides the others.
  static func best<Value>(
    _ text: String, among values: [Value], titles: (Value) -> [String]
  ) -> [Value] {
    let forms: [(String) -> String] = [{ $0 }, { $0.trimmed.lowercased() }, TextFolding.key]
    for form in forms {
      let wanted = form(text)
      guard !wanted.isEmpty else { continue }
      let hits = values.filter { titles($0).contains { form($0) == wanted } }
      if !hits.isEmpty { return hits }
    }
    return []
  }
}
