public import Figranium
import FoundationEssentials
import Synchronization

/// Keys in this process's memory, for tests and previews; they are gone when it is let go.
///
/// It answers as ``KeyStore`` does, including a store that is locked, so that a program's handling
/// of every answer can be tried without a desktop.
public final class InMemoryCredentialStore: CredentialStore {
  /// What a locked store does when it may ask the user.
  public enum PromptAnswer: Sendable {
    /// The user unlocks it.
    case unlocks
    /// The user closes the dialog.
    case dismisses
    /// Nobody answers: the prompt's limit ends.
    case ignores
  }

  private struct State {
    var items: [CredentialIdentity: StoredCredential] = [:]
    var foreign: [CredentialIdentity: StoredCredential] = [:]
    var isLocked: Bool
    var promptAnswer: PromptAnswer
  }

  private let state: Mutex<State>
  private let application: String
  private static let collection = "Memory"

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - isLocked: Whether it starts locked.
  ///   - promptAnswer: What the user does when a prompt is allowed.
  ///   - application: What marks the items as this program's own.
  public init(
    isLocked: Bool = false, promptAnswer: PromptAnswer = .unlocks, application: String = "figctl"
  ) {
    state = Mutex(State(isLocked: isLocked, promptAnswer: promptAnswer))
    self.application = application
  }

  /// Locks the store, as the end of a desktop session does.
  public func lock() { state.withLock { $0.isLocked = true } }

  /// Unlocks the store.
  public func unlock() { state.withLock { $0.isLocked = false } }

  /// Puts a key there as another program would: it is read, but never overwritten or deleted.
  public func addForeign(
    _ secret: Secret, for identity: CredentialIdentity, application: String? = nil
  ) {
    let item = Self.item(secret, identity, since: nil, application: application)
    state.withLock { $0.foreign[identity] = item }
  }

  /// Looks a key up; our own goes before another program's.
  public func lookUp(_ identity: CredentialIdentity, access: StoreAccess) async throws
    -> CredentialLookup
  { try lookUpBlocking(identity, access: access) }

  /// Looks a key up; it never waits.
  public func lookUpBlocking(_ identity: CredentialIdentity, access: StoreAccess) throws
    -> CredentialLookup
  {
    try state.withLock { state in
      guard try Self.open(&state, access) else { return .locked(collection: Self.collection) }
      guard let found = state.items[identity] ?? state.foreign[identity] else { return .absent }
      return .present(found)
    }
  }

  /// Stores a key, keeping the date of the one it replaces.
  public func store(_ secret: Secret, for identity: CredentialIdentity, access: StoreAccess)
    async throws
  {
    try Secret.validate(secret)
    try state.withLock { state in
      guard try Self.open(&state, access) else { throw StoreError.locked(Self.collection) }
      let created = state.items[identity]?.summary.created
      state.items[identity] = Self.item(
        secret, identity, since: created, application: application)
    }
  }

  /// Lists what is stored for a service.
  public func list(service: String, access: StoreAccess) async throws -> [StoredCredentialSummary] {
    state.withLock { state in
      let all = Array(state.items.values) + Array(state.foreign.values)
      return all.map(\.summary).filter { $0.identity?.service == service }
        .map { summary in
          var summary = summary
          summary.isLocked = state.isLocked
          return summary
        }
        .sorted { ($0.identity?.account ?? "") < ($1.identity?.account ?? "") }
    }
  }

  /// Deletes our own key for an identity, and names what other programs stored for it.
  public func remove(_ identity: CredentialIdentity, access: StoreAccess) async throws
    -> CredentialRemoval
  {
    try state.withLock { state in
      guard try Self.open(&state, access) else { throw StoreError.locked(Self.collection) }
      let removed = state.items.removeValue(forKey: identity) == nil ? 0 : 1
      let foreign = state.foreign[identity].map { [$0.summary] } ?? []
      return CredentialRemoval(removed: removed, foreign: foreign)
    }
  }

  private static func open(_ state: inout State, _ access: StoreAccess) throws -> Bool {
    guard state.isLocked else { return true }
    guard case .allowed(let limit, _) = access.prompts else { return false }
    switch state.promptAnswer {
    case .unlocks: state.isLocked = false
    case .dismisses: throw StoreError.promptDismissed(Self.collection)
    case .ignores: throw StoreError.promptTimedOut(Self.collection, limit)
    }
    return true
  }

  private static func item(
    _ secret: Secret, _ identity: CredentialIdentity, since created: Date?, application: String?
  ) -> StoredCredential {
    let now = Date()
    return StoredCredential(
      secret: secret,
      summary: StoredCredentialSummary(
        identity: identity, label: KeyAttributes.label(identity),
        created: created ?? now, modified: now, isLocked: false, collection: Self.collection,
        application: application))
  }
}
