import FoundationEssentials

// Tasks: `/api/tasks`, `/api/tasks/list` and the two routes that run one.

/// The server's tasks.
public struct TasksResource: Sendable {
  let client: Figranium

  /// Lists the tasks in full (`GET /api/tasks`).
  ///
  /// Use ``listSummaries(options:)`` where identifier and name are enough.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The tasks, with every member the server sends.
  /// - Throws: `SESSION_REQUIRED` from servers before 0.19, which grant it to no API key; the
  ///   codes for a refused key; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [Task] {
    let request = APIRequest(
      method: .get, path: "/api/tasks", repeatability: .read, access: .keyElseSession)
    return try await client.value(of: request, options: options, [Task].init(server:))
  }

  /// Lists the tasks' identifiers and names (`GET /api/tasks/list`), on all servers.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The tasks in short.
  /// - Throws: The codes for a refused key; transport failures.
  public func listSummaries(options: RequestOptions = .init()) async throws -> [TaskSummary] {
    let request = APIRequest(method: .get, path: "/api/tasks/list", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.members(of: "the list of tasks").list("tasks")
    }
  }

  /// Runs a task and waits until the run has ended.
  ///
  /// The run is never sent twice once the server may have seen it. A cancelled Swift task closes
  /// the connection at once; the run itself goes on until ``ExecutionsResource/stop(_:options:)``
  /// with the identifier of `input.runID`. `POST /tasks/{id}/run` or `POST /api/tasks/{id}/api`,
  /// whichever the server has.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - input: Variables and the run's identifier; a fresh UUID when it has none.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the run gave. `outcome` tells how it ended; a run that ended badly is no
  ///   error, unless the server makes it one.
  /// - Throws: `TASK_NOT_FOUND`, `TASK_NOT_ALLOWED`, `RUN_FAILED`, `EXECUTION_TIMEOUT`,
  ///   `ROUTE_NOT_FOUND`, `INVALID_RESPONSE` also when the run has ended but its data is no
  ///   `Value`, `REQUEST_ABORTED`; the codes for a refused key; transport failures.
  public func run<Value: Decodable & Sendable>(
    _ id: String, input: ExecuteTaskOptions = .init(), options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.run(id, input: input, options: options)
  }
}
