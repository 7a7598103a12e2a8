import GLibBridge
import Synchronization

/// The notices of this service: one place each, whose content changes.
///
/// What a place says last is what is shown in the end, whatever the server does meanwhile: posts
/// of one place follow one another, and what a server that went away has taken with it is shown
/// again by the next one, if it still matters.
final class NoticeBoard: Sendable {
  private struct Place: Sendable {
    var content: DesktopNotification
    /// Whether it is shown again by a new server: a run that goes on, a question without an answer.
    var isLive: Bool
    /// Told of what the user does; only while the place is there.
    var handler: (@Sendable (NotificationServer.Event) -> Void)?
    var version = 0
    var postedVersion = 0
    var posted = NotificationServer.Posted()
    var isPosting = false
    var isClosing = false
  }

  private struct State: Sendable {
    var places: [Int: Place] = [:]
    var lastPlace = 0
    /// What the user did with a notice whose identifier is not known yet: the server's answer may
    /// come after its signal.
    var early: [(posted: NotificationServer.Posted, event: NotificationServer.Event)] = []

    /// Where there is no server, results do not pile up for ever.
    mutating func forgetOldResults() {
      let late = places.filter { place in
        !place.value.isLive && place.value.handler == nil && !place.value.isPosting
      }
      for place in late.keys.sorted().dropLast(NoticeBoard.lateLimit) { places[place] = nil }
    }
  }

  /// Of more than these nobody waits for an answer.
  private static let earlyLimit = 64
  /// So many results that could not be shown are kept for a server that comes later.
  fileprivate static let lateLimit = 20
  /// How long anybody waits for a server.
  private static let waitLimit = Duration.seconds(3)

  private let server: NotificationServer
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// A place was posted, or has gone.
  private let settled = Condition()

  init(_ server: NotificationServer, log: @escaping @Sendable (String) -> Void) {
    self.server = server
    self.log = log
  }

  /// Listens to the server.
  func start(deadline: Deadline) async throws(BusError) {
    try await server.listen(
      deadline: deadline,
      onEvent: { [weak self] id, event in self?.received(id, event) },
      onRestart: { [weak self] in self?.serverRestarted() })
  }

  /// Whether somebody can press a button there.
  func canAsk() async -> Bool {
    do throws(BusError) {
      return try await server.capabilities().contains("actions")
    } catch {
      return false
    }
  }

  /// Whether a text can be typed into a notice.
  func takesText() async -> Bool {
    do throws(BusError) {
      return try await server.capabilities().contains("inline-reply")
    } catch {
      return false
    }
  }

  /// Opens a place; nothing is shown yet.
  func open() -> Int {
    state.withLock { state in
      state.lastPlace += 1
      return state.lastPlace
    }
  }

  /// Changes what a place says.
  ///
  /// - Parameters:
  ///   - isLive: Whether a server that comes later shows it again.
  ///   - handler: Told of buttons and of its end, until the content changes.
  func show(
    _ content: DesktopNotification, at place: Int, isLive: Bool,
    handler: (@Sendable (NotificationServer.Event) -> Void)? = nil
  ) {
    state.withLock { state in
      var one =
        state.places[place] ?? Place(content: content, isLive: isLive, handler: handler)
      one.content = content
      one.isLive = isLive
      one.handler = handler
      one.version += 1
      state.places[place] = one
    }
    post(place)
  }

  /// Waits until what a place says last was sent, or could not be; not long for a server that does
  /// not answer, which shows it when it does.
  func settle(_ place: Int) async {
    await limited { [self] in
      await settled.wait { [self] in state.withLock { $0.places[place]?.isPosting != true } }
    }
  }

  /// Takes away what has buttons: nobody will be there to see them pressed.
  ///
  /// Gone when this returns, unless the server does not answer.
  func retire() async {
    let places = state.withLock { state in
      state.places.filter { $0.value.handler != nil }.map(\.key)
    }
    await limited { [self] in
      for place in places { await close(place) }
    }
  }

  private func limited(_ body: @escaping @Sendable () async -> Void) async {
    do {
      try await Limited.run(Self.waitLimit) {
        await body()
        try Task.checkCancellation()
      }
    } catch {
      log("The notification server does not answer.")
    }
  }

  private func close(_ place: Int) async {
    let posted: NotificationServer.Posted? = state.withLock { state in
      guard let one = state.places[place] else { return nil }
      if one.isPosting {
        // Whoever posts it takes it away.
        state.places[place]?.isClosing = true
        state.places[place]?.handler = nil
        return nil
      }
      state.places[place] = nil
      return one.posted
    }
    if let posted { return await closeOnServer(posted) }
    await settled.wait { [self] in state.withLock { $0.places[place] == nil } }
  }

  // MARK: - Posting

  /// What the loop below does next.
  private enum Step {
    case post(DesktopNotification, version: Int, replacing: NotificationServer.Posted)
    /// Nothing: it is as it should be.
    case end
    case close(NotificationServer.Posted)
  }

  private func post(_ place: Int) {
    let isFirst = state.withLock { state in
      guard let one = state.places[place], !one.isPosting else { return false }
      state.places[place]?.isPosting = true
      return true
    }
    guard isFirst else { return }
    Task { await postUntilSettled(place) }
  }

  private func postUntilSettled(_ place: Int) async {
    while true {
      switch next(place) {
      case .end: return settled.changed()
      case .close(let posted):
        await closeOnServer(posted)
        state.withLock { $0.places[place] = nil }
        return settled.changed()
      case .post(let content, let version, let replaced):
        let epoch = server.epoch
        do throws(BusError) {
          let posted = try await server.notify(content, replacing: replaced)
          let early = state.withLock { state in
            state.places[place]?.posted = posted
            state.places[place]?.postedVersion = version
            let early = state.early.filter { $0.posted == posted }
            state.early.removeAll { $0.posted == posted }
            return early
          }
          for one in early { received(posted.id, one.event) }
        } catch {
          let isOver = state.withLock { state in
            // Something has changed meanwhile: worth another try.
            guard let one = state.places[place], one.version == version,
              server.epoch == epoch, !one.isClosing
            else { return false }
            // The next server that comes is told, if one comes while this service is there.
            state.places[place]?.isPosting = false
            state.forgetOldResults()
            return true
          }
          guard isOver else { continue }
          log("A notification could not be shown: \(error.sentence)")
          return settled.changed()
        }
      }
    }
  }

  private func next(_ place: Int) -> Step {
    let epoch = server.epoch
    return state.withLock { state in
      guard let one = state.places[place] else { return .end }
      if one.isClosing { return .close(one.posted) }
      let isLost = one.isLive && one.posted.id != 0 && one.posted.epoch != epoch
      if one.version != one.postedVersion || isLost {
        return .post(one.content, version: one.version, replacing: one.posted)
      }
      state.places[place]?.isPosting = false
      // Said and done: nothing of it changes any more.
      if !one.isLive, one.handler == nil { state.places[place] = nil }
      return .end
    }
  }

  private func closeOnServer(_ posted: NotificationServer.Posted) async {
    guard posted.id != 0, posted.epoch == server.epoch else { return }
    do throws(BusError) {
      try await server.close(posted.id)
    } catch {
      log("A notification could not be closed: \(error.sentence)")
    }
  }

  private func received(_ id: UInt32, _ event: NotificationServer.Event) {
    let posted = NotificationServer.Posted(id: id, epoch: server.epoch)
    let handler = state.withLock { state in
      let found = state.places.first { $0.value.posted == posted }
      guard let found else {
        if state.places.values.contains(where: \.isPosting) {
          if state.early.count >= Self.earlyLimit { state.early.removeFirst() }
          state.early.append((posted, event))
        }
        return nil as (@Sendable (NotificationServer.Event) -> Void)?
      }
      // The identifier means nothing any more.
      if event == .closed { state.places[found.key]?.posted.id = 0 }
      return found.value.handler
    }
    handler?(event)
  }

  private func serverRestarted() {
    for place in state.withLock({ Array($0.places.keys) }) { post(place) }
  }
}
