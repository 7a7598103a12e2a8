public import Figranium

/// API keys in the desktop's credential store, over the freedesktop Secret Service.
public final class KeyStore: CredentialStore {
  let bus: SessionBus
  let application: String
  let collection: String?
  let callObserver: (@Sendable (StoreCall) -> Void)?

  /// Names a store; nothing is opened until the first call.
  ///
  /// - Parameters:
  ///   - bus: Which message bus.
  ///   - application: The `application` attribute that marks our own items.
  ///   - collection: Label of the collection to use, `nil` for the one with the alias `default`.
  ///   - callObserver: Told of every D-Bus call; never of a value. It must not call the store.
  public init(
    bus: SessionBus = .environment, application: String = "figctl", collection: String? = nil,
    callObserver: (@Sendable (StoreCall) -> Void)? = nil
  ) {
    self.bus = bus
    self.application = application
    self.collection = collection
    self.callObserver = callObserver
  }

  /// Starts connecting in the background, so that a later call finds the connection ready.
  public func prepare() {}

  private static var unfinished: FigraniumError {
    FigraniumError(message: "Not built yet.", kind: "CREDENTIAL_STORE_UNAVAILABLE")
  }

  /// See ``CredentialStore``.
  public func lookUp(_ identity: CredentialIdentity, access: StoreAccess) async throws
    -> CredentialLookup
  { throw Self.unfinished }
  /// See ``CredentialStore``.
  public func lookUpBlocking(_ identity: CredentialIdentity, access: StoreAccess) throws
    -> CredentialLookup
  { throw Self.unfinished }
  /// See ``CredentialStore``.
  public func store(_ secret: Secret, for identity: CredentialIdentity, access: StoreAccess)
    async throws
  { throw Self.unfinished }
  /// See ``CredentialStore``.
  public func list(service: String, access: StoreAccess) async throws -> [StoredCredentialSummary] {
    throw Self.unfinished
  }
  /// See ``CredentialStore``.
  public func remove(_ identity: CredentialIdentity, access: StoreAccess) async throws
    -> CredentialRemoval
  { throw Self.unfinished }
  /// See ``CredentialStore``.
  public func diagnose(access: StoreAccess = StoreAccess()) async throws -> StoreDiagnosis {
    throw Self.unfinished
  }
}
