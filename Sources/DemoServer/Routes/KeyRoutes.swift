import GLibBridge

/// The server's keys, which only a signed-in user may see and change: the single one, and the
/// scoped ones of late servers.
extension DemoCore {
  func keys(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented else { return nil }
    switch (request.method, segments) {
    case ("GET", ["api", "settings", "api-key"]):
      return refusalWithoutSession(request) ?? keyReply()
    case ("POST", ["api", "settings", "api-key"]):
      return refusalWithoutSession(request) ?? setSingleKey(request)
    default:
      guard request.dialect == .v020, segments.starts(with: ["api", "api-keys"]) else { return nil }
      return scopedKeys(request, segments)
    }
  }

  private func keyReply() -> ServedReply {
    let key = state.withLock { $0.configuration.apiKey }
    return DemoReply.json(200, ["apiKey": key.isEmpty ? .null : .string(key)])
  }

  private func setSingleKey(_ request: DemoRequest) -> ServedReply {
    let wanted = JSONText.trimmed(request.body.string("apiKey") ?? "")
    // The server counts UTF-16 code units, as JavaScript does.
    if wanted.utf16.count > 512 { return DemoReply.error(400, "API_KEY_TOO_LONG") }
    let key = wanted.isEmpty ? DemoSecret.random(bytes: 32) : wanted
    state.withLock { $0.configuration.apiKey = key }
    return DemoReply.json(200, ["apiKey": .string(key)], headers: RateLimit.headers())
  }

  // MARK: - Scoped keys

  private func scopedKeys(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    switch (request.method, segments.count) {
    case ("GET", 2): return refusalWithoutSession(request) ?? list()
    case ("POST", 2): return refusalWithoutSession(request) ?? create(request)
    case ("DELETE", 3): return refusalWithoutSession(request) ?? revoke(segments[2])
    default: return nil
    }
  }

  private func list() -> ServedReply {
    let configuration = state.withLock { $0.configuration }
    let all = DemoScopedKey.Permission.allCases.map(\.rawValue)
    var keys = configuration.scopedKeys.map(\.json)
    if !configuration.apiKey.isEmpty {
      keys.insert(
        [
          "id": .string(DemoServerConfiguration.singleKeyID), "name": "Legacy API key",
          "permissions": .strings(all), "taskIds": [], "createdAt": .null, "legacy": true,
        ], at: 0)
    }
    return DemoReply.json(
      200,
      [
        "keys": .array(keys),
        "legacySecret": configuration.apiKey.isEmpty ? .null : .string(configuration.apiKey),
        "permissions": .strings(all),
      ])
  }

  private func create(_ request: DemoRequest) -> ServedReply {
    let permissions = (request.body.strings("permissions") ?? [])
      .compactMap { DemoScopedKey.Permission(rawValue: $0) }
    if permissions.isEmpty { return DemoReply.error(400, "PERMISSIONS_REQUIRED") }
    let name = JSONText.trimmed(request.body.string("name") ?? "")
    let key = state.withLock { state in
      let key = DemoScopedKey(
        id: "key_\(DemoState.now())_\(state.nextNumber())", name: name.isEmpty ? "API key" : name,
        secret: "fig_" + DemoSecret.random(bytes: 32), permissions: permissions,
        taskIDs: request.body.strings("taskIds") ?? [], createdAt: DemoState.now())
      state.configuration.scopedKeys.append(key)
      return key
    }
    return DemoReply.json(
      201, ["key": key.json, "secret": .string(key.secret)], headers: RateLimit.headers())
  }

  private func revoke(_ id: String) -> ServedReply {
    let wasThere = state.withLock { state in
      if id == DemoServerConfiguration.singleKeyID, !state.configuration.apiKey.isEmpty {
        state.configuration.apiKey = ""
        return true
      }
      let before = state.configuration.scopedKeys.count
      state.configuration.scopedKeys.removeAll { $0.id == id }
      return state.configuration.scopedKeys.count < before
    }
    return wasThere
      ? DemoReply.json(200, ["ok": true], headers: RateLimit.headers())
      : DemoReply.error(404, "API_KEY_NOT_FOUND")
  }
}
