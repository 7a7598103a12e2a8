// Results that are read after the run.

extension ExecutionsResource {
  /// Reads what a run gave (`GET /api/executions/{id}/result`, from server 0.20 on).
  ///
  /// A run's own answer is cut when the result is large: ``ExecutionResult/isTruncated`` tells, and
  /// ``ExecutionResult/full(options:)`` calls this.
  ///
  /// - Parameters:
  ///   - id: The execution's identifier, or the run's.
  ///   - options: Headers and limit for this call.
  /// - Returns: The result, as a run gives it.
  /// - Throws: `EXECUTION_NOT_FOUND`; `ROUTE_NOT_FOUND` from servers before 0.20;
  ///   `INVALID_RESPONSE` when the data is no `Value`, with the key path that does not fit;
  ///   `SESSION_REQUIRED`; the codes for a refused key; transport failures.
  public func result<Value: Decodable & Sendable>(
    _ id: String, options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.result(of: id, options: options)
  }
}
