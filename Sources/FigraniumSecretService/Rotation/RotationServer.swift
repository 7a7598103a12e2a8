import Figranium
import FoundationEssentials

/// The server as a rotation sees it: what it says of a key, and the keys that it has.
struct RotationServer: Sendable {
  /// What the server says of a key.
  enum Verdict: Sendable {
    /// It is one, and sees these tasks; `nil` when it may not list them.
    case accepted(tasks: [String]?)
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
      return .accepted(tasks: try await client.tasks.listSummaries().map(\.id))
    } catch let error as FigraniumError {
      switch (error.kind, error.status) {
      case (.apiKeyForbidden, _), (.taskNotAllowed, _): return .accepted(tasks: nil)
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

  /// Whether it is sure that a request to make or set a key, which failed, changed nothing.
  ///
  /// Only the server itself can say so, in the words that it has for it. A status alone, a web page
  /// or other words may be those of a proxy that has let the request through.
  static func surelyNotDone(_ error: any Error) -> Bool {
    guard let error = error as? FigraniumError else { return false }
    if error.wasNotSent || error.kind == .credentialInvalid && error.status == 0 { return true }
    return error.isServersWord && (400..<500).contains(error.status)
      && refusals.contains(error.kind)
  }

  /// What servers answer to such a request before they do anything.
  private static let refusals: Set<FigraniumError.Code> = [
    .sessionRequired, .csrfMissingOrigin, .ipNotAllowed, .tooManyRequests, .routeNotFound,
    "PERMISSIONS_REQUIRED", "API_KEY_TOO_LONG",
  ]
}
