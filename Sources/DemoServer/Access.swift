import GLibBridge

/// Who may use a route: the two kinds of credentials, and the refusals without them.
extension DemoCore {
  /// Whether the request carries a session that is signed in.
  func isSignedIn(_ request: DemoRequest) -> Bool {
    request.session.map { session in state.withLock { $0.sessions.contains(session) } } ?? false
  }

  /// The refusal for a route that wants an API key, or nil when the key is right.
  ///
  /// - Parameters:
  ///   - permission: What a scoped key must be allowed.
  ///   - task: The task it must be good for.
  func refusalWithoutKey(
    _ request: DemoRequest, _ permission: DemoScopedKey.Permission, task: String? = nil
  ) -> ServedReply? {
    if !request.settings.hasAnyKey { return DemoReply.error(403, "API_KEY_NOT_SET") }
    guard let grant = request.apiKey.flatMap({ request.settings.grant(for: $0) }) else {
      return DemoReply.error(401, "INVALID_API_KEY")
    }
    return grant.refusal(permission, task: task).map { DemoReply.error(403, $0) }
  }

  /// The refusal for a route that wants a signed-in session, or nil when there is one.
  ///
  /// - Parameter permission: What the API key must be allowed to do in its stead; nil when no key
  ///   will do. Up to 0.18 no key will.
  func refusalWithoutSession(
    _ request: DemoRequest, orKey permission: DemoScopedKey.Permission? = nil, task: String? = nil
  ) -> ServedReply? {
    if request.dialect != .documented, isSignedIn(request) { return nil }
    if let permission, request.dialect != .v09 {
      return refusalWithoutKey(request, permission, task: task)
    }
    return request.isFromScript ? DemoReply.error(401, "UNAUTHORIZED") : DemoReply.toLogin
  }

  /// The tasks a scoped key of the request is good for; nil for all.
  func tasksAllowed(_ request: DemoRequest) -> [String]? {
    guard case .scoped(let key) = request.apiKey.flatMap({ request.settings.grant(for: $0) }),
      !key.taskIDs.isEmpty, !isSignedIn(request)
    else { return nil }
    return key.taskIDs
  }
}
