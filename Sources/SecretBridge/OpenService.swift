package import GLibBridge
import Synchronization

/// The names of the Secret Service's interfaces.
package enum SecretNames {
  /// The well-known name on the bus.
  package static let bus = "org.freedesktop.secrets"
  static let path = "/org/freedesktop/secrets"
  static let service = "org.freedesktop.Secret.Service"
  static let collection = "org.freedesktop.Secret.Collection"
  static let item = "org.freedesktop.Secret.Item"
  static let prompt = "org.freedesktop.Secret.Prompt"
  static let properties = "org.freedesktop.DBus.Properties"
}

/// One owner of `org.freedesktop.secrets`, with the session that was opened with it.
///
/// Every call goes to the owner's unique name, so that an operation never talks to two providers;
/// after a restart of the provider a new value is needed.
package final class OpenService: Sendable {
  /// Our connection.
  package let connection: BusConnection
  /// The provider's unique name.
  package let owner: String
  private let limit: Duration
  private let session = Mutex<SharedRun<SecretSession>?>(nil)

  init(connection: BusConnection, owner: String, limit: Duration) {
    self.connection = connection
    self.owner = owner
    self.limit = limit
  }

  /// Begins to open the session, without waiting for it.
  package func startSession() { _ = sessionRun() }

  /// The session, opened at the first use.
  package func openSession(_ deadline: Deadline) async throws(StoreFault) -> SecretSession {
    try await sessionRun().value(deadline, step: "OpenSession")
  }

  private func sessionRun() -> SharedRun<SecretSession> {
    session.withLock { session in
      if let session {
        guard case .failure = session.result else { return session }
      }
      let run = SharedRun<SecretSession>(limit: limit) {
        [connection, owner] deadline throws(StoreFault) in
        do throws(BusError) {
          return try await SecretSession.open(on: connection, owner: owner, deadline: deadline)
        } catch {
          throw StoreFault(error, step: "OpenSession")
        }
      }
      session = run
      return run
    }
  }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue], reply: String,
    _ deadline: Deadline
  ) async throws(StoreFault) -> BusValue {
    do throws(BusError) {
      return try await connection.call(
        owner, path: path, interface: interface, member: member, arguments, reply: reply,
        deadline: deadline)
    } catch {
      throw StoreFault(error, step: member)
    }
  }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: Variant, reply: String,
    _ deadline: Deadline
  ) async throws(StoreFault) -> Variant {
    do throws(BusError) {
      return try await connection.call(
        owner, path: path, interface: interface, member: member, parameters: arguments,
        reply: reply, deadline: deadline)
    } catch {
      throw StoreFault(error, step: member)
    }
  }
}
