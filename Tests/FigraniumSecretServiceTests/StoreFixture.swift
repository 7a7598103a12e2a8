import Figranium
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// A store under test, with what a test needs to bring it into a state.
struct StoreFixture: Sendable {
  /// The stores that one suite runs over.
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case secretService
    var testDescription: String { rawValue }
  }

  let store: any CredentialStore
  let lock: @Sendable () async throws -> Void
  let addForeign: @Sendable (_ key: String, CredentialIdentity) async throws -> Void
  /// Kept for as long as the store is.
  private let bus: PrivateBus?

  static func make(_ kind: Kind) async throws -> StoreFixture {
    switch kind {
    case .memory:
      let store = InMemoryCredentialStore(promptAnswer: .ignores)
      return StoreFixture(
        store: store, lock: { store.lock() },
        addForeign: { store.addForeign(Secret($0), for: $1) }, bus: nil)
    case .secretService:
      let bus = try await PrivateBus(.unlocked)
      return StoreFixture(
        store: KeyStore(bus: .address(bus.address)), lock: { try await bus.lock() },
        addForeign: { key, identity in
          let done = try await bus.run(
            [
              "secret-tool", "store", "--label=foreign", "service", identity.service, "account",
              identity.account,
            ], input: key)
          guard done.code == 0 else { throw PrivateBus.Failure(description: done.errors) }
        }, bus: bus)
    }
  }
}

extension StoreAccess {
  /// Ten seconds, no prompt.
  static let quiet = StoreAccess(limit: .seconds(10), prompts: .refused)
}

extension CredentialLookup {
  /// The key, for comparing.
  var key: Secret? { if case .present(let credential) = self { credential.secret } else { nil } }
  /// What is known of it.
  var summary: StoredCredentialSummary? {
    if case .present(let credential) = self { credential.summary } else { nil }
  }
  /// Whether the answer is absent.
  var isAbsent: Bool { if case .absent = self { true } else { false } }
  /// The locked collection.
  var lockedCollection: String? { if case .locked(let name) = self { name } else { nil } }
}

/// The error that `body` throws.
func figraniumError(
  _ body: () async throws -> Void
) async -> FigraniumError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? FigraniumError
  }
}
