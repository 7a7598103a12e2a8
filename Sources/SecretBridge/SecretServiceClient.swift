import GLibBridge
import Synchronization

/// Finds the bus and the provider of `org.freedesktop.secrets`, and keeps both between calls.
///
/// Nothing is kept on disk. When the provider leaves the bus, or the connection breaks, the next
/// call finds the new one.
package final class SecretServiceClient: Sendable {
  private let address: BusAddress?
  private let observer: (@Sendable (BusCallRecord) -> Void)?
  private let opening = Mutex<SharedRun<Opened>?>(nil)

  private struct Opened: Sendable {
    let service: OpenService
    let isReplaced: ReplacedFlag
    let watch: BusSubscription
  }

  /// Set when another program takes the well-known name.
  private final class ReplacedFlag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  /// Names the bus; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - address: A D-Bus address; `nil` for the session's own.
  ///   - observer: Told of each call: interface and member, how long it took, what went wrong.
  package init(
    address: String?, observer: (@Sendable (String, Duration, String?) -> Void)? = nil
  ) {
    self.address = address.map { BusAddress(given: $0) } ?? .ofSession()
    if let observer {
      self.observer = { record in observer(record.member, record.duration, record.failure) }
    } else {
      self.observer = nil
    }
  }

  /// How the bus was found.
  package var origin: String? { address?.origin }

  /// Begins to connect and to open the session, without waiting.
  ///
  /// - Parameter then: Called once the session was asked for, unless there is no way to it.
  package func prepare(limit: Duration, then: (@Sendable () -> Void)? = nil) {
    guard let address else { return }
    let run = run(address, limit)
    Task(executorPreference: MainLoop.shared) {
      do throws(StoreFault) {
        try await run.value(Deadline(limit: limit), step: "Hello").service.startSession(then: then)
      } catch {
        // The call that needs the service meets the same fault, and reports it.
      }
    }
  }

  /// Runs `body` with the open service, under one deadline; cancelling the task ends it.
  ///
  /// When the service turns out to be gone (restarted, replaced, disconnected), or what it was asked
  /// for, `body` runs again with a new connection; four times at most.
  package func perform<Value: Sendable>(
    limit: Duration,
    _ body: @escaping @Sendable (StoreOperation) async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    let deadline = Deadline(limit: limit)
    let result: Result<Value, StoreFault> = await withTaskCancellationHandler {
      await withTaskExecutorPreference(MainLoop.shared) {
        do throws(StoreFault) {
          return .success(try await attempt(deadline, body))
        } catch {
          return .failure(error)
        }
      }
    } onCancel: {
      deadline.cancel()
    }
    return try result.get()
  }

  private func attempt<Value: Sendable>(
    _ deadline: Deadline,
    _ body: @Sendable (StoreOperation) async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    // Three times: where many programs store and delete at once, an item may be gone again.
    for _ in 1...3 {
      do throws(StoreFault) {
        return try await body(StoreOperation(service: open(deadline), deadline: deadline))
      } catch {
        guard error.isGoneWithTheSession else { throw error }
        forget()
      }
    }
    return try await body(StoreOperation(service: open(deadline), deadline: deadline))
  }

  private func forget() { opening.withLock { $0 = nil } }

  private func open(_ deadline: Deadline) async throws(StoreFault) -> OpenService {
    guard let address else { throw .noBus }
    return try await run(address, deadline.limit).value(deadline, step: "Hello").service
  }

  private func run(_ address: BusAddress, _ limit: Duration) -> SharedRun<Opened> {
    opening.withLock { opening in
      if let current = opening {
        switch current.result {
        case nil: return current
        case .success(let opened)
        where !opened.isReplaced.isSet && !opened.service.connection.isClosed:
          return current
        default: break
        }
      }
      let run = SharedRun<Opened>(limit: limit) { [observer] deadline throws(StoreFault) in
        try await Self.find(address, deadline, observer)
      }
      opening = run
      return run
    }
  }

  private static func find(
    _ address: BusAddress, _ deadline: Deadline, _ observer: (@Sendable (BusCallRecord) -> Void)?
  ) async throws(StoreFault) -> Opened {
    let connection: BusConnection
    do throws(BusError) {
      connection = try await connect(address, deadline, observer)
    } catch {
      switch error {
      case .failed(let message): throw .busUnreachable(reason: StoreFault.tidy(message))
      case .closed: throw .busUnreachable(reason: "the bus closed the connection")
      default: throw StoreFault(error, step: "Hello")
      }
    }
    let flag = ReplacedFlag()
    let watch: BusSubscription
    do throws(BusError) {
      watch = try await connection.subscribe(
        sender: Bus.name, path: Bus.path, interface: Bus.name, member: "NameOwnerChanged",
        firstArgument: SecretNames.bus, deadline: deadline
      ) { arguments in
        // Its first coming is no replacement: it has no former owner.
        if arguments[1]?.text != "" { flag.set() }
      }
    } catch {
      throw StoreFault(error, step: "Hello")
    }
    let bus = Bus(connection: connection, deadline: deadline)
    var owner = try await bus.owner(of: SecretNames.bus)
    if owner == nil {
      guard try await bus.canStart(SecretNames.bus) else { throw .noProvider }
      try await bus.start(SecretNames.bus)
      owner = try await bus.owner(of: SecretNames.bus)
    }
    guard let owner else {
      throw .activationFailed(reason: "the program ended at once")
    }
    let service = OpenService(
      connection: connection, address: address.address, owner: owner, limit: deadline.limit)
    return Opened(service: service, isReplaced: flag, watch: watch)
  }

  private static func connect(
    _ address: BusAddress, _ deadline: Deadline, _ observer: (@Sendable (BusCallRecord) -> Void)?
  ) async throws(BusError) -> BusConnection {
    // One that is begun already has no observer.
    if observer == nil, let early = await EarlyConnection.take(address.address, deadline) {
      return early
    }
    return try await BusConnection.connect(
      to: address.address, deadline: deadline, observer: observer)
  }

  /// Runs `body` away from Swift's pool, for a caller that can only block.
  ///
  /// - Parameters:
  ///   - limit: The limit of `body`'s own waits; a little later the wait ends in any case.
  /// - Throws: `timedOut` then, else what `body` throws.
  package static func block<Value: Sendable>(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    guard let value = try BlockingWait.run(limit: limit + .seconds(2), body) else {
      throw StoreFault.timedOut(step: "its answer")
    }
    return value
  }
}
