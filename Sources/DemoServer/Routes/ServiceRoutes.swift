import GLibBridge

/// Health and capabilities, which need no credential.
extension DemoCore {
  func service(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect >= .v019 else { return nil }
    switch (request.method, segments) {
    case ("GET", ["api", "health"]): return health(request)
    case ("GET", ["api", "capabilities"]): return capabilities(request)
    default: return nil
    }
  }

  private func health(_ request: DemoRequest) -> ServedReply {
    let isAway = request.settings.isDatabaseAway
    var members: JSONMembers = [
      "status": .string(isAway ? "degraded" : "ok"), "uptime": 1,
      "version": .string(request.dialect.version), "storage": .string(isAway ? "postgres" : "json"),
    ]
    if isAway { members["storage_error"] = "Database unreachable" }
    return DemoReply.json(isAway ? 503 : 200, members.node)
  }

  private func capabilities(_ request: DemoRequest) -> ServedReply {
    let features = [
      "tasks", "executions", "executionStreaming", "schedules", "captures", "cabinets",
    ]
    let flags = features.map { JSONMembers.Member(key: $0, value: true) }
    let actions = ["navigate", "click", "type", "wait_selector", "if", "foreach", "http_request"]
    return DemoReply.json(
      200,
      [
        "apiVersion": "1", "runtimeVersion": .string(request.dialect.version),
        "features": .object(JSONMembers(flags)),
        "browser": ["headful": true, "selectorStreaming": true, "externalCDP": false],
        "actions": .array(
          actions.map { type in
            let title = String(type.map { $0 == "_" ? " " : $0 })
            return ["type": .string(type), "title": .string(title), "configurationSchema": .null]
          }),
      ])
  }
}
