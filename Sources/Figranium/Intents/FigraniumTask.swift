public import AppIntents

// A task as the system sees it: what a user picks when an intent asks which task.

/// A Figranium task, as a parameter of intents.
public struct FigraniumTask: AppEntity, Identifiable, Sendable {
  /// What kind of thing it is, for people.
  public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Figranium Task"
  /// Finds tasks.
  public static let defaultQuery = FigraniumTaskQuery()

  /// The task's identifier: any text.
  public var id: String
  /// Its name.
  public var name: String

  /// Names a task.
  ///
  /// - Parameters:
  ///   - id: The task's identifier.
  ///   - name: Its name.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// How it is shown: by its name.
  public var displayRepresentation: DisplayRepresentation { "\(name)" }
}

/// Finds the server's tasks.
public struct FigraniumTaskQuery: EntityQuery {
  /// Creates a query.
  public init() {}

  /// The tasks with these identifiers, in the server's order (``TasksResource/list(options:)``).
  ///
  /// A server that grants the full list to no API key is asked for its short one.
  ///
  /// - Parameter identifiers: The tasks' identifiers.
  /// - Returns: The tasks that the server has.
  /// - Throws: What the provider or the list throws.
  public func entities(for identifiers: [String]) async throws -> [FigraniumTask] {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    let wanted = Set(identifiers)
    do {
      return try await client.tasks.list().compactMap { task in
        guard let id = task.id, wanted.contains(id) else { return nil }
        return FigraniumTask(id: id, name: task.name)
      }
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      return try await client.tasks.listSummaries().filter { wanted.contains($0.id) }
        .map(FigraniumTask.init(summary:))
    }
  }

  /// All tasks, to choose from (``TasksResource/listSummaries(options:)``).
  ///
  /// - Returns: The tasks.
  /// - Throws: What the provider or the list throws.
  public func suggestedEntities() async throws -> [FigraniumTask] {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    return try await client.tasks.listSummaries().map(FigraniumTask.init(summary:))
  }
}

extension FigraniumTaskQuery: EntityStringQuery {
  /// The tasks whose name holds `string`, in any case.
  ///
  /// - Parameter string: What the user typed.
  /// - Returns: The tasks.
  /// - Throws: What the provider or the list throws.
  public func entities(matching string: String) async throws -> [FigraniumTask] {
    let wanted = string.lowercased()
    return try await suggestedEntities().filter {
      wanted.isEmpty || $0.name.lowercased().contains(wanted)
    }
  }
}

extension FigraniumTask {
  init(summary: TaskSummary) {
    self.init(id: summary.id, name: summary.name)
  }
}
