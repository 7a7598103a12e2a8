import GLibBridge

/// Signing in and out, and who one is.
extension DemoCore {
  func session(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard dialect != .documented else { return nil }
    switch (request.served.method, segments) {
    case ("POST", ["api", "auth", "login"]): return login(request)
    case ("POST", ["api", "auth", "logout"]):
      if let session = request.session { _ = state.withLock { $0.sessions.remove(session) } }
      return DemoReply.success
    case ("GET", ["api", "auth", "me"]):
      guard isSignedIn(request) else { return DemoReply.json(200, "{\"authenticated\":false}") }
      let email = JSONText.string(configuration.email)
      return DemoReply.json(
        200,
        "{\"authenticated\":true,\"user\":{\"id\":1796000700327,\"name\":\"A\",\"email\":\(email)}}"
      )
    default: return nil
    }
  }

  private func login(_ request: DemoRequest) -> ServedReply {
    let limits = RateLimit.headers(remaining: 99_998)
    let right = configuration
    guard request.body.email == right.email, request.body.password == right.password else {
      return DemoReply.json(401, "{\"error\":\"INVALID\"}", headers: limits)
    }
    let session = DemoSecret.random(bytes: 16)
    _ = state.withLock { $0.sessions.insert(session) }
    let cookie = "connect.sid=\(session); Path=/; HttpOnly; SameSite=Strict"
    return DemoReply.json(200, "{\"success\":true}", headers: limits + [("set-cookie", cookie)])
  }
}

/// What the server says about how often one may ask.
///
/// The demo server never means it.
enum RateLimit {
  static func headers(remaining: Int) -> [(String, String)] {
    [
      ("ratelimit-limit", "100000"), ("ratelimit-remaining", "\(remaining)"),
      ("ratelimit-reset", "60"),
    ]
  }
}

/// Keys and session ids that the server makes.
enum DemoSecret {
  /// Random bytes in hexadecimal digits.
  static func random(bytes count: Int) -> String {
    (0..<count).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
