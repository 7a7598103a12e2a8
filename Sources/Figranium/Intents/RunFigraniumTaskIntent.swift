public import AppIntents
import FoundationEssentials

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
  /// When the intent is cancelled, the server is asked to stop the run.
  ///
  /// - Returns: The dialog `NAME finished with OUTCOME.`; servers before 0.16 tell no outcome, and
  ///   the run then `finished with an unknown outcome`.
  /// - Throws: What the provider or ``TasksResource/run(_:input:options:)`` throws. After a
  ///   cancellation `REQUEST_ABORTED`; what the server said when it did not stop the run, with a
  ///   hint that names it.
  public func perform() async throws -> some IntentResult & ProvidesDialog {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    let runID = "run-" + UUID().uuidString.lowercased()
    let result: ExecutionResult<JSONValue>
    do {
      result = try await client.runTask(task.id, input: ExecuteTaskOptions(runID: runID))
    } catch var error as FigraniumError where error.kind == .requestAborted {
      try await Self.stop(runID, client)
      // Its advice is to look after the run, and that is done.
      error.hint = nil
      throw error
    }
    return .result(dialog: "\(result.dialog(taskName: task.name))")
  }

  /// Ends the run of an intent that was cancelled: in a task of its own, since this one is over.
  private static func stop(_ runID: String, _ client: Figranium) async throws {
    let stopping = Swift.Task {
      try await client.executions.stop(runID, options: RequestOptions(timeout: .seconds(5)))
    }
    do {
      try await stopping.value
    } catch var error as FigraniumError {
      // The run had not begun, or is over.
      if error.kind == .executionNotFound { return }
      let isSure = error.kind == .notStopped || [401, 403].contains(error.status)
      error.message =
        (isSure ? "The run goes on: " : "It is not known whether the run goes on: ") + error.message
      error.hint = "Its run id is \(runID)."
      throw error
    }
  }
}
