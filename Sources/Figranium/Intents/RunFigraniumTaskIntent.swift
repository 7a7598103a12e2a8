public import AppIntents

// Runs a task by voice, shortcut or command.

/// Runs a task and says how it ended.
public struct RunFigraniumTaskIntent: AppIntent {
  /// The intent's title.
  public static let title: LocalizedStringResource = "Run Figranium Task"

  /// The task to run.
  @Parameter(title: "Task") public var task: FigraniumTask

  /// Creates the intent; the system sets the task.
  public init() {}

  /// Creates the intent for a task.
  ///
  /// - Parameter task: The task to run.
  public init(task: FigraniumTask) {
    self.task = task
  }

  /// Runs the task and waits until the run has ended.
  ///
  /// - Returns: The dialog `NAME finished with OUTCOME.`; servers before 0.16 tell no outcome, and
  ///   the run then `finished with an unknown outcome`.
  /// - Throws: What the provider or ``TasksResource/run(_:input:options:)`` throws.
  public func perform() async throws -> some IntentResult & ProvidesDialog {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    let result: ExecutionResult<JSONValue> = try await client.runTask(task.id)
    return .result(dialog: "\(result.dialog(taskName: task.name))")
  }
}
