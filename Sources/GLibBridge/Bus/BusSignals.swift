import CGLib

extension BusConnection {
  /// Listens for a signal until the value returned is let go.
  ///
  /// The bus handles the subscription before any call that is sent after this returns.
  ///
  /// - Parameters:
  ///   - sender: The unique name of who sends it, or `org.freedesktop.DBus`.
  ///   - firstArgument: Text that the first argument must equal; `nil` for any.
  ///   - handler: Called on the loop's thread with the arguments.
  package func subscribe(
    sender: String, path: String?, interface: String, member: String,
    firstArgument: String? = nil, deadline: Deadline,
    handler: @escaping @Sendable (BusValue) -> Void
  ) async throws(BusError) -> BusSubscription {
    try await waitOnLoop(deadline) { answer in
      answer.give(
        .success(
          BusSubscription(
            self, sender: sender, path: path, interface: interface, member: member,
            firstArgument: firstArgument, handler: handler)))
    }
  }
}

/// A subscription to a signal; it ends when this is let go.
@safe package final class BusSubscription: Sendable {
  private final class Body: Sendable {
    let call: @Sendable (BusValue) -> Void
    init(_ call: @escaping @Sendable (BusValue) -> Void) { self.call = call }
  }

  private let connection: BusConnection
  private let id: UInt32

  fileprivate init(
    _ connection: BusConnection, sender: String, path: String?, interface: String, member: String,
    firstArgument: String?, handler: @escaping @Sendable (BusValue) -> Void
  ) {
    self.connection = connection
    // Retained here, released by GDBus after the subscription has ended.
    id = unsafe g_dbus_connection_signal_subscribe(
      connection.pointer, sender, interface, member, path, firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let data = unsafe data, let parameters = unsafe parameters else { return }
        let value = unsafe Variant(sinking: parameters).value
        unsafe Unmanaged<Body>.fromOpaque(data).takeUnretainedValue().call(value)
      }, Unmanaged.passRetained(Body(handler)).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Body>.fromOpaque(data).release() }
      })
  }

  deinit { unsafe g_dbus_connection_signal_unsubscribe(connection.pointer, id) }
}
