// What one exchange shows the server: the key or the session, never both.

/// What an exchange shows to say who asks.
enum Proof: Sendable {
  case none
  case key(Secret)
  case session(Secret)

  var isSession: Bool { if case .session = self { true } else { false } }

  /// What must not come back in an error.
  var secret: Secret? {
    switch self {
    case .none: nil
    case .key(let secret), .session(let secret): secret
    }
  }

  /// The header field that carries it.
  func field(in header: APIKeyHeader) -> HTTPRequest.CredentialField? {
    switch self {
    case .none: nil
    case .key(let key):
      .init(name: header.fieldName, prefix: header.prefix, secret: key.bytes)
    case .session(let cookie):
      .init(name: "Cookie", prefix: SessionCookie.name + "=", secret: cookie.bytes)
    }
  }
}
