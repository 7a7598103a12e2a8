import CGLib
import Synchronization

extension BusConnection {
  /// What came of asking for a name.
  package enum NameClaim: Sendable, Equatable {
    /// It is ours.
    case owned
    /// Another program has it.
    case taken
  }

  /// Asks for a well-known name, at once or not at all (`RequestName`, no queue, no replacement).
  package func claim(_ name: String, deadline: Deadline) async throws(BusError) -> NameClaim {
    // 4: do not queue. 1: it is ours now. 4: it was already.
    let answer = try await bus("RequestName", [.string(name), .uint32(4)], "(u)", deadline)
    return [1, 4].contains(answer[0]?.unsigned) ? .owned : .taken
  }

  /// Gives a name up.
  ///
  /// Every call that the bus sent us before has arrived when this returns.
  package func release(_ name: String, deadline: Deadline) async throws(BusError) {
    _ = try await bus("ReleaseName", [.string(name)], "(u)", deadline)
  }

  /// Who owns a name now, as a unique name.
  package func owner(of name: String, deadline: Deadline) async throws(BusError) -> String? {
    do throws(BusError) {
      return try await bus("GetNameOwner", [.string(name)], "(s)", deadline)[0]?.text
    } catch {
      if case .remote("org.freedesktop.DBus.Error.NameHasNoOwner", _) = error { return nil }
      throw error
    }
  }

  /// Tells of each change of a name's owner until the value returned is let go.
  ///
  /// - Parameter handler: Called on the loop's thread with the new owner, `nil` for none.
  package func watchOwner(
    of name: String, deadline: Deadline, handler: @escaping @Sendable (String?) -> Void
  ) async throws(BusError) -> BusSubscription {
    try await subscribe(
      sender: Self.busName, path: Self.busPath, interface: Self.busName,
      member: "NameOwnerChanged", firstArgument: name, deadline: deadline
    ) { arguments in
      let owner = arguments[2]?.text
      handler(owner?.isEmpty == false ? owner : nil)
    }
  }

  private static let busName = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  private func bus(
    _ member: String, _ arguments: [BusValue], _ reply: String, _ deadline: Deadline
  ) async throws(BusError) -> BusValue {
    try await call(
      Self.busName, path: Self.busPath, interface: Self.busName, member: member, arguments,
      reply: reply, deadline: deadline)
  }
}

/// Tells when a connection is closed, by the bus or because the bus has ended.
@safe package final class BusClosing: Sendable {
  private final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  private let connection: BusConnection
  private let id: UInt

  /// - Parameter handler: Called once, on the loop's thread.
  package init(_ connection: BusConnection, handler: @escaping @Sendable () -> Void) {
    self.connection = connection
    // Retained here, released by GObject with the handler.
    let closed:
      @convention(c) (OpaquePointer?, Int32, OpaquePointer?, UnsafeMutableRawPointer?)
        -> Void = { _, _, _, data in
          guard let data = unsafe data else { return }
          unsafe Unmanaged<Body>.fromOpaque(data).takeUnretainedValue().call()
        }
    id = unsafe g_signal_connect_data(
      UnsafeMutableRawPointer(connection.pointer), "closed",
      unsafeBitCast(closed, to: GCallback.self),
      Unmanaged.passRetained(Body(handler)).toOpaque(),
      { data, _ in
        if let data = unsafe data { unsafe Unmanaged<Body>.fromOpaque(data).release() }
      }, GConnectFlags(0))
    if connection.isClosed { MainLoop.shared.run(handler) }
  }

  deinit {
    unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection.pointer), id)
  }
}
