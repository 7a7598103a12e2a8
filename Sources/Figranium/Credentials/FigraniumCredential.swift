// How a client shows the server who it is.

/// The header that carries an API key.
public enum APIKeyHeader: String, Sendable, Hashable, CaseIterable {
  /// `Authorization: Bearer KEY`, the default.
  case authorization
  /// `x-api-key: KEY`, for servers behind a proxy that uses `Authorization` itself.
  case xAPIKey = "x-api-key"
  /// `key: KEY`, which older servers take too.
  case key

  /// What stands before the key in the header's value.
  package var prefix: String {
    switch self {
    case .authorization: "Bearer "
    case .xAPIKey, .key: ""
    }
  }

  /// The header's name as sent.
  package var fieldName: String {
    switch self {
    case .authorization: "Authorization"
    case .xAPIKey: "x-api-key"
    case .key: "key"
    }
  }
}

/// What a client authenticates with.
///
/// Its text forms never show the key.
public struct FigraniumCredential: Sendable, Hashable {
  /// The key, `nil` for requests without one.
  package let secret: Secret?
  /// The header that carries it.
  public let header: APIKeyHeader
  /// The value of a signed-in session's cookie, `nil` for none.
  package let session: Secret?

  private init(secret: Secret?, header: APIKeyHeader, session: Secret?) {
    self.secret = secret
    self.header = header
    self.session = session
  }

  /// No credential: for servers that want none, and for health checks.
  public static let none = FigraniumCredential(
    secret: nil, header: .authorization, session: nil)

  /// An API key, and a signed-in session for what servers grant to no key.
  ///
  /// A request carries one of the two, never both: the key wherever a key is enough.
  ///
  /// - Parameters:
  ///   - secret: The key. A client refuses one that is empty or holds white space or control
  ///     characters with `CREDENTIAL_INVALID`.
  ///   - header: The header that carries it.
  ///   - session: A session as ``session(cookie:)`` takes it, `nil` for none.
  public static func apiKey(
    _ secret: Secret, header: APIKeyHeader = .authorization, session: Secret? = nil
  ) -> FigraniumCredential {
    FigraniumCredential(secret: secret, header: header, session: session)
  }

  /// A signed-in session alone.
  ///
  /// Use it for what servers grant to no API key, such as keys, schedules and stopping a run. Most
  /// servers run tasks for an API key only.
  ///
  /// - Parameter cookie: The value of the cookie `connect.sid`, as
  ///   ``AuthResource/login(email:password:options:)`` returns it: without the cookie's name and
  ///   attributes. A client refuses one that no cookie can hold with `CREDENTIAL_INVALID`.
  public static func session(cookie: Secret) -> FigraniumCredential {
    FigraniumCredential(secret: nil, header: .authorization, session: cookie)
  }
}
