import GLibBridge

/// Signing in and out, and who one is.
extension DemoCore {
  func session(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    guard request.dialect != .documented, segments.count == 3,
      segments.starts(with: ["api", "auth"])
    else { return nil }
    switch (request.method, segments[2]) {
    case ("GET", "check-setup"):
      return DemoReply.json(
        200, ["setupRequired": .bool(!request.settings.isSetUp)], headers: RateLimit.headers())
    case ("POST", "login"): return login(request)
    case ("POST", "logout"):
      if let session = request.session { _ = state.withLock { $0.sessions.remove(session) } }
      return DemoReply.json(
        200, ["success": true],
        headers: [("set-cookie", "connect.sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT")])
    case ("GET", "me"):
      guard isSignedIn(request) else { return DemoReply.json(200, ["authenticated": false]) }
      return DemoReply.json(
        200,
        [
          "authenticated": true,
          "user": [
            "id": 1_796_000_700_327, "name": "A", "email": .string(request.settings.email),
          ],
        ])
    default: return nil
    }
  }

  private func login(_ request: DemoRequest) -> ServedReply {
    let right = request.settings
    if let allowed = right.failedSignInsAllowed, state.withLock({ $0.failedSignIns }) >= allowed {
      return RateLimit.tooMany(retryAfter: 900, isJSON: false)
    }
    guard let email = request.body.string("email"), let password = request.body.string("password")
    else {
      return DemoReply.json(
        400, ["error": "INVALID_INPUT_TYPE", "message": "Email and password must be strings."],
        headers: RateLimit.headers())
    }
    guard right.isSetUp, email == right.email, password == right.password else {
      state.withLock { $0.failedSignIns += 1 }
      return DemoReply.json(401, ["error": "INVALID"], headers: RateLimit.headers())
    }
    let session = DemoSecret.random(bytes: 16)
    state.withLock { state in
      state.sessions.insert(session)
      state.failedSignIns = 0
    }
    let cookie = "connect.sid=\(session); Path=/; HttpOnly; SameSite=Strict"
    return DemoReply.json(
      200, ["success": true], headers: RateLimit.headers() + [("set-cookie", cookie)])
  }
}

/// What the server says about how often one may ask.
enum RateLimit {
  /// How many requests it claims to allow in a window.
  private static let limit = 100_000

  static func headers(remaining: Int = 99_998, reset: Int = 60) -> [(String, String)] {
    [
      ("ratelimit-limit", "\(limit)"), ("ratelimit-remaining", "\(remaining)"),
      ("ratelimit-reset", "\(reset)"),
    ]
  }

  /// The answer to a request too many: JSON, or the plain text of the sign-in routes.
  static func tooMany(retryAfter seconds: Int, isJSON: Bool) -> ServedReply {
    let headers =
      Self.headers(remaining: 0, reset: seconds) + [("retry-after", "\(seconds)")]
    return isJSON
      ? DemoReply.json(429, ["error": "TOO_MANY_REQUESTS"], headers: headers)
      : DemoReply.plain(429, "Too many requests, please try again later.", headers: headers)
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
