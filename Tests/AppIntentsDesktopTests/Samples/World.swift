import AppIntents
import AppIntentsDesktop
import GLibBridge
import TestSupport

/// What the intents of the tests work on; each test has one of its own.
final class World: Sendable {
  @TaskLocal static var current: World?

  static var here: World {
    guard let current else { preconditionFailure("no world in this task") }
    return current
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What the intents did, in its order.
  let events = EventLog<String>()
  private let state: LockedValue<(friends: [Friend], problem: String?, released: Bool)>
  private let waiting = EventLog<Void>()

  init(friends: [String] = ["Ada Lovelace", "Grace Hopper", "Zoë Müller"]) {
    let all = friends.enumerated().map { Friend(id: "f\($0.offset + 1)", name: $0.element) }
    state = LockedValue((all, nil, false))
  }

  var friends: [Friend] {
    get { state.withLock { $0.friends } }
    set { state.withLock { $0.friends = newValue } }
  }

  /// What the query throws; nil for nothing.
  var problem: String? {
    get { state.withLock { $0.problem } }
    set { state.withLock { $0.problem = newValue } }
  }

  /// Lets every run of ``Wait`` end.
  func release() {
    state.withLock { $0.released = true }
    waiting.append(())
  }

  func waitForRelease() async throws {
    let isCancelled = LockedValue(false)
    _ = try await withTaskCancellationHandler {
      try await waiting.wait { [self] _ in
        isCancelled.value || state.withLock { $0.released }
      }
    } onCancel: {
      isCancelled.value = true
      waiting.append(())
    }
    try Task.checkCancellation()
  }

  /// The program of the tests.
  func application(id: String = "org.example.Friends-2") -> DesktopApplication {
    var application = DesktopApplication(
      id: id, name: "Friends", summary: "Greet friends", shortcuts: FriendShortcuts.self,
      intents: [Wait.self, Ask.self, Fail.self, Note.self, Hidden.self, Mood.self, OpenSafe.self])
    application.hooks.whileRunning = { body in
      try await World.$current.withValue(self) { try await body() }
    }
    application.hooks.whileSearching = { body in
      self.events.append("read")
      try await World.$current.withValue(self) { try await body() }
    }
    application.hooks.command = { intent, missing in
      "friends \(intent)" + missing.map { " \($0)=…" }.joined()
    }
    application.hooks.log = { self.events.append("log: \($0)") }
    return application
  }
}

extension World {
  /// Waits until a search knows the friends.
  func settle(_ service: RunningService) async throws {
    try await events.first { $0 == "read" }
    // The index is made a moment after the query has answered; no signal tells of it.
    let deadline = ContinuousClock.now + .seconds(30)
    while try await service.search(friends.last?.name ?? "").isEmpty {
      guard ContinuousClock.now < deadline else {
        throw Failure(description: "the friends were never found")
      }
      await Task.yield()
    }
  }
}
