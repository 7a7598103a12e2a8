import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import Synchronization
import SystemBridge
import TestSupport
import Testing

/// Hours of a day in minutes: readers, writers and programs at a keyring that restarts all the time.
///
/// For `install/soak`, which says how long in `FIGRANIUM_SOAK_MINUTES`.
@Suite struct StoreSoakTests {
  private static let minutes = SystemEnvironment.value("FIGRANIUM_SOAK_MINUTES")
    .flatMap { Double($0) }
  private static let pause = Duration.seconds(10)

  private final class Score: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    func add(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }
    var all: [String: Int] { counts.withLock { $0 } }
  }

  @Test(.enabled(if: minutes != nil))
  func nothingIsLostWhileTheKeyringRestarts() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let accounts = ["default", "soak-1", "soak-2"]
    for account in accounts {
      try await store.store(
        Self.key(account), for: CredentialIdentity(account: account), access: Self.access)
    }
    let score = Score()
    let until = ContinuousClock.now + .milliseconds(Int((Self.minutes ?? 0) * 60_000))
    let before = Self.descriptors
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while ContinuousClock.now < until {
          try await _Concurrency.Task.sleep(for: Self.pause)
          try await bus.restartKeyring(unlocked: true)
          score.add("restarts")
        }
      }
      for account in accounts {
        group.addTask {
          let identity = CredentialIdentity(account: account)
          while ContinuousClock.now < until {
            await Self.read(store, identity, score)
            await Self.read(KeyStore(bus: .address(bus.address)), identity, score)
            await Self.write(store, identity, score)
          }
        }
      }
      group.addTask {
        while ContinuousClock.now < until { try await Self.show(bus, score) }
      }
      try await group.waitForAll()
    }
    print("soak: \(score.all.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    #expect(score.all["restarts", default: 0] > 0)
    #expect(score.all["read", default: 0] > 100)
    #expect(score.all["stored", default: 0] > 50)
    for account in accounts {
      let found = try await store.lookUp(
        CredentialIdentity(account: account), access: Self.access)
      guard case .present(let credential) = found else {
        Issue.record("\(account): \(found)")
        continue
      }
      #expect(credential.secret == Self.key(account))
      #expect(try await bus.items(["service": "figranium", "account": account]).count == 1)
    }
    // What the bus and the keyring's pipes take is there before as well.
    #expect(Self.descriptors <= before + 8)
  }

  private static let access = StoreAccess(limit: .seconds(20), prompts: .refused)

  private static func key(_ account: String) -> Secret { Secret("made-up-key-of-\(account)") }

  private static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  private static func read(
    _ store: KeyStore, _ identity: CredentialIdentity, _ score: Score
  ) async {
    do {
      switch try await store.lookUp(identity, access: access) {
      case .present(let credential):
        #expect(credential.secret == key(identity.account), "another value")
        score.add("read")
      case .absent: Issue.record("\(identity.account) is absent, it says")
      case .locked: score.add("locked")
      }
    } catch { note(error, score) }
  }

  private static func write(
    _ store: KeyStore, _ identity: CredentialIdentity, _ score: Score
  ) async {
    do {
      try await store.store(key(identity.account), for: identity, access: access)
      score.add("stored")
    } catch { note(error, score) }
  }

  private static func show(_ bus: PrivateBus, _ score: Score) async throws {
    let ended = try await FigctlProcess(environment: bus.environment)
      .run(["key", "show", "--no-prompt"])
    switch ended.code {
    case 0?: score.add("figctl")
    case 4?: score.add("figctl failed")
    default: Issue.record("figctl: \(ended.exit.map { "\($0)" } ?? "hangs") \(ended.errors)")
    }
  }

  /// While the keyring is away every call may say so, and nothing else.
  private static func note(_ error: any Error, _ score: Score) {
    let kinds: [FigraniumError.Code] = [
      .credentialStoreUnavailable, .credentialStoreTimeout, .credentialStoreLocked,
      .credentialNotStored,
    ]
    guard let error = error as? FigraniumError, kinds.contains(error.kind) else {
      Issue.record("\(error)")
      return
    }
    score.add("failed")
  }
}
