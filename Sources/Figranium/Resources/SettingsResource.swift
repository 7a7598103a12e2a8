// Settings: `/api/settings`. All of it is granted to a signed-in session only.

/// Settings of the server: user agent, proxies, system.
///
/// Every call needs a signed-in session; with an API key alone it fails with `SESSION_REQUIRED`.
public struct SettingsResource: Sendable {
  let client: Figranium

  // MARK: User agent

  /// Reads which user agent the server's browsers show (`GET /api/settings/user-agent`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The chosen one, and those on offer.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func userAgent(options: RequestOptions = .init()) async throws -> UserAgentSettings {
    let request = APIRequest.session(.get, "/api/settings/user-agent", repeatability: .read)
    return try await client.value(of: request, options: options, UserAgentSettings.init(server:))
  }

  /// Chooses the user agent that the server's browsers show (`POST /api/settings/user-agent`).
  ///
  /// - Parameters:
  ///   - selection: One of ``UserAgentSettings/userAgents``, or `nil` for the server's own choice.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the server keeps: its own choice when it does not know `selection`.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func setUserAgent(
    _ selection: String?, options: RequestOptions = .init()
  ) async throws -> UserAgentSettings {
    let request = APIRequest.session(
      .post, "/api/settings/user-agent",
      body: try client.encoded(["selection": selection.map { .string($0) } ?? .null]),
      repeatability: .idempotent)
    return try await client.value(of: request, options: options, UserAgentSettings.init(server:))
  }

  // MARK: System

  /// Reads what the server keeps and how it fares (`GET /api/settings/system`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The settings.
  /// - Throws: `ROUTE_NOT_FOUND` from servers before the 0.20 line, `SESSION_REQUIRED`; transport
  ///   failures.
  public func system(options: RequestOptions = .init()) async throws -> SystemSettings {
    let request = APIRequest.session(.get, "/api/settings/system", repeatability: .read)
    return try await client.value(of: request, options: options, SystemSettings.init(server:))
  }

  /// Sets for how long executions and captures are kept (`POST /api/settings/system`).
  ///
  /// - Warning: What is older is deleted at once.
  ///
  /// - Parameters:
  ///   - days: For how many days; `nil` for ever.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the server keeps.
  /// - Throws: `INVALID_SYSTEM_SETTINGS`, `ROUTE_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func setRetention(
    days: Int?, options: RequestOptions = .init()
  ) async throws -> SystemSettings {
    let request = APIRequest.session(
      .post, "/api/settings/system",
      body: try client.encoded(["retentionDays": days.map { .integer(Int64($0)) } ?? .null]),
      repeatability: .idempotent)
    return try await client.value(of: request, options: options, SystemSettings.init(server:))
  }

  // MARK: Proxies

  /// Lists the proxies, without their passwords (`GET /api/settings/proxies`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The proxies, and how the server chooses among them.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func proxies(options: RequestOptions = .init()) async throws -> ProxySettings {
    try await proxies(.session(.get, Self.proxyPath, repeatability: .read), options)
  }

  /// Adds a proxy (`POST /api/settings/proxies`).
  ///
  /// - Parameters:
  ///   - proxy: The proxy.
  ///   - options: Headers and limit for this call.
  /// - Returns: All proxies.
  /// - Throws: `INVALID_URL`, `INVALID_PROXY`, `MISSING_SERVER`, `SESSION_REQUIRED`; transport
  ///   failures. Never repeated once the server may have seen it.
  @discardableResult
  public func addProxy(
    _ proxy: ProxyInput, options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    try await send(proxy, .post, Self.proxyPath, .once, options)
  }

  /// Adds several proxies (`POST /api/settings/proxies/import`).
  ///
  /// - Parameters:
  ///   - list: The proxies; not empty.
  ///   - options: Headers and limit for this call.
  /// - Returns: All proxies.
  /// - Throws: As ``addProxy(_:options:)``, and `MISSING_PROXIES`.
  @discardableResult
  public func importProxies(
    _ list: [ProxyInput], options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    let body: JSONObject = ["proxies": .array(list.map { .object($0.members) })]
    var request = APIRequest.session(
      .post, Self.proxyPath + "/import", body: try client.encoded(body), repeatability: .once)
    request.hidden = list.compactMap(\.password)
    return try await proxies(request, options)
  }

  /// Changes a proxy (`PUT /api/settings/proxies/{id}`).
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - proxy: What it becomes.
  ///   - options: Headers and limit for this call.
  /// - Returns: All proxies.
  /// - Throws: `PROXY_NOT_FOUND`, `INVALID_ID` for the server's own address; else as
  ///   ``addProxy(_:options:)``.
  @discardableResult
  public func updateProxy(
    _ id: String, _ proxy: ProxyInput, options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    try await send(
      proxy, .put, Self.proxyPath + "/" + (try client.identifier(id, of: "proxy")), .idempotent,
      options)
  }

  /// Deletes a proxy (`DELETE /api/settings/proxies/{id}`).
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The other proxies.
  /// - Throws: `PROXY_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func deleteProxy(
    _ id: String, options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    let path = Self.proxyPath + "/" + (try client.identifier(id, of: "proxy"))
    return try await proxies(.session(.delete, path, repeatability: .idempotent), options)
  }

  /// Deletes several proxies (`DELETE /api/settings/proxies`).
  ///
  /// - Parameters:
  ///   - ids: Their identifiers; not empty.
  ///   - options: Headers and limit for this call.
  /// - Returns: The other proxies.
  /// - Throws: `MISSING_IDS`, `PROXIES_NOT_DELETED`, `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func deleteProxies(
    _ ids: [String], options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    let body: JSONObject = ["ids": .array(ids.map { .string($0) })]
    return try await proxies(
      .session(
        .delete, Self.proxyPath, body: try client.encoded(body), repeatability: .idempotent),
      options)
  }

  /// Chooses the proxy that is used when no other is (`POST /api/settings/proxies/default`).
  ///
  /// - Parameters:
  ///   - id: Its identifier; `nil` for no proxy.
  ///   - options: Headers and limit for this call.
  /// - Returns: All proxies.
  /// - Throws: `PROXY_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func setDefaultProxy(
    _ id: String?, options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    let body: JSONObject = ["id": id.map { .string($0) } ?? .null]
    return try await proxies(
      .session(
        .post, Self.proxyPath + "/default", body: try client.encoded(body),
        repeatability: .idempotent),
      options)
  }

  /// Sets how the server chooses among its proxies (`POST /api/settings/proxies/rotation`).
  ///
  /// - Parameters:
  ///   - rotation: How; left as it is when `nil`.
  ///   - includesDefault: Whether the default one takes part; left as it is when `nil`.
  ///   - options: Headers and limit for this call.
  /// - Returns: All proxies.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func setProxyRotation(
    _ rotation: ProxyRotation?, includesDefault: Bool? = nil, options: RequestOptions = .init()
  ) async throws -> ProxySettings {
    var body: JSONObject = [:]
    body.set("rotationMode", rotation)
    body.set("includeDefaultInRotation", includesDefault)
    return try await proxies(
      .session(
        .post, Self.proxyPath + "/rotation", body: try client.encoded(body),
        repeatability: .idempotent),
      options)
  }

  private static let proxyPath = "/api/settings/proxies"

  private func send(
    _ proxy: ProxyInput, _ method: HTTPMethod, _ path: String, _ repeatability: Repeatability,
    _ options: RequestOptions
  ) async throws(FigraniumError) -> ProxySettings {
    var request = APIRequest.session(
      method, path, body: try client.encoded(proxy.members), repeatability: repeatability)
    request.hidden = [proxy.password].compactMap(\.self)
    return try await proxies(request, options)
  }

  private func proxies(
    _ request: APIRequest, _ options: RequestOptions
  ) async throws(FigraniumError) -> ProxySettings {
    try await client.value(of: request, options: options, ProxySettings.init(server:))
  }
}
