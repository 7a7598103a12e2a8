import GLibBridge
import Synchronization
import TestBusBridge

/// A Secret Service that does what it should but for one ``ServiceFault``, on a test's own bus.
///
/// Real providers cannot be brought to most of these. It runs on the loop's thread of the tests'
/// process, so that a test sets the fault and looks at the content directly. Its sessions are
/// `plain`: what crosses the bus is of no concern here.
package final class FaultySecretService: Sendable {
  /// What it does and knows, behind the lock.
  struct State {
    var content = ServiceContent()
    var fault: ServiceFault?
    /// Whether the default collection is locked now.
    var isLocked = false
    var hasDefault = true
    /// Whether a fault that comes once has come.
    var isUsedUp = false
    var sessions: Set<String> = []
    var prompts: [String: PromptAction] = [:]
    var number = 0
    var faults = 0
    var calls: [ServiceFault.Method] = []
    var timers: [LoopTimer] = []
    var connection: BusConnection?
    var coming: _Concurrency.Task<Void, any Error>?

    mutating func nextNumber() -> Int {
      number += 1
      return number
    }
  }

  let state = Mutex(State())
  private let address: String
  private let watcher: BusConnection

  /// Comes to a bus without a Secret Service.
  package init(on bus: PrivateBus) async throws {
    address = bus.address
    watcher = bus.connection
    try await connect()
  }

  deinit { state.withLock { $0.connection }?.close() }

  /// What it holds now.
  package var content: ServiceContent { state.withLock { $0.content } }

  /// How often it has done the wrong thing since the fault was set.
  package var faults: Int { state.withLock { $0.faults } }

  /// The calls since the fault was set.
  package var calls: [ServiceFault.Method] { state.withLock { $0.calls } }

  /// Begins anew, with a fault or without one; it is on the bus when this returns.
  package func set(_ fault: ServiceFault?, content: ServiceContent) async throws {
    try await settle()
    state.withLock { state in
      state.content = content
      state.fault = fault
      state.isLocked = fault?.wantsLocked ?? false
      state.hasDefault = !(fault?.wantsNoDefault ?? false)
      state.isUsedUp = false
      state.prompts = [:]
      state.faults = 0
      state.calls = []
      state.timers = []
    }
  }

  /// Takes the fault away; what is stored stays, and is open.
  package func heal() async throws {
    try await settle()
    state.withLock { state in
      state.fault = nil
      state.isLocked = false
      state.hasDefault = true
      state.calls = []
    }
  }

  /// Waits until it is on the bus, also after it has left.
  private func settle() async throws {
    let coming = state.withLock { state in
      defer { state.coming = nil }
      return state.coming
    }
    try await coming?.value
    if state.withLock({ $0.connection?.isClosed }) ?? true { try await connect() }
  }

  private func connect() async throws {
    try await NameWatch.wait(for: "org.freedesktop.secrets", owned: false, on: watcher)
    let connection = try await BusConnection.connect(
      to: address, deadline: Deadline(limit: .seconds(30)))
    connection.takeCalls { [weak self] call in self?.take(call) }
    let claim = try await connection.claim(
      "org.freedesktop.secrets", deadline: Deadline(limit: .seconds(30)))
    guard claim == .owned else {
      throw PrivateBus.Failure(description: "org.freedesktop.secrets is taken")
    }
    state.withLock { state in
      state.connection = connection
      state.sessions = []
    }
  }

  /// Leaves the bus, and comes back if wanted.
  func leave(comingBack: Bool) {
    let connection = state.withLock { state in
      // Before it is away: whoever finds it away must know that it comes back by itself.
      if comingBack { state.coming = _Concurrency.Task { try await connect() } }
      return state.connection
    }
    connection?.close()
  }

  /// Calls `body` a moment later, on the loop's thread.
  func later(_ body: @escaping @Sendable () -> Void) {
    let timer = MainLoop.shared.timer(after: .milliseconds(120), body)
    state.withLock { $0.timers.append(timer) }
  }

  /// Tells of the end of a prompt, to everybody; who has left does not hear it.
  func complete(_ prompt: String, _ arguments: [BusValue]) {
    let connection = state.withLock { $0.connection }
    _ = try? connection?.emit(
      prompt, interface: "org.freedesktop.Secret.Prompt", member: "Completed", arguments)
  }
}

extension ServiceFault {
  /// Whether the default collection is locked at first.
  fileprivate var wantsLocked: Bool {
    switch self {
    case .call(let method, _), .error(let method, _, _):
      [.unlock, .prompt, .introspect].contains(method)
    case .prompt(_, let purpose): purpose == .unlock
    case .content: false
    }
  }

  /// Whether there is no default collection at first.
  fileprivate var wantsNoDefault: Bool {
    switch self {
    case .call(let method, _), .error(let method, _, _): method == .createCollection
    case .content(let content): content == .noDefault
    case .prompt: false
    }
  }
}
