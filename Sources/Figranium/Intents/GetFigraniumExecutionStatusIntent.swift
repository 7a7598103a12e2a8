public import AppIntents

// Asks after an execution by voice, shortcut or command.

/// Says how an execution stands.
public struct GetFigraniumExecutionStatusIntent: AppIntent {
  /// The intent's title.
  public static let title: LocalizedStringResource = "Get Figranium Execution Status"

  /// The execution's identifier.
  @Parameter(title: "Execution ID") public var executionID: String

  /// Creates the intent; the system sets the identifier.
  public init() {}

  /// Creates the intent for an execution.
  ///
  /// - Parameter executionID: The execution's identifier.
  public init(executionID: String) {
    self.executionID = executionID
  }

  /// Asks how the execution stands.
  ///
  /// - Returns: The dialog `Execution status: STATUS.`, with the word of
  ///   ``Execution/statusText``.
  /// - Throws: What the provider or ``ExecutionsResource/get(_:options:)`` throws.
  public func perform() async throws -> some IntentResult & ProvidesDialog {
    let client = try await FigraniumIntentConfiguration.awaitedClient()
    let execution = try await client.executions.get(executionID)
    return .result(dialog: "Execution status: \(execution.statusText).")
  }
}
