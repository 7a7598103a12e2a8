// Spellings of the official Swift SDK where they differ, so that code written for it compiles.

extension ExecuteTaskOptions {
  /// Creates options; the spelling of the official Swift SDK.
  ///
  /// - Parameters:
  ///   - variables: Values for the task's variables, by name.
  ///   - taskVariables: Values for the variables of the tasks it starts.
  ///   - webhookUrl: Where the server posts the result too.
  ///   - runId: The run's identifier; made by the client when `nil`.
  public init(
    variables: JSONObject? = nil, taskVariables: JSONObject? = nil, webhookUrl: String?,
    runId: String? = nil
  ) {
    self.init(
      variables: variables ?? [:], taskVariables: taskVariables, webhookURL: webhookUrl,
      runID: runId)
  }

  /// Creates options; the spelling of the official Swift SDK.
  ///
  /// - Parameters:
  ///   - variables: Values for the task's variables, by name.
  ///   - taskVariables: Values for the variables of the tasks it starts.
  ///   - runId: The run's identifier.
  public init(variables: JSONObject? = nil, taskVariables: JSONObject? = nil, runId: String?) {
    self.init(variables: variables ?? [:], taskVariables: taskVariables, runID: runId)
  }

  /// As ``webhookURL``; the spelling of the official Swift SDK.
  public var webhookUrl: String? {
    get { webhookURL }
    set { webhookURL = newValue }
  }

  /// As ``runID``; the spelling of the official Swift SDK.
  public var runId: String? {
    get { runID }
    set { runID = newValue }
  }
}

extension TasksResource {
  /// Changes some members of a task, as ``patch(_:_:options:)``; the spelling of the official Swift
  /// SDK.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - patch: The members to change.
  ///   - options: Headers and limit for this call.
  /// - Returns: The server's answer.
  /// - Throws: As ``patch(_:_:options:)``.
  @discardableResult
  public func update(
    _ id: String, patch: JSONObject, options: RequestOptions = .init()
  ) async throws -> JSONObject {
    try await self.patch(id, patch, options: options).members
  }
}

extension CapturesResource {
  /// Deletes all captures, as ``clearScreenshots(options:)``; the spelling of the official SDKs.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Throws: As ``clearScreenshots(options:)``.
  public func clear(options: RequestOptions = .init()) async throws {
    try await clearScreenshots(options: options)
  }
}
