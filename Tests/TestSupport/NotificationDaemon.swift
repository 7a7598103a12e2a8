package import GLibBridge
import Glibc
import Synchronization

/// A notification server on a private bus: python-dbusmock's, which shows nothing and tells what
/// it was asked.
package final class NotificationDaemon: Sendable {
  /// One call of `Notify`.
  package struct Notice: Sendable {
    /// What the server calls it.
    package let id: UInt32
    /// Which one it took the place of; 0 for none.
    package let replaced: UInt32
    package let application: String
    package let summary: String
    package let body: String
    /// Keys and labels of the buttons.
    package let actions: [String: String]
    package let hints: [String: BusValue]
    package let timeout: BusValue?
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let mock = "org.freedesktop.DBus.Mock"

  /// What was shown, in its order.
  package let notices = EventLog<Notice>()

  private let bus: PrivateBus
  private let process: ChildProcess
  private let subscription: Mutex<BusSubscription?> = Mutex(nil)
  private let read = Monitor((count: 0, lastID: UInt32(0)))

  /// Starts it; it has the name when this returns.
  package init(
    on bus: PrivateBus, capabilities: String = "body body-markup actions"
  ) async throws {
    self.bus = bus
    process = try ChildProcess(
      [
        "/usr/bin/python3", "-m", "dbusmock", "--template", "notification_daemon", "-p",
        "{\"capabilities\": \"\(capabilities)\"}",
      ], environment: bus.environment)
    try await bus.waitForName(Self.name, owned: true)
    let owner = try await bus.connection.owner(
      of: Self.name, deadline: Deadline(limit: .seconds(30)))
    let made = try await bus.connection.subscribe(
      sender: owner ?? "", path: Self.path, interface: Self.mock, member: "MethodCalled",
      firstArgument: "Notify", deadline: Deadline(limit: .seconds(30))
    ) { [weak self] _ in Task { try await self?.refresh() } }
    subscription.withLock { $0 = made }
    // What a service sent before anybody listened.
    try await refresh()
  }

  deinit { process.kill() }

  /// Presses a button.
  package func press(_ key: String, on id: UInt32) async throws {
    try await emit("ActionInvoked", "us", [.uint32(id), .string(key)])
  }

  /// Types a text into it.
  package func reply(_ text: String, to id: UInt32) async throws {
    try await emit("NotificationReplied", "us", [.uint32(id), .string(text)])
  }

  /// Takes it away as a user does (reason 2).
  package func dismiss(_ id: UInt32) async throws {
    try await emit("NotificationClosed", "uu", [.uint32(id), .uint32(2)])
  }

  /// Which ones were taken away by calls of `CloseNotification`.
  package func closings() async throws -> [UInt32] {
    let calls = try await bus.connection.call(
      Self.name, path: Self.path, interface: Self.mock, member: "GetMethodCalls",
      [.string("CloseNotification")], reply: "(a(tav))", deadline: Deadline(limit: .seconds(30)))
    return (calls[0]?.members ?? []).compactMap { call in
      // The mock takes the number as a signed one.
      guard case .variant(.int32(let id))? = call[1]?.members.first else { return nil }
      return UInt32(bitPattern: id)
    }
  }

  /// Ends the server; the name has no owner when this returns.
  package func stop() async throws {
    process.kill()
    try await bus.waitForName(Self.name, owned: false)
  }

  /// Stops the server's process (SIGSTOP): it is there, takes what is sent, and never answers.
  package func freeze() { process.send(signal: SIGSTOP) }

  /// Lets it run on (SIGCONT).
  package func thaw() { process.send(signal: SIGCONT) }

  private func emit(_ member: String, _ signature: String, _ arguments: [BusValue]) async throws {
    _ = try await bus.connection.call(
      Self.name, path: Self.path, interface: Self.mock, member: "EmitSignal",
      [
        .string(Self.name), .string(member), .string(signature),
        .array(of: "v", arguments.map { .variant($0) }),
      ], reply: "()", deadline: Deadline(limit: .seconds(30)))
  }

  /// Reads the server's own list, which has every call in its order.
  private func refresh() async throws {
    let list = try await bus.connection.call(
      Self.name, path: Self.path, interface: Self.mock, member: "GetMethodCalls",
      [.string("Notify")], reply: "(a(tav))", deadline: Deadline(limit: .seconds(30)))
    let calls = (list[0]?.members ?? []).map { $0[1]?.members ?? [] }
    read.withLock { read in
      while read.count < calls.count {
        called(calls[read.count], &read.lastID)
        read.count += 1
      }
    }
  }

  private func called(_ arguments: [BusValue], _ last: inout UInt32) {
    guard arguments.count == 8 else { return }
    let replaced = UInt32(arguments[1].unsigned ?? 0)
    if replaced == 0 { last += 1 }
    let id = replaced == 0 ? last : replaced
    let words = arguments[5].members.compactMap(\.text)
    var actions: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      actions[words[index]] = words[index + 1]
    }
    notices.append(
      Notice(
        id: id, replaced: replaced, application: arguments[0].text ?? "",
        summary: arguments[3].text ?? "", body: arguments[4].text ?? "", actions: actions,
        hints: arguments[6].dictionary, timeout: arguments[7].members.first ?? arguments[7]))
  }
}
