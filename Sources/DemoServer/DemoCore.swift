import GLibBridge

/// Answers requests: the middleware of the server, then its routes.
final class DemoCore: Sendable {
  /// Read under its lock, never copied whole: a copy would make the next change copy all it has.
  let state: Monitor<DemoState>
  let events = EventHub()

  init(_ configuration: DemoServerConfiguration) {
    state = Monitor(DemoState(configuration))
  }

  func answer(_ served: ServedRequest) -> ServedReply {
    let settings = state.withLock { state in
      if state.configuration.recordsRequests { state.requests.append(served) }
      return state.configuration
    }
    switch settings.interference?(served) {
    case nil: return routed(served, settings)
    case .losesRequest: return .scripted([.reset])
    case .losesAnswer: return Self.lost(routed(served, settings), .scripted([.reset]))
    case .withholdsAnswer: return Self.lost(routed(served, settings), .scripted([.hang]))
    case .replacesAnswer(let reply): return Self.lost(routed(served, settings), reply)
    case .answers(let reply): return reply
    }
  }

  /// The reply in the place of one that is ready; what a held one waits for still happens.
  private static func lost(_ reply: ServedReply, _ instead: ServedReply) -> ServedReply {
    guard case .held(let gate, let milliseconds, let then) = reply else { return instead }
    return .held(until: gate, milliseconds: milliseconds) { lost(then(), instead) }
  }

  private func routed(_ served: ServedRequest, _ settings: DemoServerConfiguration) -> ServedReply {
    let request = DemoRequest(served, settings)
    if !settings.allowsAddress {
      return request.isFromScript || served.path.hasPrefix("/api/")
        ? DemoReply.error(403, "IP_NOT_ALLOWED") : DemoReply.plain(403, "Forbidden")
    }
    if request.brokenBodyPosition != nil { return DemoReply.notJSON(served) }
    if request.mayBeForged { return DemoReply.error(403, "CSRF_MISSING_ORIGIN") }
    guard let segments = request.segments else { return DemoReply.cannot(served) }
    return runs(request, segments) ?? tasks(request, segments) ?? executions(request, segments)
      ?? session(request, segments) ?? keys(request, segments) ?? captures(request, segments)
      ?? cabinets(request, segments) ?? schedules(request, segments)
      ?? templates(request, segments) ?? self.settings(request, segments)
      ?? service(request, segments) ?? noRoute(request, segments)
  }

  /// A route that is not there: three kinds of servers, three kinds of answers.
  private func noRoute(_ request: DemoRequest, _ segments: [String]) -> ServedReply {
    let isBelowAPI = segments.first == "api"
    let isPage = request.method == "GET" && !isBelowAPI && segments.first != "captures"
    switch request.dialect {
    case .documented: return DemoReply.cannot(request.served)
    case .v09:
      if isPage { return isSignedIn(request) ? DemoReply.shell : DemoReply.toLogin }
      return DemoReply.cannot(request.served)
    case .v019, .v020:
      if isBelowAPI { return DemoReply.error(404, "API_NOT_FOUND") }
      return isPage ? DemoReply.shell : DemoReply.cannot(request.served)
    }
  }
}
