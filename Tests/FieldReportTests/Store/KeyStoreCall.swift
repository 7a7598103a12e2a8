import Figranium
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// A public call of `KeyStore`, and how to tell whether what it says is so.
struct KeyStoreCall: Sendable, CustomTestStringConvertible {
  /// What it may do to the store.
  enum Effect: Sendable {
    case reads
    case stores
    case removes
  }

  /// Its name in the source.
  let name: String
  /// What is special about it here.
  var detail = ""
  var collection: String?
  var identity = StoreWorld.mine
  var effect = Effect.reads
  /// Makes the call.
  ///
  /// - Returns: `nil` when the answer may be true, else what is wrong about it.
  let make: @Sendable (KeyStore, CredentialIdentity, StoreAccess) async throws -> String?

  var testDescription: String { name + detail }
  /// Whether "locked" is one of its answers.
  var isLookUp: Bool { name.hasPrefix("lookUp") || name == "prepare" }

  /// All public calls, some in several ways.
  static let all: [KeyStoreCall] = [
    KeyStoreCall(name: "lookUp", make: lookUp),
    KeyStoreCall(name: "lookUp", detail: ", named collection", collection: "Made up", make: lookUp),
    KeyStoreCall(name: "lookUp", detail: ", absent", identity: StoreWorld.fresh) {
      store, identity, access in
      switch try await store.lookUp(identity, access: access) {
      case .present: "present though nothing was stored"
      case .absent, .locked: nil
      }
    },
    KeyStoreCall(name: "lookUpBlocking") { store, identity, access in
      wrong(try await offThread { try store.lookUpBlocking(identity, access: access) })
    },
    KeyStoreCall(name: "prepare") { store, identity, access in
      store.prepare()
      return try await lookUp(store, identity, access)
    },
    KeyStoreCall(name: "store", detail: ", replacing", effect: .stores, make: store),
    KeyStoreCall(
      name: "store", detail: ", anew", identity: StoreWorld.fresh, effect: .stores, make: store),
    KeyStoreCall(name: "list") { store, identity, access in
      let all = try await store.list(service: identity.service, access: access)
      if all.contains(where: { $0.identity == identity || $0.isLocked }) { return nil }
      return "listed without the item: \(all)"
    },
    KeyStoreCall(name: "remove", effect: .removes) { store, identity, access in
      let removal = try await store.remove(identity, access: access)
      return removal.removed > 0 ? nil : "removed nothing"
    },
    KeyStoreCall(name: "delete", effect: .removes) { store, identity, access in
      try await store.delete(identity, access: access) ? nil : "deleted nothing"
    },
    KeyStoreCall(name: "diagnose") { store, _, access in
      let found = try await store.diagnose(access: access)
      return found.isSessionEncrypted ? "an encrypted session, which there is none of" : nil
    },
  ]

  private static func lookUp(
    _ store: KeyStore, _ identity: CredentialIdentity, _ access: StoreAccess
  ) async throws -> String? {
    wrong(try await store.lookUp(identity, access: access))
  }

  private static func store(
    _ store: KeyStore, _ identity: CredentialIdentity, _ access: StoreAccess
  ) async throws -> String? {
    try await store.store(Secret(StoreWorld.newKey), for: identity, access: access)
    return nil
  }

  /// The item is there: to say anything but its value, or that it is locked, is not true.
  private static func wrong(_ found: CredentialLookup) -> String? {
    switch found {
    case .present(let credential):
      credential.secret == Secret(StoreWorld.key) ? nil : "another value than was stored"
    case .absent: "absent, though it is there"
    case .locked: nil
    }
  }

  private static func offThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try BridgeThread(name: "blocking call") {
          continuation.resume(with: Result(catching: body))
        }
      } catch { continuation.resume(throwing: error) }
    }
  }
}
