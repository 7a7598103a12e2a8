import Figranium
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// Collections: locked, never opened, several of them, none.
@Suite struct KeyStoreStateTests {
  private let identity = CredentialIdentity(account: "work")
  private let key = Secret("made-up-key-1")

  @Test func aCollectionThatWasNeverOpenedIsLockedAndNotEmpty() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    try await bus.restartKeyring(unlocked: false)
    #expect(try await store.lookUp(identity, access: .quiet).lockedCollection != nil)
    let other = CredentialIdentity(account: "home")
    #expect(try await store.lookUp(other, access: .quiet).lockedCollection != nil)

    // Attributes are hashed and labels empty then: neither may be shown.
    let list = try await store.list(service: "figranium", access: .quiet)
    #expect(list.count == 1)
    #expect(list.first?.isLocked == true)
    #expect(list.first?.identity == nil)
    #expect(list.first?.label == nil)
    #expect(list.first?.application == nil)
    let deleted = await figraniumError { _ = try await store.remove(identity, access: .quiet) }
    #expect(deleted?.kind == .credentialStoreLocked)

    try await bus.restartKeyring(unlocked: true)
    #expect(try await store.lookUp(identity, access: .quiet).key == key)
  }

  @Test func anEmptyLockedCollectionIsListedAsLocked() async throws {
    let bus = try await PrivateBus()
    try await bus.lock()
    let list = try await KeyStore(bus: .address(bus.address))
      .list(service: "figranium", access: .quiet)
    #expect(list.map(\.isLocked) == [true])
    #expect(list.first?.identity == nil)
  }

  @Test func withoutADefaultCollectionNothingIsThereAndNothingIsStored() async throws {
    let bus = try await PrivateBus(.neverUnlocked)
    let store = KeyStore(bus: .address(bus.address))
    #expect(try await bus.defaultCollection() == "/")
    #expect(try await store.lookUp(identity, access: .quiet).isAbsent)
    let error = await figraniumError { try await store.store(key, for: identity, access: .quiet) }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(error?.message == "There is no default keyring yet.")
  }

  @Test func aMissingDefaultCollectionIsAskedForWherePromptsAreAllowed() async throws {
    let bus = try await PrivateBus(.neverUnlocked)
    let prompter = try await bus.startDeafPrompter()
    let error = await figraniumError {
      try await KeyStore(bus: .address(bus.address)).store(
        key, for: identity,
        access: StoreAccess(prompts: .allowed(limit: .seconds(2), waiting: nil)))
    }
    #expect(error?.kind == .credentialStoreTimeout)
    #expect(prompter.standardOutput.contains("BeginPrompting"))
  }

  @Test func keysGoToTheDefaultCollectionWhateverItsName() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    let login = try await bus.defaultCollection()
    let work = try await bus.makeDefaultCollection(label: "Work")
    #expect(work != login)

    // The one that is there is found; a new one lands in the new default, and goes before it.
    #expect(try await store.lookUp(identity, access: .quiet).key == key)
    let second = Secret("made-up-key-2")
    try await store.store(second, for: identity, access: .quiet)
    let found = try await store.lookUp(identity, access: .quiet)
    #expect(found.key == second)
    #expect(found.summary?.collection == "Work")
    #expect(try await bus.items(["service": "figranium"]).count == 2)
    try await bus.setDefault(login)
    #expect(try await store.lookUp(identity, access: .quiet).key == key)

    // Deleting takes both: they are ours, and this profile's.
    #expect(try await store.remove(identity, access: .quiet).removed == 2)
    #expect(try await bus.items(["service": "figranium"]).isEmpty)
  }

  @Test func aNamedCollectionIsUsedAlone() async throws {
    let bus = try await PrivateBus()
    let login = try await bus.defaultCollection()
    _ = try await bus.makeDefaultCollection(label: "Work")
    try await bus.setDefault(login)
    let plain = KeyStore(bus: .address(bus.address))
    let named = KeyStore(bus: .address(bus.address), collection: "Work")
    try await plain.store(key, for: identity, access: .quiet)
    #expect(try await named.lookUp(identity, access: .quiet).isAbsent)
    #expect(try await named.list(service: "figranium", access: .quiet).isEmpty)
    let second = Secret("made-up-key-2")
    try await named.store(second, for: identity, access: .quiet)
    let found = try await named.lookUp(identity, access: .quiet)
    #expect(found.key == second)
    #expect(found.summary?.collection == "Work")
    #expect(try await plain.lookUp(identity, access: .quiet).key == key)
    #expect(try await named.remove(identity, access: .quiet).removed == 1)
    #expect(try await plain.lookUp(identity, access: .quiet).key == key)
  }

  @Test func aNamedCollectionThatIsNotThereIsAnError() async throws {
    let bus = try await PrivateBus()
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address), collection: "None")
        .lookUp(identity, access: .quiet)
    }
    #expect(error?.kind == .credentialStoreUnavailable)
    #expect(error?.message == "There is no keyring with the label \"None\".")
  }

  @Test func aLockedKeyOfOursIsNotPassedOverForAnothersOpenOne() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let login = try await bus.defaultCollection()
    try await store.store(key, for: identity, access: .quiet)
    _ = try await bus.makeDefaultCollection(label: "Work")
    let foreign = try await bus.run(
      ["secret-tool", "store", "--label=theirs", "service", "figranium", "account", "work"],
      input: "made-up-foreign")
    #expect(foreign.code == 0)
    try await bus.setDefault(login)
    try await bus.lock()
    #expect(try await store.lookUp(identity, access: .quiet).lockedCollection != nil)
  }

  @Test func theDiagnosisNamesTheProviderAndItsState() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let open = try await store.diagnose(access: .quiet)
    #expect(open.busOrigin == "given address")
    #expect(open.providerProgram == "gnome-keyring-daemon")
    #expect((open.providerPID ?? 0) > 1)
    #expect(open.collection == "Login")
    #expect(open.isLocked == false)
    #expect(open.isSessionEncrypted)
    try await bus.lock()
    #expect(try await store.diagnose(access: .quiet).isLocked == true)
    let none = try await PrivateBus(.neverUnlocked)
    let empty = try await KeyStore(bus: .address(none.address)).diagnose(access: .quiet)
    #expect(empty.collection == nil)
    #expect(empty.isLocked == nil)
  }
}
