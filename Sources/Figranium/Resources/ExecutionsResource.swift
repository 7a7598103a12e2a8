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
}
