public import Figranium
import FoundationEssentials

/// Builds the client of the intents from a key in the desktop's credential store.
///
/// It is what a Keychain provider is on Apple's systems. Hand it over when the program starts:
///
///     FigraniumIntentConfiguration.configure(
///       SecretServiceFigraniumProvider(baseURL: "https://api.figranium.example.com"))
///
/// The key is looked up for each client, so that a new one is found at once. After a 401 it is
/// read once more, and the call is repeated if another key is there by then. A rotation of the key
/// that was interrupted is settled first (``KeyRotator/recover(dryRun:)``). Where a server grants
/// something to no key, the session that `figctl login` stored for this account and server is used,
/// if there is one; it is looked up only then.
public struct SecretServiceFigraniumProvider: FigraniumIntentClientProvider {
  private let store: any CredentialStore
  private let identity: CredentialIdentity
  private let baseURL: String
  private let access: StoreAccess
  private let header: APIKeyHeader
  private let options: ClientOptions

  /// Names the key in the user's own store, and the server it is for.
  ///
  /// Nothing is opened until ``client()``. A prompt to unlock is allowed, for two minutes.
  ///
  /// - Parameters:
  ///   - service: The `service` attribute.
  ///   - account: The `account` attribute: the profile's name.
  ///   - baseURL: The server's address.
  public init(service: String = "figranium", account: String = "default", baseURL: String) {
    self.init(
      store: KeyStore(), identity: CredentialIdentity(service: service, account: account),
      baseURL: baseURL)
  }

  /// Names the key in any store, with every choice there is.
  ///
  /// - Parameters:
  ///   - store: Where the key is.
  ///   - identity: Whose key.
  ///   - baseURL: The server's address.
  ///   - access: How long to wait for the store, and whether the user may be asked.
  ///   - header: The header that carries the key.
  ///   - options: Everything else about the client. Its `renewCredential` is used, when it has one,
  ///     in place of reading the key again.
  public init(
    store: any CredentialStore, identity: CredentialIdentity, baseURL: String,
    access: StoreAccess = StoreAccess(), header: APIKeyHeader = .authorization,
    options: ClientOptions = ClientOptions()
  ) {
    self.store = store
    self.identity = identity
    self.baseURL = baseURL
    self.access = access
    self.header = header
    self.options = options
  }

  /// Looks the key up, and makes a client that uses it.
  ///
  /// It blocks the calling thread, at most for the limits in `access`.
  ///
  /// - Throws: `CREDENTIAL_NOT_FOUND`, `CREDENTIAL_STORE_LOCKED`, `CREDENTIAL_STORE_UNAVAILABLE`,
  ///   `CREDENTIAL_PROMPT_DISMISSED`, `CREDENTIAL_STORE_TIMEOUT`, `CREDENTIAL_UNUSABLE`; before the
  ///   store is opened, `INVALID_BASE_URL` and `INSECURE_TRANSPORT`.
  public func client() throws -> Figranium {
    let base = try BaseURL(baseURL)
    guard let url = URL(string: base.text) else {
      throw FigraniumError(message: "The base URL is not a URL.", kind: .invalidBaseURL)
    }
    // Everything but the key is checked before the store is opened.
    _ = try Figranium(url: url, credential: .none, options: options)
    if RotationFiles.hasRecord(of: identity) { rotator(base.text)?.settleBlocking() }
    let secret: Secret
    switch try store.lookUpBlocking(identity, access: access) {
    case .present(let credential): secret = credential.secret
    case .absent: throw StoreError.notFound(identity)
    case .locked(let collection): throw StoreError.locked(collection)
    }
    var options = options
    if options.renewCredential == nil {
      options.renewCredential = { rejected in
        if let rotator = rotator(base.text) {
          return try await KeyRenewal(rotator).key(insteadOf: rejected)
        }
        guard case .present(let now) = try await store.lookUp(identity, access: access),
          now.secret != rejected
        else { return nil }
        return now.secret
      }
    }
    if options.findSession == nil, identity.service == CredentialIdentity.keyService {
      let session = CredentialIdentity.session(
        account: identity.account, server: base.canonicalOrigin)
      options.findSession = { [store, access] in
        try await store.session(session, access: access)
      }
    }
    return try Figranium(
      url: url, credential: .apiKey(secret, header: header), options: options)
  }

  /// What settles an interrupted rotation, with limits that suit a caller who waits.
  ///
  /// - Returns: `nil` where there is no folder for notes, and so no rotation either.
  private func rotator(_ baseURL: String) -> KeyRotator? {
    var options = options
    options.limits.answer = min(options.limits.answer, .seconds(10))
    return try? KeyRotator(
      store: store, identity: identity, baseURL: baseURL, access: access, header: header,
      options: options)
  }
}
