import GLibBridge
import Synchronization

/// A connection to the session's bus that is begun before it is known what for.
///
/// Connecting takes milliseconds of waiting, in which a program can find out what it is asked to do.
/// Nothing but the bus itself hears of it: no provider is started, no collection is looked at.
package enum EarlyConnection {
  private struct Begun: Sendable {
    var address: String
    var run: SharedRun<BusConnection>
  }

  private static let begun = Mutex<Begun?>(nil)

  /// Begins to connect, without waiting; what goes wrong is told by the first call that needs it.
  package static func begin() {
    guard let bus = BusAddress.ofSession() else { return }
    let run = SharedRun<BusConnection>(limit: .seconds(10)) { deadline throws(StoreFault) in
      do throws(BusError) {
        return try await BusConnection.connect(to: bus.address, deadline: deadline)
      } catch {
        throw StoreFault(error, step: "Hello")
      }
    }
    begun.withLock { $0 = Begun(address: bus.address, run: run) }
    // That thread has nothing else to do until the bus answers.
    Task(executorPreference: MainLoop.shared) { ReadingSession.prepare() }
  }

  /// The connection to `address`, for the one who asks first.
  ///
  /// - Returns: `nil` when none was begun, or nothing came of it: then a new one tells why.
  static func take(_ address: String, _ deadline: Deadline) async -> BusConnection? {
    let run = begun.withLock { begun -> SharedRun<BusConnection>? in
      guard let found = begun, found.address == address else { return nil }
      begun = nil
      return found.run
    }
    guard let run else { return nil }
    do throws(StoreFault) {
      let connection = try await run.value(deadline, step: "Hello")
      return connection.isClosed ? nil : connection
    } catch {
      return nil
    }
  }
}
