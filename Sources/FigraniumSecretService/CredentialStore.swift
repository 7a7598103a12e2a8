public import Figranium
public import FoundationEssentials

/// Where API keys live.
///
/// The Secret Service is the first implementation (``KeyStore``), ``InMemoryCredentialStore`` the
/// one for tests; a team's vault server can be a third. An implementation answers one of three
/// things, and never takes one for another: the key is there, it is known not to be there, or the
/// store is locked. Everything else is a thrown `FigraniumError`.
public protocol CredentialStore: Sendable {
  /// Looks a key up.
  ///
  /// - Parameters:
  ///   - identity: Whose key.
  ///   - access: How long to wait, and whether the user may be asked.
  /// - Returns: Present, absent or locked. Locked when `access` forbids prompts, when the store
  ///   stays locked after the prompt, or when a locked collection shows nothing that matches.
  /// - Throws: `CREDENTIAL_STORE_UNAVAILABLE`, `CREDENTIAL_STORE_TIMEOUT`,
  ///   `CREDENTIAL_PROMPT_DISMISSED`. Never for a key that is absent.
  func lookUp(_ identity: CredentialIdentity, access: StoreAccess) async throws -> CredentialLookup

  /// The same for callers that cannot wait asynchronously; it blocks the calling thread.
  func lookUpBlocking(_ identity: CredentialIdentity, access: StoreAccess) throws
    -> CredentialLookup

  /// Stores a key, replaces the one that is there, and reads it back.
  ///
  /// - Throws: `CREDENTIAL_STORE_LOCKED` when locked and prompts are refused,
  ///   `CREDENTIAL_NOT_STORED` when what is read back differs, and as ``lookUp(_:access:)``.
  func store(_ secret: Secret, for identity: CredentialIdentity, access: StoreAccess) async throws

  /// Lists what is stored for a service, without values and without a prompt.
  func list(service: String, access: StoreAccess) async throws -> [StoredCredentialSummary]

  /// Deletes a key, by object and never by a broader search.
  ///
  /// Only items with our own `application` attribute are deleted. What other tools stored for the
  /// same identity stays, and the answer names it, since it will be found again.
  ///
  /// - Returns: How many were deleted, and what is left.
  /// - Throws: `CREDENTIAL_STORE_LOCKED` and as ``lookUp(_:access:)``.
  func remove(_ identity: CredentialIdentity, access: StoreAccess) async throws -> CredentialRemoval
}

extension CredentialStore {
  /// Deletes a key, for callers that only need to know whether there was one.
  ///
  /// - Returns: Whether one of our own was there, and is deleted now.
  /// - Throws: As ``remove(_:access:)``.
  public func delete(_ identity: CredentialIdentity, access: StoreAccess) async throws -> Bool {
    try await remove(identity, access: access).removed > 0
  }

  /// Looks a session up, as ``ClientOptions/findSession`` wants it.
  ///
  /// - Returns: The session; `nil` when the store is open and holds none for this server.
  /// - Throws: `CREDENTIAL_STORE_LOCKED` and as ``lookUp(_:access:)``.
  package func session(
    _ identity: CredentialIdentity, access: StoreAccess
  ) async throws -> Secret? {
    switch try await lookUp(identity, access: access) {
    case .present(let credential): credential.secret
    case .absent: nil
    case .locked(let collection): throw StoreError.locked(collection)
    }
  }
}

/// What came of deleting a key.
public struct CredentialRemoval: Sendable, Hashable {
  /// The number of our own items that were deleted.
  public var removed: Int
  /// What other tools stored under the same identity; it was left alone.
  public var foreign: [StoredCredentialSummary]

  /// Creates a value.
  public init(removed: Int, foreign: [StoredCredentialSummary]) {
    self.removed = removed
    self.foreign = foreign
  }
}

/// Whose key or session: the attributes that it is looked up by.
public struct CredentialIdentity: Sendable, Hashable {
  /// The `service` attribute, `figranium` by default.
  public var service: String
  /// The `account` attribute: the profile's name.
  public var account: String
  /// The `server` attribute of a session; `nil` for a key.
  public private(set) var server: String?

  /// The `service` attribute of keys.
  public static let keyService = "figranium"
  /// The `service` attribute of sessions: another than that of keys, so that no look-up of a key
  /// meets one.
  public static let sessionService = "figranium-session"

  /// Names a key: the pair of attributes that every tool looks up.
  public init(service: String = keyService, account: String) {
    self.service = service
    self.account = account
  }

  /// Names a signed-in session.
  ///
  /// The server is a part of the name, so that a session is never found for another one.
  ///
  /// - Parameters:
  ///   - account: The profile's name.
  ///   - server: The server's origin: `https://figranium.example.com`, lower case, without the
  ///     scheme's own port.
  public static func session(account: String, server: String) -> CredentialIdentity {
    var identity = CredentialIdentity(service: sessionService, account: account)
    identity.server = server
    return identity
  }

  /// Whether it names a session.
  public var isSession: Bool { server != nil }
}

/// The three answers to a look-up.
public enum CredentialLookup: Sendable {
  /// The key is there.
  case present(StoredCredential)
  /// The store is open and holds none.
  case absent
  /// The store, or the item, is locked; `collection` is its label or name for people.
  case locked(collection: String)
}

/// A key with what the store knows of it.
public struct StoredCredential: Sendable {
  /// The key.
  public var secret: Secret
  /// Label, dates and the rest.
  public var summary: StoredCredentialSummary

  /// Creates a value.
  public init(secret: Secret, summary: StoredCredentialSummary) {
    self.secret = secret
    self.summary = summary
  }
}

/// What a store tells of a key without its value.
public struct StoredCredentialSummary: Sendable, Hashable {
  /// Whose key; `nil` when a locked store hides its attributes.
  public var identity: CredentialIdentity?
  /// The label, `nil` when the store is locked.
  public var label: String?
  /// When it was first stored.
  public var created: Date?
  /// When it was last changed.
  public var modified: Date?
  /// Whether the store hides the value at present.
  public var isLocked: Bool
  /// Label or name of the collection that holds it.
  public var collection: String
  /// The `application` attribute: `figctl` for our own, another or `nil` for other tools' items.
  public var application: String?

  /// Creates a value.
  public init(
    identity: CredentialIdentity?, label: String?, created: Date?, modified: Date?, isLocked: Bool,
    collection: String, application: String?
  ) {
    self.identity = identity
    self.label = label
    self.created = created
    self.modified = modified
    self.isLocked = isLocked
    self.collection = collection
    self.application = application
  }
}

/// How long a call to the store may take, and whether the user may be asked.
public struct StoreAccess: Sendable {
  /// Whether the desktop may be asked to unlock.
  public enum Prompts: Sendable {
    /// Never: a locked store is an answer.
    case refused
    /// Yes, for at most `limit`; `waiting` is told, after a second, what is waited for.
    case allowed(limit: Duration, waiting: (@Sendable (String) -> Void)?)
  }

  /// The limit for everything but the prompt; 10 seconds by default.
  public var limit: Duration
  /// Whether prompts are allowed.
  public var prompts: Prompts

  /// Creates a value; by default 10 seconds and a prompt of at most 120.
  public init(
    limit: Duration = .seconds(10),
    prompts: Prompts = .allowed(limit: .seconds(120), waiting: nil)
  ) {
    self.limit = limit
    self.prompts = prompts
  }
}
