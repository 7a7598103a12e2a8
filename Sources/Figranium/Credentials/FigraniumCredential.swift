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

  private init(secret: Secret?, header: APIKeyHeader) {
    self.secret = secret
    self.header = header
  }

  /// No credential: for servers that want none, and for health checks.
  public static let none = FigraniumCredential(secret: nil, header: .authorization)

  /// An API key.
  ///
  /// - Parameters:
  ///   - secret: The key. A client refuses one that is empty or holds white space or control
  ///     characters with `CREDENTIAL_INVALID`.
  ///   - header: The header that carries it.
  public static func apiKey(
    _ secret: Secret, header: APIKeyHeader = .authorization
  ) -> FigraniumCredential {
    FigraniumCredential(secret: secret, header: header)
  }
}
