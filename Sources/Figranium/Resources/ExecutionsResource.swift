// Executions: what has run, what runs, and how to stop it.

/// The server's runs, past and present.
public struct ExecutionsResource: Sendable {
  let client: Figranium

  /// Lists recent executions (`GET /api/executions/list`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The executions in the server's order, the newest first.
  /// - Throws: The codes for a refused key; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [Execution] {
    let request = APIRequest(method: .get, path: "/api/executions/list", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.members(of: "the list of executions").list("executions")
    }
  }

  /// Reads one execution (`GET /executions/{id}` or `GET /api/executions/{id}`).
  ///
  /// - Parameters:
  ///   - id: The execution's identifier; from server 0.19 on also the run's.
  ///   - options: Headers and limit for this call.
  /// - Returns: The execution.
  /// - Throws: `EXECUTION_NOT_FOUND`, `SESSION_REQUIRED` from servers before 0.19,
  ///   `ROUTE_NOT_FOUND`; the codes for a refused key; transport failures.
  public func get(_ id: String, options: RequestOptions = .init()) async throws -> Execution {
    try await client.execution(id, options: options)
  }

  /// Stops a run (`POST /executions/{runID}/stop` or `POST /api/executions/stop`).
  ///
  /// - Parameters:
  ///   - runID: The run's identifier, as given to the run.
  ///   - options: Headers and limit for this call.
  /// - Throws: `SESSION_REQUIRED` from servers that grant it to no API key,
  ///   `EXECUTION_NOT_FOUND`, `NOT_STOPPED` when the server says it did not, `ROUTE_NOT_FOUND`;
  ///   the codes for a refused key; transport failures. Servers of the 0.9 line say yes to any
  ///   identifier.
  public func stop(_ runID: String, options: RequestOptions = .init()) async throws {
    try await client.stop(runID, options: options)
  }

  /// Stops a run, as ``stop(_:options:)``; the spelling of the official Swift SDK.
  ///
  /// - Parameters:
  ///   - runID: The run's identifier, as given to the run.
  ///   - options: Headers and limit for this call.
  /// - Throws: As ``stop(_:options:)``.
  public func stop(runID: String, options: RequestOptions = .init()) async throws {
    try await stop(runID, options: options)
  }

  /// Deletes what the server remembers of a run (`DELETE /api/executions/{id}`).
  ///
  /// A run that goes on is not stopped by it.
  ///
  /// - Parameters:
  ///   - id: The execution's identifier.
  ///   - options: Headers and limit for this call.
  /// - Throws: `EXECUTION_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport failures. Servers of
  ///   the 0.20 line say yes to any identifier.
  public func delete(_ id: String, options: RequestOptions = .init()) async throws {
    let path = "/api/executions/\(try client.identifier(id, of: "execution"))"
    try await client.perform(
      .session(.delete, path, repeatability: .idempotent), options: options)
  }

  /// Deletes what the server remembers of all runs (`POST /api/executions/clear`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Throws: `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func clear(options: RequestOptions = .init()) async throws {
    try await client.perform(
      .session(
        .post, "/api/executions/clear", body: .noMembers, repeatability: .idempotent),
      options: options)
  }
}
