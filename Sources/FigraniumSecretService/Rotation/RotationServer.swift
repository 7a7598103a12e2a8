import Figranium
import FoundationEssentials

/// The server as a rotation sees it: what it says of a key, and the keys that it has.
struct RotationServer: Sendable {
  /// What the server says of a key.
  enum Verdict: Sendable {
    case accepted
    /// It is no key of this server: the server itself says so.
    case refused(FigraniumError)
    /// It did not say: nobody answered, or the answer was about something else.
    case doubt(FigraniumError)
  }

  let url: URL
  /// Scheme, host and port, in the one form that two spellings share.
  let origin: String
  private let header: APIKeyHeader
  private let options: ClientOptions
  private let findSession: @Sendable () async throws -> Secret?

  /// - Parameter findSession: Looks the signed-in session up, which alone may make and revoke keys.
  init(
    baseURL: String, header: APIKeyHeader, options: ClientOptions,
    findSession: @escaping @Sendable () async throws -> Secret?
  ) throws {
    let base = try BaseURL(baseURL)
    guard let url = URL(string: base.text) else {
      throw FigraniumError(message: "The base URL is not a URL.", kind: .invalidBaseURL)
    }
    self.url = url
    origin = base.canonicalOrigin
    self.header = header
    var options = options
    // A question about one key must never be answered for another one.
    options.renewCredential = nil
    options.findSession = nil
    self.options = options
    self.findSession = findSession
    _ = try Figranium(url: url, credential: .none, options: options)
  }

  /// Asks whether the server takes a key, by the one call that it grants to every key.
  func verdict(on key: Secret) async -> Verdict {
    do {
      let client = try Figranium(
        url: url, credential: .apiKey(key, header: header), options: options)
      _ = try await client.tasks.listSummaries()
      return .accepted
    } catch let error as FigraniumError {
      switch (error.kind, error.status) {
      case (.apiKeyForbidden, _), (.taskNotAllowed, _): return .accepted
      case (.sessionRequired, _): return .doubt(error)
      // The server's own words. Any other 401 or 403 may be that of a proxy on the way, which knows
      // nothing of the server's keys.
      case (.invalidAPIKey, 401), (.apiKeyNotSet, 403): return .refused(error)
      default: return .doubt(error)
      }
    } catch {
      return .doubt(
        FigraniumError(message: "The server was not asked.", kind: .requestAborted))
    }
  }

  /// A client that may make and revoke keys.
  ///
  /// - Returns: `nil` when nobody is signed in.
  func keys() async throws -> KeysResource? {
    guard let session = try await findSession() else { return nil }
    return try Figranium(
      url: url, credential: .session(cookie: session), options: options
    ).keys
  }

  /// Whether it is sure that a request that failed changed nothing.
  static func surelyNotDone(_ error: any Error) -> Bool {
    guard let error = error as? FigraniumError else { return false }
    if error.wasNotSent || error.kind == .credentialInvalid { return true }
    return (300..<500).contains(error.status)
  }
}
