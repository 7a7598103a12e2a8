import Figranium
import FigraniumSecretService
import TestSupport
import Testing

/// What every ``CredentialStore`` has to do, over each of them.
@Suite(.providerMayCrash) struct CredentialStoreTests {
  private let identity = CredentialIdentity(account: "work")
  private let key = Secret("made-up-key-1")

  @Test(arguments: StoreFixture.Kind.allCases)
  func aKeyThatWasNeverStoredIsAbsent(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    #expect(try await store.lookUp(identity, access: .quiet).isAbsent)
    #expect(try store.lookUpBlocking(identity, access: .quiet).isAbsent)
    #expect(try await store.list(service: "figranium", access: .quiet).isEmpty)
    #expect(try await store.delete(identity, access: .quiet) == false)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func whatIsStoredIsFound(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    try await store.store(key, for: identity, access: .quiet)
    let found = try await store.lookUp(identity, access: .quiet)
    #expect(found.key == key)
    #expect(found.summary?.identity == identity)
    #expect(found.summary?.label == "Figranium API key (work)")
    #expect(found.summary?.application == "figctl")
    #expect(found.summary?.isLocked == false)
    #expect(found.summary?.created != nil)
    #expect(found.summary?.modified != nil)
    #expect(try store.lookUpBlocking(identity, access: .quiet).key == key)
    let other = CredentialIdentity(account: "home")
    #expect(try await store.lookUp(other, access: .quiet).isAbsent)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func storingAgainReplaces(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    try await store.store(key, for: identity, access: .quiet)
    let second = Secret("made-up-key-2")
    try await store.store(second, for: identity, access: .quiet)
    #expect(try await store.lookUp(identity, access: .quiet).key == second)
    #expect(try await store.list(service: "figranium", access: .quiet).count == 1)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func theListNamesEachKeyAndNoOtherService(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    for account in ["b", "a"] {
      try await store.store(key, for: CredentialIdentity(account: account), access: .quiet)
    }
    let other = CredentialIdentity(service: "another", account: "c")
    try await store.store(key, for: other, access: .quiet)
    let list = try await store.list(service: "figranium", access: .quiet)
    #expect(list.map { $0.identity?.account } == ["a", "b"])
    #expect(list.allSatisfy { !$0.isLocked && $0.application == "figctl" })
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func deletingTakesOneKeyOnly(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    let other = CredentialIdentity(account: "home")
    try await store.store(key, for: identity, access: .quiet)
    try await store.store(key, for: other, access: .quiet)
    #expect(try await store.delete(identity, access: .quiet))
    #expect(try await store.lookUp(identity, access: .quiet).isAbsent)
    #expect(try await store.lookUp(other, access: .quiet).key == key)
    #expect(try await store.delete(identity, access: .quiet) == false)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func anotherToolsKeyIsReadButNeverDeleted(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    let foreign = Secret("made-up-foreign-key")
    try await fixture.addForeign("made-up-foreign-key", identity)
    #expect(try await store.lookUp(identity, access: .quiet).key == foreign)

    try await store.store(key, for: identity, access: .quiet)
    #expect(try await store.lookUp(identity, access: .quiet).key == key)

    let removal = try await store.remove(identity, access: .quiet)
    #expect(removal.removed == 1)
    #expect(removal.foreign.map(\.identity) == [identity])
    #expect(try await store.lookUp(identity, access: .quiet).key == foreign)
    #expect(try await store.remove(identity, access: .quiet).removed == 0)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func lockedIsNeitherPresentNorAbsent(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    let store = fixture.store
    try await store.store(key, for: identity, access: .quiet)
    try await fixture.lock()
    let other = CredentialIdentity(account: "home")
    for asked in [identity, other] {
      let found = try await store.lookUp(asked, access: .quiet)
      #expect(found.lockedCollection?.isEmpty == false)
      #expect(try store.lookUpBlocking(asked, access: .quiet).lockedCollection != nil)
    }
    let stored = await figraniumError { try await store.store(key, for: other, access: .quiet) }
    #expect(stored?.kind == .credentialStoreLocked)
    let deleted = await figraniumError { _ = try await store.delete(identity, access: .quiet) }
    #expect(deleted?.kind == .credentialStoreLocked)
    #expect(try await store.list(service: "figranium", access: .quiet).allSatisfy(\.isLocked))
    #expect(try await store.list(service: "figranium", access: .quiet).isEmpty == false)
  }

  @Test(arguments: StoreFixture.Kind.allCases)
  func whatCannotBeAKeyIsRefused(_ kind: StoreFixture.Kind) async throws {
    let fixture = try await StoreFixture.make(kind)
    for bad in ["", "a b", "a\n", "a\u{0}b"] {
      let error = await figraniumError {
        try await fixture.store.store(Secret(bad), for: identity, access: .quiet)
      }
      #expect(error?.kind == .credentialInvalid)
    }
    #expect(try await fixture.store.lookUp(identity, access: .quiet).isAbsent)
  }
}
