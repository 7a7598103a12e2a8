import Figranium
import FigraniumSecretService
import Synchronization
import TestSupport
import Testing

/// Buses and providers that are away, hang, or answer nonsense.
@Suite struct KeyStoreFaultTests {
  private let identity = CredentialIdentity(account: "work")
  private let fake = CredentialIdentity(account: "fake")
  private let key = Secret("made-up-key-1")
  private let short = StoreAccess(limit: .seconds(2), prompts: .refused)

  @Test(arguments: ["unix:path=/nonexistent/bus", "unix:path=", "nonsense", "tcp:host=127.0.0.1"])
  func anAddressThatLeadsNowhereIsAnError(_ address: String) async {
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(address)).lookUp(identity, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(error?.message.hasPrefix("The session bus cannot be reached: ") == true)
  }

  @Test func aBusThatNeverAnswersEndsAtTheLimit() async throws {
    let bus = try await PrivateBus()
    bus.freezeBus()
    let store = KeyStore(bus: .address(bus.address))
    let error = await figraniumError { _ = try await store.lookUp(identity, access: short) }
    #expect(error?.kind == .credentialStoreTimeout)
    #expect(
      error?.message
        == "The session bus did not answer within 2 seconds.")
    let blocking = await figraniumError {
      _ = try store.lookUpBlocking(identity, access: short)
    }
    #expect(blocking?.kind == .credentialStoreTimeout)
  }

  @Test func aFrozenProviderEndsAtTheLimitAndWorksOnAfterwards() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    bus.freeze()
    let looked = await figraniumError { _ = try await store.lookUp(identity, access: short) }
    #expect(
      looked?.message
        == "The credential store did not answer within 2 seconds (waiting for SearchItems).")
    let stored = await figraniumError { try await store.store(key, for: identity, access: short) }
    #expect(stored?.kind == .credentialStoreTimeout)
    let fresh = await figraniumError {
      _ = try KeyStore(bus: .address(bus.address)).lookUpBlocking(identity, access: short)
    }
    #expect(fresh?.kind == .credentialStoreTimeout)
    bus.thaw()
    #expect(try await store.lookUp(identity, access: .quiet).key == key)
  }

  @Test func aCancelledTaskEndsAtOnce() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    _ = try await store.lookUp(identity, access: .quiet)
    bus.freeze()
    let task = _Concurrency.Task {
      try await store.lookUp(identity, access: StoreAccess(limit: .seconds(300)))
    }
    task.cancel()
    let error = await figraniumError { _ = try await task.value }
    #expect(error?.kind == .requestAborted)
  }

  @Test func nobodyProvidesTheService() async throws {
    let bus = try await PrivateBus(.none)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(
      error?.message
        == "No program provides the Secret Service (org.freedesktop.secrets) on the session bus.")
  }

  @Test func theProviderIsStartedByTheBus() async throws {
    let bus = try await PrivateBus(.activated)
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    #expect(found.isAbsent)
  }

  @Test func aProviderThatNeverComesEndsAtOurLimit() async throws {
    let bus = try await PrivateBus(.brokenActivation)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: short)
    }
    #expect(error?.kind == .credentialStoreTimeout)
    #expect(
      error?.message == "The credential store did not answer within 2 seconds (waiting for "
        + "StartServiceByName).")
  }

  @Test func aProviderThatEndsAtOnceIsAnError() async throws {
    let bus = try await PrivateBus(.failingActivation)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(
      error?.message.hasPrefix(
        "The program that provides the Secret Service could not be started: ") == true)
  }

  @Test func aRestartedProviderIsFoundAgain() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    for _ in 0..<3 {
      try await bus.restartKeyring(unlocked: true)
      #expect(try await store.lookUp(identity, access: .quiet).key == key)
      try await store.store(key, for: identity, access: .quiet)
    }
    try await bus.restartKeyring(unlocked: true)
    #expect(try await store.remove(identity, access: .quiet).removed == 1)
  }

  @Test func anUnencryptedSessionIsToldOf() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("plain")
    let notes = Mutex<[String]>([])
    let store = KeyStore(bus: .address(bus.address)) { call in
      if let failure = call.failure { notes.withLock { $0.append(failure) } }
    }
    #expect(try await store.lookUp(fake, access: .quiet).key == Secret("made-up-fake-key"))
    #expect(try await store.diagnose(access: .quiet).isSessionEncrypted == false)
    try await store.store(key, for: fake, access: .quiet)
    #expect(try await store.lookUp(fake, access: .quiet).key == key)
    // Told by the session to read by, which is refused first, and by the one to store by.
    let unencrypted = "secrets cross the bus unencrypted"
    #expect(
      notes.withLock { $0 } == [
        "org.freedesktop.DBus.Error.NotSupported", unencrypted, unencrypted,
      ])
  }

  @Test func aSessionThatIsNeverOpenedEndsAtTheLimit() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("silent")
    // Longer than the others: by its end the searches that go on meanwhile must be answered.
    let access = StoreAccess(limit: .seconds(6), prompts: .refused)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: access)
    }
    #expect(
      error?.message
        == "The credential store did not answer within 6 seconds (waiting for OpenSession).")
  }

  @Test(arguments: [
    ("unmade", "work", "The key was not stored: the provider made no item."),
    ("forgetful", "work", "The key was not stored: it reads back differently."),
    // It is there already, and gets another value.
    ("forgetful", "fake", "The key was not stored: it reads back differently."),
  ])
  func whatIsNotKeptIsAnError(_ mode: String, _ account: String, _ message: String) async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService(mode)
    let error = await figraniumError {
      try await KeyStore(bus: .address(bus.address)).store(
        key, for: CredentialIdentity(account: account), access: .quiet)
    }
    #expect(error?.kind == .credentialNotStored)
    #expect(error?.message == message)
  }

  /// Nothing, 0, 1 and a number that is too large: whoever reads along knows what becomes of those.
  @Test(arguments: [
    "", "00", "01", String(repeating: "ff", count: 128),
    "01" + String(repeating: "00", count: 4096),
  ])
  func aSessionThatAnybodyCouldReadIsRefused(_ number: String) async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("public:" + number)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(
      error?.message == "The credential store gave an answer that makes no sense: "
        + "OpenSession answered no public key.")
  }

  /// Vectors and texts of every length, and a text that no key of ours decrypts.
  @Test(arguments: [
    "text::", "text:00:00", "text:VECTOR:", "text:VECTOR:00", "text:VECTOR:VECTOR", "text::VECTOR",
  ])
  func aSecretThatCannotBeDecryptedIsAnError(_ mode: String) async throws {
    let bus = try await PrivateBus(.none)
    let block = String(repeating: "5a", count: 16)
    try await bus.startFakeService(mode.replacing("VECTOR", with: block))
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(
      error?.message == "The credential store gave an answer that makes no sense: "
        + "GetSecret answered what its session cannot decrypt.")
  }

  @Test func theProvidersOwnWordsArePassedOn() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("refusing")
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(
      error?.message == "The credential store refused: createDLGroup failed: maybe libqca-ossl "
        + "is missing.")
    #expect(error?.hint?.contains("libqca-qt5-2-plugins") == true)
  }

  @Test func theObserverIsToldOfEachCallAndNoValue() async throws {
    let bus = try await PrivateBus()
    let calls = Mutex<[StoreCall]>([])
    let store = KeyStore(bus: .address(bus.address)) { call in calls.withLock { $0.append(call) } }
    try await store.store(key, for: identity, access: .quiet)
    _ = try await store.lookUp(identity, access: .quiet)
    let seen = calls.withLock { $0 }
    #expect(seen.contains { $0.member == "org.freedesktop.Secret.Service.OpenSession" })
    #expect(seen.contains { $0.member == "org.freedesktop.Secret.Collection.CreateItem" })
    #expect(seen.contains { $0.member == "org.freedesktop.Secret.Item.GetSecret" })
    #expect(seen.allSatisfy { $0.failure == nil && $0.duration > .zero })
    #expect(!"\(seen)".contains("made-up-key-1"))
  }
}
