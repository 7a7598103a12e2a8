import GLibBridge
import Synchronization

/// Waits for a name on the bus to be taken or given up.
enum NameWatch {
  private final class Owner: Sendable {
    private struct State: ~Copyable {
      var isOwned: Bool?
      var waiting: (wanted: Bool, answer: Answer<Void>)?
    }

    private let state = Mutex(State())

    func set(_ isOwned: Bool) {
      let answer = state.withLock { state -> Answer<Void>? in
        state.isOwned = isOwned
        guard let waiting = state.waiting, waiting.wanted == isOwned else { return nil }
        return waiting.answer
      }
      answer?.give(.success(()))
    }

    func wait(_ wanted: Bool, _ answer: Answer<Void>) {
      let isSo = state.withLock { state in
        state.waiting = (wanted, answer)
        return state.isOwned == wanted
      }
      if isSo { answer.give(.success(())) }
    }
  }

  static func wait(
    for name: String, owned: Bool, on connection: BusConnection
  ) async throws {
    let deadline = Deadline(limit: .seconds(60))
    let owner = Owner()
    let bus = "org.freedesktop.DBus"
    let subscription = try await connection.subscribe(
      sender: bus, path: "/org/freedesktop/DBus", interface: bus, member: "NameOwnerChanged",
      firstArgument: name, deadline: deadline
    ) { arguments in
      owner.set(arguments[2]?.text != "")
    }
    defer { withExtendedLifetime(subscription) {} }
    let now = try await connection.call(
      bus, path: "/org/freedesktop/DBus", interface: bus, member: "NameHasOwner",
      [.string(name)], reply: "(b)", deadline: deadline)
    if now[0]?.bool == owned { return }
    try await waitOnLoop(deadline) { answer in owner.wait(owned, answer) }
  }
}
