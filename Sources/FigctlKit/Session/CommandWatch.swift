import Synchronization

/// What the rest of the program knows of a running command: how long it may take, what it waits
/// for, and what is to be done when the user interrupts it.
package final class CommandWatch: Sendable {
  /// What a command waits for; it decides what a passed time limit is called.
  package enum Waiting: Sendable {
    case nothing
    case store
    case server(String)
    case user
  }

  private struct State {
    var waiting = Waiting.nothing
    /// Since when, and how long the server and the store have been waited for before.
    var since = ContinuousClock.now
    var serverTime = Duration.zero
    var storeTime = Duration.zero
    var lastServer: String?
    var profileName: String?
    var isProfileChosen = false
    var onInterrupt: (@Sendable () async -> Void)?
    var onTimeout: (@Sendable () async -> Void)?
    var kept: [any Sendable] = []
    var said: Set<String> = []
    var hintAtLimit: String?
    var wasPrompted = false

    /// Counts the time of what is waited for up to now.
    mutating func count() {
      let now = ContinuousClock.now
      switch waiting {
      case .store: storeTime += since.duration(to: now)
      case .server(let name):
        serverTime += since.duration(to: now)
        lastServer = name
      case .nothing, .user: break
      }
      since = now
    }
  }

  /// The limit for the whole command; `nil` when there is none.
  package let limit: Duration?
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  package init(limit: Duration?) {
    self.limit = limit
  }

  /// What is left of the limit, at least a millisecond.
  package var remaining: Duration? {
    limit.map { max(.milliseconds(1), $0 - started.duration(to: .now)) }
  }

  /// The shorter of `duration` and what is left of the command's own limit.
  package func clipped(_ duration: Duration) -> Duration {
    remaining.map { min($0, duration) } ?? duration
  }

  /// Keeps something until the process ends: saying goodbye to a bus takes longer than leaving.
  package func keep(_ thing: some Sendable) { state.withLock { $0.kept.append(thing) } }

  /// Whether this is asked for the first time with this word: for what is said once a command.
  package func isFirst(_ word: String) -> Bool { state.withLock { $0.said.insert(word).inserted } }

  /// Whether the store has asked the user to unlock it.
  package var wasPrompted: Bool { state.withLock { $0.wasPrompted } }

  /// Notes that it does.
  package func notePrompt() { state.withLock { $0.wasPrompted = true } }

  /// What it waits for.
  package var waiting: Waiting {
    get { state.withLock { $0.waiting } }
    set {
      state.withLock { state in
        state.count()
        state.waiting = newValue
      }
    }
  }

  /// The profile it uses, for hints; `nil` as long as none is known.
  package var profileName: String? {
    get { state.withLock { $0.profileName } }
    set { state.withLock { $0.profileName = newValue } }
  }

  /// Whether the profile was chosen with `--profile`.
  package var isProfileChosen: Bool {
    get { state.withLock { $0.isProfileChosen } }
    set { state.withLock { $0.isProfileChosen = newValue } }
  }

  /// What to say, when the limit passes, of what the command has begun on the server.
  package var hintAtLimit: String? {
    get { state.withLock { $0.hintAtLimit } }
    set { state.withLock { $0.hintAtLimit = newValue } }
  }

  /// Sets what is done on Ctrl-C before the process ends; it has less than a second for it.
  ///
  /// - Parameters:
  ///   - alsoAtTimeout: Whether it is done when the command's time is up, too.
  ///   - action: What to do, nothing for `nil`.
  package func onInterrupt(alsoAtTimeout: Bool = false, _ action: (@Sendable () async -> Void)?) {
    state.withLock { state in
      state.onInterrupt = action
      state.onTimeout = alsoAtTimeout ? action : nil
    }
  }

  /// What is to be done when the command is left early; the second call returns nothing.
  package func takeAction(atTimeout: Bool) -> (@Sendable () async -> Void)? {
    state.withLock { state in
      defer { (state.onInterrupt, state.onTimeout) = (nil, nil) }
      return atTimeout ? state.onTimeout : state.onInterrupt
    }
  }

  /// The failure to show for one that came of the command's own limit.
  ///
  /// A request is given what is left of the limit and names that, which is not what the user said.
  /// The store's own errors say more and stay.
  package func named(_ failure: CommandFailure) -> CommandFailure {
    guard failure.code == "TIMEOUT", let remaining, remaining < .milliseconds(100) else {
      return failure
    }
    return timeoutFailure()
  }

  /// What the time went to: not the store, where the server has had more of it.
  private var culprit: Waiting {
    state.withLock { state in
      state.count()
      guard case .store = state.waiting, let server = state.lastServer,
        state.serverTime > state.storeTime
      else { return state.waiting }
      return .server(server)
    }
  }

  /// The failure for a command whose limit has passed.
  package func timeoutFailure() -> CommandFailure {
    let seconds = Self.seconds(limit ?? .zero)
    switch culprit {
    case .store:
      return CommandFailure(
        .store, "CREDENTIAL_STORE_TIMEOUT",
        "The credential store did not answer within the \(seconds) of --timeout.",
        hint: "Look whether a prompt is open on the desktop, or allow more time.")
    case .server(let name):
      return CommandFailure(
        .network, "TIMEOUT",
        "The server \(name) did not answer within the \(seconds) of --timeout.",
        hint: hintAtLimit ?? "Allow more time with --timeout.")
    case .user:
      return CommandFailure(
        .network, "TIMEOUT", "Nothing was entered within the \(seconds) of --timeout.")
    case .nothing:
      return CommandFailure(
        .network, "TIMEOUT", "The command did not end within the \(seconds) of --timeout.",
        hint: hintAtLimit ?? "Allow more time with --timeout.")
    }
  }

  /// `1 second`, `2.5 seconds`.
  package static func seconds(_ duration: Duration) -> String {
    let parts = duration.components
    let tenths = parts.attoseconds / 100_000_000_000_000_000
    if parts.seconds == 1, tenths == 0 { return "1 second" }
    return tenths == 0 ? "\(parts.seconds) seconds" : "\(parts.seconds).\(tenths) seconds"
  }
}
