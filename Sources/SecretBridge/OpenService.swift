import GLibBridge
import Synchronization

/// One owner of `org.freedesktop.secrets`, with the session that was opened with it.
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
  private let session = Mutex<SharedRun<SecretSession>?>(nil)

  init(connection: BusConnection, address: String, owner: String, limit: Duration) {
    self.address = address
    self.connection = connection
    self.owner = owner
    self.limit = limit
  }

  /// Begins to open the session, without waiting for it.
  ///
  /// - Parameter then: As of ``SecretSession/open(on:owner:deadline:then:)``; never called when the
  ///   session was asked for before.
  func startSession(then: (@Sendable () -> Void)? = nil) { _ = sessionRun(then: then) }

  /// The session, opened at the first use.
  func openSession(_ deadline: Deadline) async throws(StoreFault) -> SecretSession {
    try await sessionRun().value(deadline, step: "OpenSession")
  }

  private func sessionRun(then: (@Sendable () -> Void)? = nil) -> SharedRun<SecretSession> {
    session.withLock { session in
      if let session {
        guard case .failure = session.result else { return session }
      }
      let run = SharedRun<SecretSession>(limit: limit) {
        [connection, owner] deadline throws(StoreFault) in
        do throws(BusError) {
          return try await SecretSession.open(
            on: connection, owner: owner, deadline: deadline, then: then)
        } catch {
          throw StoreFault(error, step: "OpenSession")
        }
      }
      session = run
      return run
    }
  }
}
