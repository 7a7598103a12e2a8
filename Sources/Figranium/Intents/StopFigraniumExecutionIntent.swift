public import AppIntents

// Stops a run by voice, shortcut or command.

/// Stops a run.
public struct StopFigraniumExecutionIntent: AppIntent {
  /// The intent's title.
  public static let title: LocalizedStringResource = "Stop Figranium Execution"

  /// The run's identifier, as given to the run.
  @Parameter(title: "Run ID") public var runID: String

  /// Creates the intent; the system sets the identifier.
  public init() {}

  /// Creates the intent for a run.
  ///
  /// - Parameter runID: The run's identifier.
  public init(runID: String) {
    self.runID = runID
  }

  /// Stops the run.
  ///
  /// - Returns: The dialog `Stopped Figranium execution.`
  /// - Throws: What the provider or ``ExecutionsResource/stop(_:options:)`` throws.
  public func perform() async throws -> some IntentResult & ProvidesDialog {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    try await client.executions.stop(runID)
    return .result(dialog: "Stopped Figranium execution.")
  }
}
