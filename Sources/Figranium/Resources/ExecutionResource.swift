// One-off runs: `/scrape`, `/agent`, `/headful`. All of it is granted to a signed-in session only.

/// Runs of tasks that are not saved.
///
/// Every call needs a signed-in session; with an API key alone it fails with `SESSION_REQUIRED`.
/// What goes in are a task's members, by the server's names, and those of a run
/// (`variables`, `taskVariables`, `runId`, …).
///
/// ```swift
/// let result: ExecutionResult<JSONValue> = try await figranium.scrape([
///   "url": "https://example.com", "selector": "main",
/// ])
/// ```
public struct ExecutionResource: Sendable {
  let client: Figranium

  /// Reads a page (`POST /scrape`) and waits until that is done.
  ///
  /// - Parameters:
  ///   - input: `url`, and where wanted `selector`, `wait`, `extractionScript`, … The run's `runId`
  ///     is made by the client when it has none.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the run gave; see ``ExecutionResult/scrape``.
  /// - Throws: As ``TasksResource/run(_:input:options:)``, and `SESSION_REQUIRED`. Never repeated
  ///   once the server may have seen it.
  public func scrape<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.runOnce("/scrape", input, options: options)
  }

  /// Goes through steps (`POST /agent`) and waits until that is done.
  ///
  /// - Parameters:
  ///   - input: `url`, `actions`, and where wanted the other members of a task.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the run gave.
  /// - Throws: As ``scrape(_:options:)``.
  public func agent<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.runOnce("/agent", input, options: options)
  }

  /// Runs a task that is not saved, in the way its ``Task/mode`` names.
  ///
  /// - Parameters:
  ///   - task: The task; ``TaskMode/agent`` when it names no mode.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the run gave.
  /// - Throws: As ``scrape(_:options:)``; `INVALID_INPUT` for a mode that is none of the three.
  public func run<Value: Decodable & Sendable>(
    _ task: Task, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    switch task.mode ?? .agent {
    case .scrape: return try await scrape(task.members, options: options)
    case .agent: return try await agent(task.members, options: options)
    case .headful: return try await headful(task.members, options: options)
    default:
      throw FigraniumError(
        message: "No task can be run in this mode without being saved.", kind: .invalidInput,
        hint: "Use scrape, agent or headful, or save the task and run it.")
    }
  }

  /// Opens a page in a browser on the server that a person uses (`POST /headful`).
  ///
  /// Servers answer as soon as it is open; ``stop(options:)`` closes it.
  ///
  /// - Parameters:
  ///   - input: `url`, and where wanted the other members of a task.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the server says, without data.
  /// - Throws: As ``scrape(_:options:)``.
  public func headful<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.runOnce("/headful", input, options: options)
  }

  /// Closes the browser that a person uses (`POST /headful/stop`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Throws: `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func stop(options: RequestOptions = .init()) async throws {
    try await client.perform(
      .session(.post, "/headful/stop", body: .noMembers, repeatability: .idempotent),
      options: options)
  }
}

extension Figranium {
  /// Runs of tasks that are not saved.
  public var execution: ExecutionResource { ExecutionResource(client: self) }

  /// Reads a page; see ``ExecutionResource/scrape(_:options:)``.
  ///
  /// - Parameters:
  ///   - input: `url`, and where wanted `selector`, `wait`, `extractionScript`, …
  ///   - options: Headers and limit for this call.
  /// - Returns: What the run gave.
  /// - Throws: As ``ExecutionResource/scrape(_:options:)``.
  public func scrape<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await execution.scrape(input, options: options)
  }

  /// Goes through steps; see ``ExecutionResource/agent(_:options:)``.
  ///
  /// - Parameters:
  ///   - input: `url`, `actions`, and where wanted the other members of a task.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the run gave.
  /// - Throws: As ``ExecutionResource/scrape(_:options:)``.
  public func agent<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await execution.agent(input, options: options)
  }

  /// Opens a page in a browser that a person uses; see ``ExecutionResource/headful(_:options:)``.
  ///
  /// - Parameters:
  ///   - input: `url`, and where wanted the other members of a task.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the run gave.
  /// - Throws: As ``ExecutionResource/scrape(_:options:)``.
  public func headful<Value: Decodable & Sendable>(
    _ input: JSONObject, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await execution.headful(input, options: options)
  }
}
