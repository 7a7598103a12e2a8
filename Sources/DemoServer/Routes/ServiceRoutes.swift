import GLibBridge

/// Health and capabilities, and the server's single key.
extension DemoCore {
  func service(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    switch (request.served.method, segments) {
    case ("GET", ["api", "health"]) where dialect == .v019:
      return DemoReply.json(
        200, "{\"status\":\"ok\",\"uptime\":1,\"version\":\"0.19.0\",\"storage\":\"json\"}")
    case ("GET", ["api", "capabilities"]) where dialect == .v019:
      return DemoReply.json(
        200,
        "{\"apiVersion\":\"1\",\"runtimeVersion\":\"0.19.0\",\"features\":{\"tasks\":true,"
          + "\"executions\":true,\"executionStreaming\":true,\"schedules\":true,\"captures\":true}}"
      )
    case ("GET", ["api", "settings", "api-key"]) where dialect != .documented:
      if let refusal = refusalWithoutSession(request) { return refusal }
      return keyReply()
    case ("POST", ["api", "settings", "api-key"]) where dialect != .documented:
      if let refusal = refusalWithoutSession(request) { return refusal }
      let wanted = trimmed(request.body.apiKey ?? "")
      let key = wanted.isEmpty ? DemoSecret.random(bytes: 32) : String(wanted.prefix(512))
      state.withLock { $0.configuration.apiKey = key }
      return keyReply()
    default: return nil
    }
  }

  private func keyReply() -> ServedReply {
    let key = configuration.apiKey
    return DemoReply.json(200, "{\"apiKey\":\(key.isEmpty ? "null" : JSONText.string(key))}")
  }

  private func trimmed(_ text: String) -> Substring {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
