import Figranium
import FigraniumSecretService
import GLibBridge
import Synchronization
import TestSupport
import Testing

/// Prompts: only where allowed, one at a time, never for ever, and never trusted.
@Suite struct KeyStorePromptTests {
  private let fake = CredentialIdentity(account: "fake")

  private func access(_ seconds: Int, _ waiting: (@Sendable (String) -> Void)? = nil)
    -> StoreAccess
  {
    StoreAccess(prompts: .allowed(limit: .seconds(seconds), waiting: waiting))
  }

  @Test func completedMayComeBeforePromptReturns() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("early")
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: access(30))
    #expect(found.key == Secret("made-up-fake-key"))
  }

  @Test func aPromptMayTakeLongerThanACall() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("late")
    var access = access(30)
    access.limit = .seconds(5)
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: access)
    #expect(found.key == Secret("made-up-fake-key"))
  }

  @Test func refusedPromptsAreNotShown() async throws {
    let bus = try await PrivateBus(.none)
    let service = try await bus.startFakeService("early")
    let store = KeyStore(bus: .address(bus.address))
    #expect(try await store.lookUp(fake, access: .quiet).lockedCollection == "Fake")
    #expect(!service.standardOutput.contains("Unlock"))
  }

  @Test func dismissedIsItsOwnError() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("dismissed")
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: access(30))
    }
    #expect(error?.kind == .credentialPromptDismissed)
    #expect(error?.message == "The prompt for the keyring \"Fake\" was dismissed.")
  }

  @Test func successThatUnlockedNothingIsStillLocked() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("lying")
    let store = KeyStore(bus: .address(bus.address))
    #expect(try await store.lookUp(fake, access: access(30)).lockedCollection == "Fake")
    let error = await figraniumError {
      try await store.store(Secret("made-up"), for: fake, access: access(30))
    }
    #expect(error?.kind == .credentialStoreLocked)
  }

  @Test func aPromptThatNobodyAnswersIsTakenAway() async throws {
    let bus = try await PrivateBus(.none)
    let service = try await bus.startFakeService("never")
    let texts = Mutex<[String]>([])
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(
        fake, access: access(2) { text in texts.withLock { $0.append(text) } })
    }
    #expect(error?.kind == .credentialStoreTimeout)
    #expect(
      error?.message == "Nobody answered the prompt for the keyring \"Fake\" within 2 seconds.")
    #expect(
      texts.withLock { $0 } == ["Waiting for the prompt to unlock the keyring \"Fake\"."])
    #expect(try await service.hasWritten(line: "Dismiss"))
  }

  @Test func aCancelledTaskTakesThePromptAway() async throws {
    let bus = try await PrivateBus(.none)
    let service = try await bus.startFakeService("never")
    let store = KeyStore(bus: .address(bus.address))
    let access = access(120)
    let task = _Concurrency.Task { try await store.lookUp(fake, access: access) }
    #expect(try await service.hasWritten(line: "Prompt"))
    task.cancel()
    let error = await figraniumError { _ = try await task.value }
    #expect(error?.kind == .requestAborted)
    #expect(try await service.hasWritten(line: "Dismiss"))
  }

  @Test func aProviderThatLeavesDuringItsPromptIsNoticed() async throws {
    let bus = try await PrivateBus(.none)
    try await bus.startFakeService("leaves")
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(fake, access: access(120))
    }
    #expect(error?.kind == .credentialStoreUnavailable)
  }

  @Test func callersAtOnceShareOnePrompt() async throws {
    let bus = try await PrivateBus(.none)
    let service = try await bus.startFakeService("late")
    let stores = [KeyStore(bus: .address(bus.address)), KeyStore(bus: .address(bus.address))]
    let access = access(60)
    let keys = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for index in 0..<8 {
        group.addTask { try await stores[index % 2].lookUp(fake, access: access).key }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 8)
    #expect(keys.allSatisfy { $0 == Secret("made-up-fake-key") })
    let prompts = service.standardOutput.split(separator: "\n").filter { $0 == "Prompt" }
    #expect(prompts.count == 1)
  }

  @Test func gnomesDeafPrompterIsWaitedForOnce() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let identity = CredentialIdentity(account: "work")
    try await store.store(Secret("made-up-key"), for: identity, access: .quiet)
    let prompter = try await bus.startDeafPrompter()
    try await bus.lock()
    let error = await figraniumError { _ = try await store.lookUp(identity, access: access(2)) }
    #expect(error?.kind == .credentialStoreTimeout)
    #expect(error?.message.contains("\"Login\"") == true)
    let begun = prompter.standardOutput.split(separator: "\n").filter { $0 == "BeginPrompting" }
    #expect(begun.count == 1)

    // gnome-keyring has survived, though its prompt was given up.
    #expect(try await bus.items(["service": "figranium"]).count == 1)

    // A look-up of what is not there shows no prompt at all, though prompts are allowed.
    let other = CredentialIdentity(account: "home")
    #expect(try await store.lookUp(other, access: access(2)).lockedCollection == "Login")
    let after = prompter.standardOutput.split(separator: "\n").filter { $0 == "BeginPrompting" }
    #expect(after.count == 1)
  }

  @Test func withoutAPrompterGnomesPromptCountsAsDismissed() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    let identity = CredentialIdentity(account: "work")
    try await store.store(Secret("made-up-key"), for: identity, access: .quiet)
    try await bus.lock()
    let error = await figraniumError { _ = try await store.lookUp(identity, access: access(60)) }
    #expect(error?.kind == .credentialPromptDismissed)
    #expect(try await bus.items(["service": "figranium"]).count == 1)
  }
}
