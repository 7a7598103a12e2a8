import CGLib
import Synchronization

/// One call on the bus, for a log: no argument, no answer.
package struct BusCallRecord: Sendable {
  /// Interface and member.
  package let member: String
  /// From sending to the answer.
  package let duration: Duration
  /// What went wrong, as the D-Bus error's name or a few words.
  package let failure: String?
}

/// A connection of our own to a message bus (`GDBusConnection`).
///
/// It is never the process-wide one of `g_bus_get`: tests name their own bus, and its loss does
/// not end the process. Calls take as long as their deadline allows, and no longer.
@safe package final class BusConnection: Sendable {
  // Set once in `init`, given back in `deinit`; GDBusConnection may be used from any thread.
  package nonisolated(unsafe) let pointer: OpaquePointer
  private let observer: (@Sendable (BusCallRecord) -> Void)?
  /// The methods whose answers are looked at.
  let checkedMembers = Mutex<Set<String>>([])

  private init(taking pointer: OpaquePointer, observer: (@Sendable (BusCallRecord) -> Void)?) {
    unsafe self.pointer = pointer
    self.observer = observer
  }

  deinit {
    // On the loop's thread: GIO tells of the end where it was begun, and keeps all of the connection
    // until then. On other threads nobody listens.
    let going = unsafe GoingConnection(pointer: pointer)
    MainLoop.shared.run { going.close() }
  }

  /// The one reference to a connection that nobody uses any longer.
  @safe private struct GoingConnection: Sendable {
    // Handed over with its reference, and used once.
    nonisolated(unsafe) let pointer: OpaquePointer

    func close() {
      unsafe g_dbus_connection_close(pointer, nil, nil, nil)
      unsafe g_object_unref(UnsafeMutableRawPointer(pointer))
    }
  }

  /// Whether it is closed, by us or by the bus.
  package var isClosed: Bool { unsafe g_dbus_connection_is_closed(pointer) != 0 }

  /// Connects, authenticates and says `Hello`.
  ///
  /// - Parameters:
  ///   - address: A D-Bus address.
  ///   - deadline: The end of the wait, also for a socket where nobody answers.
  ///   - observer: Told of each call.
  /// - Throws: `ended`, or `failed` with GIO's reason.
  package static func connect(
    to address: String, deadline: Deadline, observer: (@Sendable (BusCallRecord) -> Void)? = nil
  ) async throws(BusError) -> BusConnection {
    deadline.begin("Hello")
    return try await waitOnLoop(deadline) { answer in
      let flags = GDBusConnectionFlags(
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
      unsafe g_dbus_connection_new_for_address(
        address, flags, nil, deadline.cancellable, ReadyCallback.call,
        ReadyCallback.pass { result in
          var error: UnsafeMutablePointer<GError>? = nil
          if let made = unsafe g_dbus_connection_new_for_address_finish(result, &error) {
            answer.give(.success(unsafe BusConnection(taking: made, observer: observer)))
          } else {
            answer.give(.failure(unsafe .taking(error)))
          }
        })
    }
  }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - destination: The name that owns the object.
  ///   - starting: Whether the bus may start a program for that name.
  ///   - parameters: A tuple, `nil` for none.
  ///   - reply: The signature that the answer must have, for example `(o)`.
  /// - Throws: `ended`, `remote`, `closed`, `malformed` for an answer of another type.
  package func call(
    _ destination: String, starting: Bool = false, path: String, interface: String,
    member: String, parameters: Variant? = nil, reply: String, deadline: Deadline
  ) async throws(BusError) -> Variant {
    deadline.begin(member)
    let started = ContinuousClock.now
    let outcome: Result<Variant, BusError>
    do throws(BusError) {
      guard unsafe g_variant_is_object_path(path) != 0 else {
        throw .malformed("an object path that is none")
      }
      let answer: Variant = try await waitOnLoop(deadline) { answer in
        unsafe g_dbus_connection_call(
          self.pointer, destination, path, interface, member, parameters?.pointer, nil,
          starting ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START, Int32.max,
          deadline.cancellable, ReadyCallback.call,
          ReadyCallback.pass { result in
            var error: UnsafeMutablePointer<GError>? = nil
            if let value = unsafe g_dbus_connection_call_finish(self.pointer, result, &error) {
              answer.give(.success(unsafe Variant(taking: value)))
            } else {
              answer.give(.failure(unsafe .taking(error)))
            }
          })
      }
      guard answer.signature == reply else {
        throw .malformed("\(member) answered \(answer.signature) and not \(reply)")
      }
      outcome = .success(answer)
    } catch {
      outcome = .failure(error)
    }
    report("\(interface).\(member)", since: started, outcome)
    return try outcome.get()
  }

  /// Calls a method with arguments and an answer that hold no secret.
  package func call(
    _ destination: String, starting: Bool = false, path: String, interface: String,
    member: String, _ arguments: [BusValue], reply: String, deadline: Deadline
  ) async throws(BusError) -> BusValue {
    try await call(
      destination, starting: starting, path: path, interface: interface, member: member,
      parameters: Variant(.tuple(arguments)), reply: reply, deadline: deadline
    ).value
  }

  /// Tells the observer of a call that another part made on this connection.
  package func report<Value>(
    _ member: String, since started: ContinuousClock.Instant, _ outcome: Result<Value, BusError>
  ) {
    guard observer != nil else { return }
    var failure: String?
    if case .failure(let error) = outcome {
      switch error {
      case .remote(let name, _): failure = name
      case .ended(.timeLimit): failure = "timed out"
      case .ended(.cancelled): failure = "cancelled"
      case .closed: failure = "connection closed"
      case .failed, .malformed: failure = "failed"
      }
    }
    report(member, since: started, failure: failure)
  }

  /// The same, in words of the caller's.
  package func report(_ member: String, since started: ContinuousClock.Instant, failure: String?) {
    observer?(
      BusCallRecord(member: member, duration: ContinuousClock.now - started, failure: failure))
  }
}
