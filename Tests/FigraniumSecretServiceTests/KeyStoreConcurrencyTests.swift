import Figranium
import FigraniumSecretService
import TestSupport
import Testing

/// Many callers at once.
@Suite struct KeyStoreConcurrencyTests {
  @Test func manyStoresAndLookUpsAtOnce() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let limit = StoreAccess(limit: .seconds(60), prompts: .refused)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          let identity = CredentialIdentity(account: "account-\(index)")
          let key = Secret("made-up-key-\(index)")
          try await store.store(key, for: identity, access: limit)
          #expect(try await store.lookUp(identity, access: limit).key == key)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.list(service: "figranium", access: limit).count == 20)
  }

  @Test func theSameKeyStoredAtOnceIsOneItem() async throws {
    let bus = try await PrivateBus()
    let identity = CredentialIdentity(account: "work")
    let key = Secret("made-up-key")
    let limit = StoreAccess(limit: .seconds(60), prompts: .refused)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await KeyStore(bus: .address(bus.address)).store(key, for: identity, access: limit)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await bus.items(["service": "figranium"]).count == 1)
  }

  @Test func blockingCallersOnEveryThreadOfThePoolGetTheirAnswer() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let identity = CredentialIdentity(account: "work")
    let key = Secret("made-up-key")
    try await store.store(key, for: identity, access: .quiet)
    let limit = StoreAccess(limit: .seconds(60), prompts: .refused)
    let keys = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for _ in 0..<64 {
        group.addTask { try store.lookUpBlocking(identity, access: limit).key }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 64)
    #expect(keys.allSatisfy { $0 == key })
  }

  @Test func preparingBeforehandChangesNoAnswer() async throws {
    let bus = try await PrivateBus()
    let identity = CredentialIdentity(account: "work")
    let key = Secret("made-up-key")
    try await KeyStore(bus: .address(bus.address)).store(key, for: identity, access: .quiet)
    let store = KeyStore(bus: .address(bus.address))
    store.prepare()
    store.prepare()
    #expect(try store.lookUpBlocking(identity, access: .quiet).key == key)
    KeyStore(bus: .address("unix:path=/nonexistent/bus")).prepare()
  }

  @Test func aReleasedStoreLeavesTheBus() async throws {
    let bus = try await PrivateBus()
    let before = try await bus.connections()
    func use() async throws -> Set<String> {
      let store = KeyStore(bus: .address(bus.address))
      let identity = CredentialIdentity(account: "work")
      try await store.store(Secret("made-up-key"), for: identity, access: .quiet)
      _ = try await store.lookUp(identity, access: .quiet)
      return try await bus.connections().subtracting(before)
    }
    // One connection for all calls of a store, and none that outlives it.
    let used = try await use()
    #expect(used.count == 1)
    for name in used { try await bus.waitForName(name, owned: false) }
  }
}
