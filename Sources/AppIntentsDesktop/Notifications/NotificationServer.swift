import GLibBridge
import Synchronization

/// The session's notification server, as it comes and goes: `org.freedesktop.Notifications`.
final class NotificationServer: Sendable {
  /// What the user did with a notice.
  enum Event: Sendable, Equatable {
    /// A button, by its key.
    case action(String)
    /// A text typed into the notice; some servers have a field for that.
    case reply(String)
    /// It is gone: run out, dismissed, or closed by a call.
    case closed
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// How long a call may take that somebody waits for; the first one may have to start the server.
  private static let limit = Duration.seconds(10)
  /// How long a server may take to show something: what was sent is shown when it gets to it, so a
  /// notice that is given up too early would be shown twice.
  private static let showLimit = Duration.seconds(600)

  private struct State: Sendable {
    /// Counts the servers: an identifier of an earlier one means nothing to a later one.
    var epoch = 0
    var capabilities: Set<String>?
    var subscriptions: [BusSubscription] = []
    var onEvent: (@Sendable (UInt32, Event) -> Void)?
    var onRestart: (@Sendable () -> Void)?
  }

  private let connection: BusConnection
  private let applicationID: String
  private let applicationName: String
  private let state = Mutex(State())

  init(_ connection: BusConnection, application: DesktopApplication) {
    self.connection = connection
    applicationID = application.id
    applicationName = application.name
  }

  /// Listens to the server, whether there is one now or not.
  ///
  /// - Parameters:
  ///   - onEvent: Called on the loop's thread for each of its signals.
  ///   - onRestart: Called on the loop's thread when another server has taken the name.
  func listen(
    deadline: Deadline, onEvent: @escaping @Sendable (UInt32, Event) -> Void,
    onRestart: @escaping @Sendable () -> Void
  ) async throws(BusError) {
    state.withLock { state in
      state.onEvent = onEvent
      state.onRestart = onRestart
    }
    var subscriptions: [BusSubscription] = []
    for member in ["ActionInvoked", "NotificationReplied", "NotificationClosed"] {
      subscriptions.append(
        try await connection.subscribe(
          sender: Self.name, path: Self.path, interface: Self.name, member: member,
          deadline: deadline
        ) { [weak self] arguments in self?.received(member, arguments) })
    }
    subscriptions.append(
      try await connection.watchOwner(of: Self.name, deadline: deadline) { [weak self] owner in
        self?.ownerChanged(owner)
      })
    let all = subscriptions
    state.withLock { $0.subscriptions = all }
  }

  /// Which server this is; another number after a restart.
  var epoch: Int { state.withLock { $0.epoch } }

  /// What the server can do; the first call may start it.
  ///
  /// - Throws: What the bus says when there is no server.
  func capabilities() async throws(BusError) -> Set<String> { try await capabilities(Self.limit) }

  private func capabilities(_ limit: Duration) async throws(BusError) -> Set<String> {
    let (known, epoch) = state.withLock { ($0.capabilities, $0.epoch) }
    if let known { return known }
    let answer = try await call("GetCapabilities", [], "(as)", limit)
    let found = Set((answer[0]?.members ?? []).compactMap(\.text))
    state.withLock { if $0.epoch == epoch { $0.capabilities = found } }
    return found
  }

  /// A notice as one server knows it.
  struct Posted: Sendable, Equatable {
    /// Its identifier; 0 for none.
    var id: UInt32 = 0
    /// Which server has it.
    var epoch = -1
  }

  /// Shows a notice; the wait may be long where a server does not answer.
  ///
  /// - Parameter replaced: The notice that it takes the place of, if this server has it.
  /// - Returns: What this server calls it.
  func notify(_ notice: DesktopNotification, replacing replaced: Posted) async throws(BusError)
    -> Posted
  {
    let capabilities = try await capabilities(Self.showLimit)
    // Only now: the call above may have started the server.
    let epoch = epoch
    let body = NoticeText.lines(notice.body)
    var hints: [String: BusValue] = [
      "desktop-entry": .string(applicationID), "urgency": .byte(notice.urgency.rawValue),
    ]
    if let category = notice.category { hints["category"] = .string(category) }
    let actions = capabilities.contains("actions") ? notice.actions : []
    let answer = try await call(
      "Notify",
      [
        .string(applicationName), .uint32(replaced.epoch == epoch ? replaced.id : 0),
        .string(applicationID), .string(NoticeText.line(notice.summary)),
        .string(capabilities.contains("body-markup") ? NoticeText.escaped(body) : body),
        .array(of: "s", actions.flatMap { [.string($0.key), .string(NoticeText.line($0.label))] }),
        .properties(hints), .int32(notice.stays ? 0 : -1),
      ], "(u)", Self.showLimit)
    return Posted(id: UInt32(answer[0]?.unsigned ?? 0), epoch: epoch)
  }

  /// Takes a notice away; one that is gone is no error.
  func close(_ id: UInt32) async throws(BusError) {
    do throws(BusError) {
      _ = try await call("CloseNotification", [.uint32(id)], "()", Self.limit)
    } catch {
      if case .remote = error { return }
      throw error
    }
  }

  private func call(
    _ member: String, _ arguments: [BusValue], _ reply: String, _ limit: Duration
  ) async throws(BusError) -> BusValue {
    try await connection.call(
      Self.name, starting: true, path: Self.path, interface: Self.name, member: member, arguments,
      reply: reply, deadline: Deadline(limit: limit))
  }

  private func received(_ member: String, _ arguments: BusValue) {
    guard let id = arguments[0]?.unsigned.flatMap({ UInt32(exactly: $0) }) else { return }
    let event: Event
    switch member {
    case "ActionInvoked": event = .action(arguments[1]?.text ?? "")
    case "NotificationReplied": event = .reply(arguments[1]?.text ?? "")
    default: event = .closed
    }
    state.withLock { $0.onEvent }?(id, event)
  }

  private func ownerChanged(_ owner: String?) {
    let restarted = state.withLock { state in
      state.epoch += 1
      state.capabilities = nil
      return owner == nil ? nil : state.onRestart
    }
    restarted?()
  }
}
