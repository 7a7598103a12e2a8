import GLibBridge

/// The settings that scripts need: user agent, proxies, system; for signed-in users only.
extension DemoCore {
  func settings(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented, segments.starts(with: ["api", "settings"]),
      let answer = setting(request, Array(segments.dropFirst(2)))
    else { return nil }
    return refusalWithoutSession(request)
      ?? state.withLock { state in answer(&state, request.body) }
  }

  private typealias Answer = (inout DemoState, JSONMembers) -> ServedReply

  private func setting(_ request: DemoRequest, _ segments: [String]) -> Answer? {
    switch (request.method, segments) {
    case ("GET", ["user-agent"]): return { state, _ in Self.userAgent(state) }
    case ("POST", ["user-agent"]):
      return { state, body in
        let selection = body.string("selection") ?? "system"
        let isKnown = SettingsState.userAgents.contains(selection)
        state.settings.userAgent = isKnown ? selection : "system"
        return Self.userAgent(state)
      }
    case ("GET", ["system"]):
      return { state, _ in
        DemoReply.json(
          200,
          [
            "retentionDays": Self.retention(state),
            "protection": [
              "active": .number(state.executions.runningCount), "queued": 0, "limit": 4,
            ],
            "captcha": ["enabled": false], "cleanup": Self.cleanup,
          ])
      }
    case ("POST", ["system"]): return { state, body in Self.setSystem(&state, body) }
    default: return segments.first == "proxies" ? proxies(request, segments) : nil
    }
  }

  private static func userAgent(_ state: DemoState) -> ServedReply {
    DemoReply.json(
      200,
      [
        "selection": .string(state.settings.userAgent),
        "userAgents": .strings(SettingsState.userAgents),
      ])
  }

  private static let cleanup: JSONNode = ["lastRunAt": .null, "removed": 0]

  private static func retention(_ state: DemoState) -> JSONNode {
    state.settings.retentionDays.map { .number($0) } ?? .null
  }

  private static func setSystem(_ state: inout DemoState, _ body: JSONMembers) -> ServedReply {
    switch body["retentionDays"] {
    case .null?, nil: state.settings.retentionDays = nil
    case let days?:
      guard let days = days.integer, (1...3650).contains(days) else {
        return DemoReply.json(
          400,
          [
            "error": "INVALID_SYSTEM_SETTINGS",
            "message": "Retention must be a number of days from 1 to 3650.",
          ])
      }
      state.settings.retentionDays = days
    }
    return DemoReply.json(200, ["retentionDays": retention(state), "cleanup": cleanup])
  }

  // MARK: - Proxies

  private func proxies(_ request: DemoRequest, _ segments: [String]) -> Answer? {
    switch (request.method, segments.count, segments.last ?? "") {
    case ("GET", 1, _): return { state, _ in Self.proxyList(state) }
    case ("POST", 1, _):
      return { state, body in
        let id = "proxy_\(state.nextNumber())"
        guard let proxy = SettingsState.Proxy(body, id: id) else {
          return DemoReply.error(400, "MISSING_SERVER")
        }
        state.settings.proxies.append(proxy)
        return Self.proxyList(state)
      }
    case ("POST", 2, "import"): return { state, body in Self.importProxies(&state, body) }
    case ("POST", 2, "default"):
      return { state, body in
        let id = body.string("id") ?? "host"
        guard id == "host" || state.settings.proxies.contains(where: { $0.id == id }) else {
          return DemoReply.error(404, "PROXY_NOT_FOUND")
        }
        state.settings.defaultProxyID = id
        return Self.proxyList(state)
      }
    case ("POST", 2, "rotation"):
      return { state, body in
        if body.has("includeDefaultInRotation") {
          state.settings.includesDefaultInRotation =
            body["includeDefaultInRotation"]?.bool ?? false
        }
        if let mode = body.string("rotationMode"), ["round-robin", "random"].contains(mode) {
          state.settings.rotationMode = mode
        }
        return Self.proxyList(state)
      }
    case ("DELETE", 1, _):
      return { state, body in
        let ids = body.strings("ids") ?? []
        if ids.isEmpty { return DemoReply.error(400, "MISSING_IDS") }
        return state.settings.removeProxies(ids)
          ? Self.proxyList(state) : DemoReply.error(400, "PROXIES_NOT_DELETED")
      }
    case ("PUT", 2, let id): return { state, body in Self.replaceProxy(&state, id, body) }
    case ("DELETE", 2, let id):
      return { state, _ in
        state.settings.removeProxies([id])
          ? Self.proxyList(state) : DemoReply.error(404, "PROXY_NOT_FOUND")
      }
    default: return nil
    }
  }

  private static func proxyList(_ state: DemoState) -> ServedReply {
    DemoReply.json(200, state.settings.proxyList)
  }

  private static func importProxies(_ state: inout DemoState, _ body: JSONMembers) -> ServedReply {
    let entries = body["proxies"]?.elements ?? []
    if entries.isEmpty { return DemoReply.error(400, "MISSING_PROXIES") }
    let proxies = entries.compactMap { entry in
      let id = "proxy_\(state.nextNumber())"
      return entry.members.flatMap { SettingsState.Proxy($0, id: id) }
    }
    guard proxies.count == entries.count else { return DemoReply.error(400, "INVALID_PROXY") }
    state.settings.proxies += proxies
    return proxyList(state)
  }

  private static func replaceProxy(
    _ state: inout DemoState, _ id: String, _ body: JSONMembers
  ) -> ServedReply {
    if id == "host" { return DemoReply.error(400, "INVALID_ID") }
    guard let proxy = SettingsState.Proxy(body, id: id) else {
      return DemoReply.error(400, "MISSING_SERVER")
    }
    guard let index = state.settings.proxies.firstIndex(where: { $0.id == id }) else {
      return DemoReply.error(404, "PROXY_NOT_FOUND")
    }
    state.settings.proxies[index] = proxy
    return proxyList(state)
  }
}
