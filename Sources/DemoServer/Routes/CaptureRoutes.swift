import GLibBridge

/// Captures: what runs have left, as lists and as files.
extension DemoCore {
  func captures(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented else { return nil }
    let limits = RateLimit.headers()
    switch (request.method, segments.count, segments.first ?? "", segments.last ?? "") {
    case ("GET", 2, "captures", let name):
      return refusalWithoutSession(request, orKey: .read) ?? file(name, request)
    case ("GET", 3, _, "captures") where isData(segments):
      if let refusal = refusalWithoutSession(request, orKey: .read) { return refusal }
      let runID = JSONText.trimmed(request.query["runId"] ?? "")
      let captures = state.withLock { $0.captures.newestFirst }
        .filter { runID.isEmpty || $0.name.contains(runID) }
      return DemoReply.json(200, ["captures": .array(captures.map(\.json))], headers: limits)
    case ("GET", 3, _, "screenshots") where isData(segments):
      if let refusal = refusalWithoutSession(request) { return refusal }
      let pictures = state.withLock { $0.captures.newestFirst }
        .filter { MediaType.of($0.name).hasPrefix("image/") }
      return DemoReply.json(200, ["screenshots": .array(pictures.map(\.json))], headers: limits)
    case ("POST", 3, _, "clear-screenshots") where isData(segments):
      if let refusal = refusalWithoutSession(request) { return refusal }
      state.withLock { $0.captures.clear() }
      return DemoReply.json(200, ["success": true], headers: limits)
    case ("DELETE", 4, _, let name) where isData(segments) && segments[2] == "captures":
      if let refusal = refusalWithoutSession(request) { return refusal }
      if name.contains("..") || name.contains("/") || name.contains("\\") {
        return DemoReply.json(400, ["error": "INVALID_NAME"], headers: limits)
      }
      // Also for one that is not there.
      state.withLock { $0.captures.remove(name) }
      return DemoReply.json(200, ["success": true], headers: limits)
    default: return nil
    }
  }

  private func isData(_ segments: [String]) -> Bool { segments.starts(with: ["api", "data"]) }

  private func file(_ name: String, _ request: DemoRequest) -> ServedReply {
    guard let capture = state.withLock({ $0.captures[name] }) else {
      return DemoReply.cannot(request.served)
    }
    return .parts(
      status: 200, headers: [("content-type", MediaType.of(name))], body: capture.parts)
  }
}
