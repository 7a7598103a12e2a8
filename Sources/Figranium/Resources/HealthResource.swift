// The server's word on itself.

/// How the server is; no key is needed.
public struct HealthResource: Sendable {
  let client: Figranium

  /// Asks how the server is (`GET /api/health`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The server's word; `degraded` when its database is away, which is no error here.
  /// - Throws: `ROUTE_NOT_FOUND` from servers before 0.19, which have no such route; transport
  ///   failures. Never anything about the key.
  public func check(options: RequestOptions = .init()) async throws -> HealthStatus {
    try await client.health(options: options)
  }
}
