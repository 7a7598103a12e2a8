import DemoServer
import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import Synchronization
import TestSupport
import Testing

/// From a key in a real keyring to an intent's client.
@Suite struct ProviderTests {
  private let identity = CredentialIdentity(account: "work")
  private let first = Secret("made-up-key-1")
  private let second = Secret("made-up-key-2")

  private func provider(_ store: any CredentialStore, _ server: DemoServer)
    -> SecretServiceFigraniumProvider
  {
    SecretServiceFigraniumProvider(
      store: store, identity: identity, baseURL: server.baseURL, access: .quiet)
  }

  private func server(_ key: String) throws -> DemoServer {
    try DemoServer(DemoServerConfiguration(dialect: .documented, apiKey: key))
  }

  @Test func theKeyFromTheKeyringReachesTheServer() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(first, for: identity, access: .quiet)
    let server = try server("made-up-key-1")
    let client = try provider(store, server).client()
    #expect(try await client.tasks.listSummaries().isEmpty == false)
    server.stop()
  }

  @Test func anAbsentKeyIsNotFound() async throws {
    let bus = try await PrivateBus()
    let server = try server("made-up-key-1")
    let error = await figraniumError {
      _ = try provider(KeyStore(bus: .address(bus.address)), server).client()
    }
    #expect(error?.kind == .credentialNotFound)
    #expect(server.requests.isEmpty)
  }

  @Test func aSessionIsUsedOnlyWhereAKeyIsNotEnough() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(first, for: identity, access: .quiet)
    let server = try DemoServer(
      DemoServerConfiguration(dialect: .v019, apiKey: "made-up-key-1"))
    defer { server.stop() }
    let account = DemoServerConfiguration(apiKey: "")
    let client = try provider(store, server).client()
    let before = await figraniumError { try await client.executions.stop("r") }
    #expect(before?.kind == .sessionRequired)
    let session = try await client.auth.login(
      email: account.email, password: Secret(account.password))
    // For another server, another account, as a key: found by none of them.
    for other in [
      CredentialIdentity.session(account: "work", server: "http://localhost:1"),
      .session(account: "home", server: server.baseURL),
      CredentialIdentity(service: CredentialIdentity.sessionService, account: "work"),
    ] {
      try await store.store(session, for: other, access: .quiet)
      let still = await figraniumError { try await client.executions.stop("r") }
      #expect(still?.kind == .sessionRequired)
    }
    let own = CredentialIdentity.session(account: "work", server: server.baseURL)
    try await store.store(session, for: own, access: .quiet)
    #expect(try await client.auth.me().isSignedIn)
    _ = try await client.tasks.listSummaries()
    let requests = server.requests.suffix(2)
    #expect(requests.map { $0.header("cookie") != nil } == [true, false])
    #expect(requests.map { $0.header("authorization") != nil } == [false, true])
    guard case .present(let key) = try await store.lookUp(identity, access: .quiet) else {
      Issue.record("the key is gone")
      return
    }
    #expect(key.secret == first)
    // A locked store is told from an absent session.
    try await bus.lock()
    let fresh = try Figranium(
      url: #require(URL(string: server.baseURL)), credential: .apiKey(first),
      options: ClientOptions(findSession: { try await store.session(own, access: .quiet) }))
    let locked = await figraniumError { try await fresh.executions.stop("r") }
    #expect(locked?.kind == .credentialStoreLocked)
  }

  @Test func eachStateOfTheStoreHasItsCode() async throws {
    let server = try server("made-up-key-1")
    let locked = InMemoryCredentialStore(isLocked: true)
    let refused = await figraniumError { _ = try provider(locked, server).client() }
    #expect(refused?.kind == .credentialStoreLocked)

    let prompts = StoreAccess(prompts: .allowed(limit: .seconds(1), waiting: nil))
    func code(_ answer: InMemoryCredentialStore.PromptAnswer) async -> FigraniumError.Code? {
      let store = InMemoryCredentialStore(isLocked: true, promptAnswer: answer)
      return await figraniumError {
        _ = try SecretServiceFigraniumProvider(
          store: store, identity: identity, baseURL: server.baseURL, access: prompts
        ).client()
      }?.kind
    }
    #expect(await code(.dismisses) == .credentialPromptDismissed)
    #expect(await code(.ignores) == .credentialStoreTimeout)
    #expect(await code(.unlocks) == .credentialNotFound)

    let away = KeyStore(bus: .address("unix:path=/nonexistent/bus"))
    let unavailable = await figraniumError { _ = try provider(away, server).client() }
    #expect(unavailable?.kind == .credentialStoreUnavailable)
  }

  @Test func afterA401TheKeyIsReadOnceMore() async throws {
    let bus = try await PrivateBus()
    let calls = Mutex(0)
    let store = KeyStore(bus: .address(bus.address)) { call in
      if call.member.hasSuffix(".GetSecret") { calls.withLock { $0 += 1 } }
    }
    try await store.store(first, for: identity, access: .quiet)
    let server = try server("made-up-key-2")
    let client = try provider(store, server).client()
    try await KeyStore(bus: .address(bus.address)).store(second, for: identity, access: .quiet)
    let before = calls.withLock { $0 }
    #expect(try await client.tasks.listSummaries().isEmpty == false)
    #expect(calls.withLock { $0 } == before + 1)
  }

  @Test func anUnchangedKeyIsNotTriedAgain() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(first, for: identity, access: .quiet)
    let server = try server("made-up-key-2")
    let client = try provider(store, server).client()
    let error = await figraniumError { _ = try await client.tasks.listSummaries() }
    #expect(error?.status == 401)
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer made-up-key-1" })
    #expect(Set(server.requests.map(\.target)).count == server.requests.count)
  }

  @Test(arguments: [
    ("no address", FigraniumError.Code.invalidBaseURL),
    ("http://figranium.example.com", .insecureTransport),
  ])
  func aBadAddressIsFoundBeforeTheStoreIsOpened(_ address: String, _ code: FigraniumError.Code)
    async
  {
    let store = InMemoryCredentialStore(isLocked: true)
    let error = await figraniumError {
      _ = try SecretServiceFigraniumProvider(
        store: store, identity: identity, baseURL: address, access: .quiet
      ).client()
    }
    #expect(error?.kind == code)
  }
}
