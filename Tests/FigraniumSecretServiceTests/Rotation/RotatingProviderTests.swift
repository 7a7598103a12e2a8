import DemoServer
import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// A provider whose key is rotated by somebody else, or was being rotated when that one ended.
@Suite struct RotatingProviderTests {
  private let first = Secret("made-up-first-key-1")
  // The notes are in a folder that all tests of this process share.
  private let identity = CredentialIdentity(account: "rotating-\(UUID().uuidString)")

  private struct Set {
    var bus: PrivateBus
    var store: KeyStore
    var server: DemoServer
    var rotator: KeyRotator
    var provider: SecretServiceFigraniumProvider
  }

  private func make(_ dialect: DemoDialect) async throws -> Set {
    let bus = try await PrivateBus()
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: first.reveal())
    configuration.session = "made-up-session"
    let server = try DemoServer(configuration)
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(first, for: identity, access: .quiet)
    try await store.store(
      Secret("made-up-session"),
      for: .session(account: identity.account, server: server.baseURL), access: .quiet)
    return Set(
      bus: bus, store: store, server: server,
      rotator: try KeyRotator(
        store: KeyStore(bus: .address(bus.address)), identity: identity, baseURL: server.baseURL,
        access: .quiet),
      provider: SecretServiceFigraniumProvider(
        store: store, identity: identity, baseURL: server.baseURL, access: .quiet))
  }

  @Test(arguments: [DemoDialect.v019, .v020])
  func aClientSeesTheNewKeyAfterOneRefusal(dialect: DemoDialect) async throws {
    let set = try await make(dialect)
    let client = try set.provider.client()
    _ = try await client.tasks.listSummaries()
    let report = try await set.rotator.rotate()
    #expect(report.outcome == .rotated)
    #expect(report.oldKey == (dialect == .v019 ? .replaced : .revoked(name: "Legacy API key")))
    let before = set.server.requests.count
    _ = try await client.tasks.listSummaries()
    #expect(set.server.requests.count == before + 2)
    // The next one begins with it.
    _ = try await set.provider.client().tasks.listSummaries()
    #expect(set.server.requests.count == before + 3)
    try set.rotator.forget(withLock: true)
  }

  @Test func theNextClientSettlesAnInterruptedRotation() async throws {
    let set = try await make(.v020)
    let server = set.server
    // Cut off once the key is made: the rotation stops where it would try it.
    server.configure { configuration in
      configuration.interference = { request in
        server.scopedKeys.isEmpty ? nil : .losesRequest
      }
    }
    let error = await figraniumError { _ = try await set.rotator.rotate() }
    #expect(error?.kind == .networkError)
    #expect(error?.message.hasSuffix("The rotation is not finished; no key was deleted.") == true)
    #expect(set.rotator.isUnfinished)
    #expect(try await set.store.lookUp(identity, access: .quiet).key == first)
    // Still away: the key that is stored is used, and it is the old one.
    _ = try set.provider.client()
    #expect(set.rotator.isUnfinished)
    server.configure { $0.interference = nil }
    let client = try set.provider.client()
    #expect(!set.rotator.isUnfinished)
    let now = try #require(try await set.store.lookUp(identity, access: .quiet).key)
    #expect(now.reveal() == server.scopedKeys.first?.secret)
    _ = try await client.tasks.listSummaries()
    #expect(server.apiKey == "")
    try set.rotator.forget(withLock: true)
  }

  @Test func aClientThatIsRefusedFindsThePendingKey() async throws {
    let set = try await make(.v019)
    let client = try set.provider.client()
    // The moment between a server with a single key and the store, with nobody left to end it.
    let new = Secret("made-up-second-key-2")
    try await set.store.store(new, for: identity.pending, access: .quiet)
    set.server.setAPIKey(new.reveal())
    _ = try await client.tasks.listSummaries()
    #expect(try await set.store.lookUp(identity, access: .quiet).key == new)
    #expect(try await set.store.lookUp(identity.pending, access: .quiet).isAbsent)
    try set.rotator.forget(withLock: true)
  }

  @Test func aStoreThatIsLockedIsNotTakenForABadKey() async throws {
    let set = try await make(.v020)
    try await set.bus.lock()
    let error = await figraniumError { _ = try await set.rotator.rotate() }
    #expect(error?.kind == .credentialStoreLocked)
    #expect(set.server.scopedKeys.isEmpty && set.server.apiKey == first.reveal())
    try await set.bus.restartKeyring(unlocked: true)
    #expect(try await set.store.lookUp(identity, access: .quiet).key == first)
  }
}
