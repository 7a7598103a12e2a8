import CGLib

extension BusConnection {
  /// Shows an object on the bus until the value returned is let go.
  ///
  /// - Parameters:
  ///   - path: The object's path.
  ///   - interface: What it can do.
  ///   - handler: Called for each call on the loop's thread, so it must be short; it answers there
  ///     or later.
  /// - Throws: `failed` when the path is taken.
  package func export(
    _ path: String, _ interface: BusInterface, deadline: Deadline,
    handler: @escaping @Sendable (BusCall, BusReply) -> Void
  ) async throws(BusError) -> BusObject {
    guard unsafe g_variant_is_object_path(path) != 0 else {
      throw .malformed("an object path that is none: \(path)")
    }
    return try await waitOnLoop(deadline) { answer in
      // On the loop's thread: GDBus calls back where it was registered.
      answer.give(
        Result(catching: { () throws(BusError) in
          try BusObject(self, path: path, interface: interface, handler: handler)
        }))
    }
  }

  /// Waits until everything sent so far has left this process: a connection that is closed drops
  /// the rest.
  package func flush(deadline: Deadline) async throws(BusError) {
    try await waitOnLoop(deadline) { (answer: Answer<Void>) in
      unsafe g_dbus_connection_flush(
        self.pointer, deadline.cancellable, ReadyCallback.call,
        ReadyCallback.pass { result in
          var error: UnsafeMutablePointer<GError>?
          if unsafe g_dbus_connection_flush_finish(self.pointer, result, &error) != 0 {
            answer.give(.success(()))
          } else {
            answer.give(.failure(unsafe .taking(error)))
          }
        })
    }
  }

  /// Sends a signal.
  ///
  /// - Parameter destination: Who alone gets it; `nil` for all who listen.
  /// - Throws: `closed`, `failed`, `malformed`.
  package func emit(
    _ path: String, interface: String, member: String, _ arguments: [BusValue],
    to destination: String? = nil
  ) throws(BusError) {
    let parameters = try Variant(.tuple(arguments))
    var error: UnsafeMutablePointer<GError>?
    let sent = unsafe g_dbus_connection_emit_signal(
      pointer, destination, path, interface, member, parameters.pointer, &error)
    guard sent != 0 else { throw unsafe .taking(error) }
  }
}

/// An object of ours on the bus; it goes when this is let go.
@safe package final class BusObject: Sendable {
  private final class Body: Sendable {
    let interface: BusInterface
    let call: @Sendable (BusCall, BusReply) -> Void

    init(_ interface: BusInterface, _ call: @escaping @Sendable (BusCall, BusReply) -> Void) {
      self.interface = interface
      self.call = call
    }
  }

  private let connection: BusConnection
  private let id: UInt32

  fileprivate init(
    _ connection: BusConnection, path: String, interface: BusInterface,
    handler: @escaping @Sendable (BusCall, BusReply) -> Void
  ) throws(BusError) {
    self.connection = connection
    var table = GDBusInterfaceVTable()
    unsafe table.method_call = { _, sender, path, interface, member, parameters, invocation, data in
      guard let data = unsafe data, let invocation = unsafe invocation,
        let parameters = unsafe parameters
      else { return }
      let body = unsafe Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
      let name = unsafe BusObject.text(member)
      let call = unsafe BusCall(
        sender: BusObject.text(sender), path: BusObject.text(path),
        interface: BusObject.text(interface),
        member: name, arguments: Variant(sinking: parameters).value)
      let reply = unsafe BusReply(
        taking: invocation, member: name, signature: body.interface.reply(of: name))
      body.call(call, reply)
    }
    // Retained here, released by GDBus when the object has gone; at once when it never came.
    let data = unsafe Unmanaged.passRetained(Body(interface, handler))
    var error: UnsafeMutablePointer<GError>?
    id = unsafe g_dbus_connection_register_object(
      connection.pointer, path, interface.info, &table, data.toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Body>.fromOpaque(data).release() }
      }, &error)
    guard id != 0 else {
      unsafe data.release()
      throw unsafe .taking(error)
    }
  }

  deinit { unsafe g_dbus_connection_unregister_object(connection.pointer, id) }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }
}
