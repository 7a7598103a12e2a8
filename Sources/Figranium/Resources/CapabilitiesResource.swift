// What the server says it can do: `/api/capabilities`.

/// What the server says it can do; no key is needed.
public struct CapabilitiesResource: Sendable {
  let client: Figranium

  /// Asks what the server can do (`GET /api/capabilities`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: Versions, features and the types of steps.
  /// - Throws: `ROUTE_NOT_FOUND` from servers before 0.19, which have no such route; transport
  ///   failures. Never anything about the key.
  public func get(options: RequestOptions = .init()) async throws -> Capabilities {
    let request = APIRequest(method: .get, path: "/api/capabilities", repeatability: .read)
    return try await client.value(of: request, options: options, Capabilities.init(server:))
  }
}
