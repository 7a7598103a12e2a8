import GLibBridge

/// Answers requests: the middleware of the server, then its routes.
final class DemoCore: Sendable {
  let state: Monitor<DemoState>

  init(_ configuration: DemoServerConfiguration) {
    state = Monitor(DemoState(configuration))
  }

  var configuration: DemoServerConfiguration { state.value.configuration }
  var dialect: DemoDialect { configuration.dialect }

  func answer(_ served: ServedRequest) -> ServedReply {
    state.withLock { $0.requests.append(served) }
    let request = DemoRequest(served)
    if request.hasMalformedBody { return DemoReply.notJSON(served) }
    if request.mayBeForged { return DemoReply.error(403, "CSRF_MISSING_ORIGIN") }
    guard let segments = request.segments else { return DemoReply.cannot(served) }
    return session(request, segments) ?? tasks(request, segments) ?? runs(request, segments)
      ?? executions(request, segments) ?? service(request, segments) ?? noRoute(request, segments)
  }

  /// A route that is not there: three kinds of servers, three kinds of answers.
  private func noRoute(_ request: DemoRequest, _ segments: [String]) -> ServedReply {
    let isBelowAPI = segments.first == "api"
    switch dialect {
    case .documented: return DemoReply.cannot(request.served)
    case .v09:
      if request.served.method == "GET", !isBelowAPI {
        return isSignedIn(request) ? DemoReply.shell : DemoReply.toLogin
      }
      return DemoReply.cannot(request.served)
    case .v019:
      if isBelowAPI { return DemoReply.error(404, "API_NOT_FOUND") }
      return request.served.method == "GET" ? DemoReply.shell : DemoReply.cannot(request.served)
    }
  }

  /// Whether the request carries a session that is signed in.
  func isSignedIn(_ request: DemoRequest) -> Bool {
    request.session.map { state.value.sessions.contains($0) } ?? false
  }

  /// The refusal for a route that wants the API key, or nil when the key is right.
  func refusalWithoutKey(_ request: DemoRequest) -> ServedReply? {
    let accepted = configuration.apiKey
    if accepted.isEmpty { return DemoReply.error(403, "API_KEY_NOT_SET") }
    return request.apiKey == accepted ? nil : DemoReply.error(401, "INVALID_API_KEY")
  }

  /// The refusal for a route that wants a signed-in session, or nil when there is one.
  ///
  /// - Parameter keyWillDo: Whether this version takes the API key there too.
  func refusalWithoutSession(_ request: DemoRequest, keyWillDo: Bool = false) -> ServedReply? {
    if isSignedIn(request) { return nil }
    if keyWillDo, request.apiKey != nil { return refusalWithoutKey(request) }
    return request.isFromScript ? DemoReply.error(401, "UNAUTHORIZED") : DemoReply.toLogin
  }
}
