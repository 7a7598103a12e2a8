import GLibBridge
import Synchronization

/// One owner of `org.freedesktop.secrets`, with the sessions that were opened with it.
///
/// Every call goes to the owner's unique name, so that an operation never talks to two providers;
/// after a restart of the provider a new value is needed.
final class OpenService: Sendable {
  /// Our connection.
  let connection: BusConnection
  /// The provider's unique name.
  let owner: String
  /// The bus's address.
  let address: String
  private let limit: Duration
  private let reading = Mutex<SharedRun<any SecretSession>?>(nil)
  private let storing = Mutex<SharedRun<LibsecretSession>?>(nil)

  init(connection: BusConnection, address: String, owner: String, limit: Duration) {
    self.address = address
    self.connection = connection
    self.owner = owner
    self.limit = limit
  }

  /// Begins to open the session to read by, without waiting for it.
  ///
  /// - Parameter then: As of ``ReadingSession/open(on:owner:deadline:then:)``; never called when the
  ///   session was asked for before.
  func startSession(then: (@Sendable () -> Void)? = nil) { _ = readingRun(then: then) }

  /// The session to read by, opened at the first use.
  func openSession(_ deadline: Deadline) async throws(StoreFault) -> any SecretSession {
    try await readingRun().value(deadline, step: "OpenSession")
  }

  /// Begins to open the session to store by, without waiting for it.
  func startStoringSession() { _ = storingRun() }

  /// The session to store by, opened at the first use.
  func openStoringSession(_ deadline: Deadline) async throws(StoreFault) -> LibsecretSession {
    try await storingRun().value(deadline, step: "OpenSession")
  }

  private func readingRun(
    then: (@Sendable () -> Void)? = nil
  ) -> SharedRun<any SecretSession> {
    run(reading) { [connection, owner] deadline throws(BusError) in
      if let session = try await ReadingSession.open(
        on: connection, owner: owner, deadline: deadline, then: then)
      {
        return session
      }
      // `plain`, should the provider offer that.
      return try await LibsecretSession.open(on: connection, owner: owner, deadline: deadline)
    }
  }

  private func storingRun() -> SharedRun<LibsecretSession> {
    run(storing) { [connection, owner] deadline throws(BusError) in
      try await LibsecretSession.open(on: connection, owner: owner, deadline: deadline)
    }
  }

  /// The run of `sessions`, a new one when there is none or it has failed.
  private func run<Session: Sendable>(
    _ sessions: borrowing Mutex<SharedRun<Session>?>,
    _ open: @escaping @Sendable (Deadline) async throws(BusError) -> Session
  ) -> SharedRun<Session> {
    sessions.withLock { session in
      if let session {
        guard case .failure = session.result else { return session }
      }
      let run = SharedRun<Session>(limit: limit) { deadline throws(StoreFault) in
        guard KeyExchange.isPossible else { throw .noSecureMemory }
        do throws(BusError) {
          return try await open(deadline)
        } catch {
          throw StoreFault(error, step: "OpenSession")
        }
      }
      session = run
      return run
    }
  }
}
