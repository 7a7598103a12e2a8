public import Figranium
import FoundationEssentials
import SecretBridge
import SystemBridge

/// Replaces a stored key by a new one, step by step, so that none is ever lost.
///
/// It carries out what ``KeyRotation`` says: it makes a key on the server or takes one made
/// elsewhere, stores it beside the current one, tries it, and only then puts it in place with one
/// store. Whatever interrupts it, ``recover(dryRun:)`` finds out how things stand and finishes the
/// rotation or takes it back.
///
///     let rotator = try KeyRotator(
///       store: KeyStore(), identity: CredentialIdentity(account: "default"),
///       baseURL: "https://figranium.example.com")
///     let report = try await rotator.rotate()
///
/// Making and revoking keys needs the signed-in session that `figctl login` stores.
public struct KeyRotator: Sendable {
  let store: any CredentialStore
  let identity: CredentialIdentity
  let server: RotationServer
  let access: StoreAccess
  package var files: RotationFiles
  let observer: @Sendable (RotationNotice) -> Void
  /// Asked of the stored key before it is sent; what it throws ends the run.
  package var checkCurrent: @Sendable (StoredCredential) throws -> Void = { _ in }
  /// Told what is waited for, before each wait.
  package var waiting: @Sendable (RotationWait) -> Void = { _ in }

  /// Names the key, the store and the server.
  ///
  /// - Parameters:
  ///   - store: Where the key is.
  ///   - identity: Whose key.
  ///   - baseURL: The server's address.
  ///   - access: How long to wait for the store, and whether the user may be asked.
  ///   - header: The header that carries the key.
  ///   - options: Everything else about the client.
  ///   - observer: Told of each step as it begins, and of what could not be done.
  /// - Throws: `INVALID_BASE_URL`, `INSECURE_TRANSPORT`; `FILE_ERROR` when there is no folder for
  ///   notes (`XDG_STATE_HOME`).
  public init(
    store: any CredentialStore, identity: CredentialIdentity, baseURL: String,
    access: StoreAccess = StoreAccess(), header: APIKeyHeader = .authorization,
    options: ClientOptions = ClientOptions(),
    observer: @escaping @Sendable (RotationNotice) -> Void = { _ in }
  ) throws {
    try self.init(
      store: store, identity: identity, baseURL: baseURL, access: access, header: header,
      options: options, files: RotationFiles(), observer: observer)
  }

  package init(
    store: any CredentialStore, identity: CredentialIdentity, baseURL: String,
    access: StoreAccess, header: APIKeyHeader, options: ClientOptions, files: RotationFiles,
    observer: @escaping @Sendable (RotationNotice) -> Void
  ) throws {
    self.store = store
    self.identity = identity
    self.access = access
    self.files = files
    self.observer = observer
    let origin = try BaseURL(baseURL).canonicalOrigin
    let session = CredentialIdentity.session(account: identity.account, server: origin)
    server = try RotationServer(baseURL: baseURL, header: header, options: options) {
      [store, access] in
      try await store.session(session, access: access)
    }
  }

  /// Replaces the current key.
  ///
  /// What an earlier rotation has left is settled first.
  ///
  /// - Parameter request: What key, and what becomes of the old one.
  /// - Returns: What was done.
  /// - Throws: `CREDENTIAL_NOT_FOUND` when there is no current key; `KEY_ROTATING` when another
  ///   process rotates it; `SESSION_REQUIRED` when nobody is signed in to make a key;
  ///   `KEY_AMBIGUOUS`, `KEY_FOREIGN`, `KEY_CHANGED`, `NEW_KEY_REFUSED`, `ROTATION_UNDECIDED`; what
  ///   the store and the server throw. The message says whether everything is as before, or whether
  ///   ``recover(dryRun:)`` has to finish it.
  public func rotate(_ request: RotationRequest = RotationRequest()) async throws -> RotationReport
  {
    let run = RotationRun(self, isDry: request.isDryRun)
    defer { run.release() }
    return try await run.rotate(request)
  }

  /// Goes back to the previous key, if the server still takes it.
  ///
  /// The two change places, so that a second call goes forward again.
  ///
  /// - Returns: What was done.
  /// - Throws: `CREDENTIAL_NOT_FOUND` when there is no previous key, `NEW_KEY_REFUSED` when the
  ///   server does not take it any more, and as ``rotate(_:)``.
  public func rollBack() async throws -> RotationReport {
    let run = RotationRun(self, isDry: false)
    defer { run.release() }
    do {
      return try await run.rollBack()
    } catch let error as FigraniumError where error.kind == .newKeyRefused {
      throw RotationTexts.previousRefused(identity)
    }
  }

  /// Finds out what an interrupted rotation has left, and finishes it or takes it back.
  ///
  /// - Parameter dryRun: Whether only to tell what would be done.
  /// - Returns: What was done; ``RotationReport/Outcome/nothing`` when nothing was left.
  /// - Throws: As ``rotate(_:)``: what kept it from being settled. Nothing was deleted then.
  public func recover(dryRun: Bool = false) async throws -> RotationReport {
    let run = RotationRun(self, isDry: dryRun)
    defer { run.release() }
    return try await run.recover()
  }

  /// Whether there may be something to settle: a look at one file.
  package var mayHaveRemains: Bool {
    do throws(FigraniumError) {
      let record = try files.record(of: identity)
      let now = Date()
      return record.note != nil || !record.watched.isEmpty || record.doubtsPrevious
        || record.retirements.contains { $0.after <= now && $0.server == server.origin }
    } catch {
      return true
    }
  }

  /// Whether a rotation for this server has begun and not ended: a look at one file.
  package var isUnfinished: Bool {
    (try? files.record(of: identity).note?.server) == server.origin
  }

  /// Settles a rotation that was interrupted, for callers that cannot wait asynchronously.
  ///
  /// Where there is none it costs a look at one file. Where it cannot be settled now, the key that is
  /// stored is used as before: nothing was deleted.
  ///
  /// - Returns: How it ended; `nil` when there was none, or when it could not be settled.
  @discardableResult
  package func settleBlocking() -> RotationReport.Outcome? {
    guard isUnfinished else { return nil }
    return try? SecretServiceClient.block(limit: .seconds(60)) { try await recover().outcome }
  }

  /// Forgets a rotation that was interrupted, for keys that are deleted here.
  ///
  /// What is still to be revoked on the server stays noted, and is revoked at the next use.
  ///
  /// - Returns: The names of keys that the server may have and that nothing here revokes.
  package func forgetInterrupted() throws(FigraniumError) -> [String] {
    var record = try files.record(of: identity)
    let name = record.note?.keyName
    record.note = nil
    record.ids = [:]
    record.doubtsPrevious = false
    record.previousServer = nil
    try files.save(record, of: identity)
    return [name].compactMap(\.self)
  }

  /// Forgets all that is noted of the key, ids of keys on the server included.
  ///
  /// - Parameter withLock: Whether the account will never be used again, so that the file of its
  ///   lock may go too.
  package func forget(withLock: Bool = false) throws(FigraniumError) {
    try files.save(RotationRecord(), of: identity)
    if withLock { DataFile.remove(try files.lockPath(identity)) }
  }
}

extension CredentialIdentity {
  /// Under which name a new key is stored until it is the current one.
  package var pending: CredentialIdentity {
    CredentialIdentity(service: service, account: account + "#pending")
  }

  /// Under which name the key before is kept.
  package var previous: CredentialIdentity {
    CredentialIdentity(service: service, account: account + "#previous")
  }
}
