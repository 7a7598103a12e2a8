public import Figranium
import FoundationEssentials
import SecretBridge

/// API keys in the desktop's credential store, over the freedesktop Secret Service.
///
/// GNOME Keyring, KWallet and KeePassXC provide it. Keys lie in the default collection, or in one
/// that is named, under the attributes `service`, `account`, `username` and `application`, so that
/// `secret-tool`, Python's `keyring` and every password manager find them; keys that such tools
/// stored are read too.
///
/// One connection of its own is kept for all calls, and made anew when it breaks. Nothing is kept
/// on disk. Every wait ends: at the limit of ``StoreAccess``, or when the task is cancelled.
public final class KeyStore: CredentialStore {
  private let client: SecretServiceClient
  let application: String
  private let collection: String?

  /// The `application` attribute of keys that `figctl` stored.
  public static let figctlApplication = "figctl"

  /// The attributes that `figctl` stores a key under, for documentation.
  package static func attributes(of identity: CredentialIdentity) -> [String: String] {
    KeyAttributes.full(identity, application: figctlApplication)
  }

  /// Names a store; nothing is opened until the first call.
  ///
  /// - Parameters:
  ///   - bus: Which message bus.
  ///   - application: The `application` attribute that marks our own items.
  ///   - collection: Label of the collection to use, `nil` for the one with the alias `default`.
  ///   - callObserver: Told of every D-Bus call; never of a value. It must not call the store.
  public init(
    bus: SessionBus = .environment, application: String = figctlApplication,
    collection: String? = nil,
    callObserver: (@Sendable (StoreCall) -> Void)? = nil
  ) {
    let address: String? = if case .address(let given) = bus { given } else { nil }
    var observer: (@Sendable (String, Duration, String?) -> Void)?
    if let callObserver {
      observer = { member, duration, failure in
        callObserver(StoreCall(member: member, duration: duration, failure: failure))
      }
    }
    client = SecretServiceClient(address: address, observer: observer)
    self.application = application
    self.collection = collection
  }

  /// Starts connecting to the session's bus in the background, for the first store that needs it.
  ///
  /// For a program that is going to need a key as far as it can tell yet. Nothing is asked, nothing
  /// is started, and nothing is said when there is no bus.
  package static func connectAhead() { EarlyConnection.begin() }

  /// Starts connecting and opening the session in the background.
  ///
  /// Call it as soon as it is known that a key will be needed: the next call then finds the
  /// session ready. It never fails and never prompts; what goes wrong is told by that next call.
  ///
  /// - Parameter then: Called, on the store's thread, once the session was asked for; never when
  ///   that cannot be. The provider now computes for some milliseconds: the time to start other
  ///   work.
  public func prepare(then: (@Sendable () -> Void)? = nil) {
    client.prepare(limit: .seconds(10), then: then)
  }

  /// Makes sure that there is a bus and a provider on it; no collection is looked at.
  ///
  /// For programs that ask a user for a key: before they do.
  ///
  /// - Throws: `CREDENTIAL_STORE_UNAVAILABLE`, `CREDENTIAL_STORE_TIMEOUT`.
  package func reach(access: StoreAccess = StoreAccess()) async throws {
    try await perform(CredentialIdentity(account: "any"), access) { _ in }
  }

  /// Looks a key up (`SearchItems`, `GetSecret`).
  ///
  /// Our own item goes before one of another tool, the default collection before others, the
  /// newest before older. A prompt opens only when a locked item matches, or when the locked
  /// collection shows no items at all.
  ///
  /// - Parameters:
  ///   - identity: Whose key.
  ///   - access: How long to wait, and whether the user may be asked.
  /// - Returns: Present, absent or locked.
  /// - Throws: `CREDENTIAL_STORE_UNAVAILABLE`, `CREDENTIAL_STORE_TIMEOUT`,
  ///   `CREDENTIAL_PROMPT_DISMISSED`; `CREDENTIAL_UNUSABLE` when what is stored cannot be a key;
  ///   `REQUEST_ABORTED` when the task was cancelled. Never for a key that is absent.
  public func lookUp(
    _ identity: CredentialIdentity, access: StoreAccess = StoreAccess()
  ) async throws -> CredentialLookup {
    let found = try await perform(identity, access) { ring throws(StoreFault) in
      try await ring.lookUp(identity)
    }
    if case .present(let credential) = found,
      let fault = KeyBytes.fault(in: credential.secret.bytes)
    {
      throw StoreError.unusable(fault, identity)
    }
    return found
  }

  /// The same as ``lookUp(_:access:)`` for callers that cannot wait asynchronously.
  ///
  /// It blocks the calling thread, at most for the limits in `access` and two seconds more; the
  /// work itself is done elsewhere, so that it may be called from any thread but that of a
  /// `callObserver`.
  public func lookUpBlocking(
    _ identity: CredentialIdentity, access: StoreAccess = StoreAccess()
  ) throws -> CredentialLookup {
    var limit = access.limit
    if case .allowed(let prompt, _) = access.prompts { limit += prompt + access.limit }
    do {
      return try SecretServiceClient.block(limit: limit) {
        try await self.lookUp(identity, access: access)
      }
    } catch let fault as StoreFault {
      throw StoreError.error(for: fault, access)
    }
  }

  /// Stores a key (`CreateItem`), replaces the one that is there, and reads it back.
  ///
  /// - Throws: `CREDENTIAL_INVALID` before anything is sent, `CREDENTIAL_STORE_LOCKED` when locked
  ///   and prompts are refused, `CREDENTIAL_NOT_STORED` when what is read back differs, and as
  ///   ``lookUp(_:access:)``.
  public func store(
    _ secret: Secret, for identity: CredentialIdentity, access: StoreAccess = StoreAccess()
  ) async throws {
    try await store(secret, for: identity, access: access, inPlace: false)
  }

  /// The same; where `inPlace` is true, a key of ours that is there already is replaced where it
  /// lies, and not beside it in a collection that has become the default one since.
  package func store(
    _ secret: Secret, for identity: CredentialIdentity, access: StoreAccess, inPlace: Bool
  ) async throws {
    try Secret.validate(secret)
    try await perform(identity, access) { ring throws(StoreFault) in
      try await ring.store(secret, for: identity, inPlace: inPlace)
    }
  }

  /// Lists what is stored for a service, without values and without a prompt.
  ///
  /// - Returns: A summary for each item. An item in a locked collection may have no identity; the
  ///   default collection, when it is locked and shows nothing, gives one such summary too.
  /// - Throws: As ``lookUp(_:access:)``, and `CREDENTIAL_STORE_LOCKED` where a provider says no more
  ///   than that.
  public func list(
    service: String, access: StoreAccess = StoreAccess()
  ) async throws -> [StoredCredentialSummary] {
    try await perform(CredentialIdentity(service: service, account: "any"), access) {
      ring throws(StoreFault) in
      try await ring.list(service)
    }
  }

  /// Whether anything is stored for an identity, locked or not (`SearchItems`).
  ///
  /// It costs one call and asks nobody. A collection that hides what it holds counts as empty.
  package func holds(
    _ identity: CredentialIdentity, access: StoreAccess = StoreAccess()
  ) async throws -> Bool {
    try await perform(identity, access) { ring throws(StoreFault) in
      let hits = try await ring.operation.search(KeyAttributes.searches(identity)[0])
      return !hits.unlocked.isEmpty || !hits.locked.isEmpty
    }
  }

  /// Deletes our own items for an identity (`Item.Delete`), each by its path.
  ///
  /// - Returns: How many, and what other tools stored for the same identity, which is left alone.
  /// - Throws: `CREDENTIAL_STORE_LOCKED` and as ``lookUp(_:access:)``.
  public func remove(
    _ identity: CredentialIdentity, access: StoreAccess = StoreAccess()
  ) async throws -> CredentialRemoval {
    let removals = Removals()
    let foreign = try await perform(identity, access) { ring throws(StoreFault) in
      try await ring.remove(identity, removals: removals)
    }
    return CredentialRemoval(removed: removals.count, foreign: foreign)
  }

  /// Finds out what the store is and what state it is in, without a prompt.
  ///
  /// - Throws: `CREDENTIAL_STORE_UNAVAILABLE`, `CREDENTIAL_STORE_TIMEOUT`;
  ///   `CREDENTIAL_STORE_LOCKED` where a provider says no more than that.
  public func diagnose(access: StoreAccess = StoreAccess()) async throws -> StoreDiagnosis {
    let origin = client.origin ?? ""
    return try await perform(CredentialIdentity(account: "any"), access) {
      ring throws(StoreFault) in
      let isEncrypted = try await ring.operation.isSessionEncrypted()
      let pid = try await ring.operation.providerProcessID()
      var collection: CollectionProperties?
      if let path = try await ring.preferredCollection() {
        collection = try await ring.operation.collection(path)
      }
      return StoreDiagnosis(
        busOrigin: origin, providerPID: pid, providerProgram: pid.flatMap(Self.program),
        collection: collection?.label, isLocked: collection?.isLocked,
        isSessionEncrypted: isEncrypted)
    }
  }

  private static func program(_ pid: Int) -> String? {
    let data = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline"))
    guard let first = data?.split(separator: 0).first else { return nil }
    return String(decoding: first, as: UTF8.self).split(separator: "/").last.map { String($0) }
  }

  func perform<Value: Sendable>(
    _ identity: CredentialIdentity, _ access: StoreAccess,
    _ body: @escaping @Sendable (KeyRing) async throws(StoreFault) -> Value
  ) async throws(FigraniumError) -> Value {
    try KeyAttributes.check(identity)
    do throws(StoreFault) {
      return try await client.perform(limit: access.limit) {
        [application, collection] operation throws(StoreFault) in
        try await body(
          KeyRing(
            operation: operation, application: application, collectionName: collection,
            access: access))
      }
    } catch {
      throw StoreError.error(for: error, access)
    }
  }
}
