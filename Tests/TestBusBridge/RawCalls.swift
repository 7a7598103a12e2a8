// GDBus checks the answers of objects that it exports against their description. A service that is
// to answer nonsense, twice or never needs the messages themselves.

import CGLib
package import GLibBridge
import Synchronization

extension BusConnection {
  /// Gives every method call that comes in to `handler`, whatever its object; GDBus answers none.
  ///
  /// For as long as the connection is there.
  ///
  /// - Parameter handler: Called on the loop's thread.
  package func takeCalls(_ handler: @escaping @Sendable (RawCall) -> Void) {
    // Released by GDBus with the connection.
    let taker = unsafe Unmanaged.passRetained(CallTaker(handler))
    unsafe g_dbus_connection_add_filter(
      pointer,
      { connection, message, isIncoming, data in
        guard isIncoming != 0, let connection = unsafe connection, let message = unsafe message,
          let data = unsafe data,
          unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
        else { return unsafe message }
        // The message is ours now: to return none is to drop it for GDBus.
        let call = unsafe RawCall(taking: message, on: connection)
        unsafe Unmanaged<CallTaker>.fromOpaque(data).takeUnretainedValue().take(call)
        return nil
      }, taker.toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<CallTaker>.fromOpaque(data).release() }
      })
  }

  /// Closes the connection now, as a program that ends does.
  package func close() {
    unsafe _ = g_dbus_connection_close_sync(pointer, nil, nil)
  }
}

private final class CallTaker: Sendable {
  private let handler: @Sendable (RawCall) -> Void
  init(_ handler: @escaping @Sendable (RawCall) -> Void) { self.handler = handler }

  func take(_ call: RawCall) {
    let handler = handler
    MainLoop.shared.run { handler(call) }
  }
}

/// A method call as it came, and the way to answer it: once, several times, or never.
@safe package final class RawCall: Sendable {
  /// The object.
  package let path: String
  /// The interface, empty when the caller named none.
  package let interface: String
  /// The method.
  package let member: String
  /// The arguments, `nil` for none.
  package let body: Variant?
  // Both set once in `init`, given back in `deinit`; GDBus allows their use on any thread.
  private nonisolated(unsafe) let message: OpaquePointer
  private nonisolated(unsafe) let connection: OpaquePointer

  fileprivate init(taking message: OpaquePointer, on connection: OpaquePointer) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
    path = unsafe text(g_dbus_message_get_path(message))
    interface = unsafe text(g_dbus_message_get_interface(message))
    member = unsafe text(g_dbus_message_get_member(message))
    body = unsafe g_dbus_message_get_body(message).map { unsafe Variant(sinking: $0) }
    unsafe self.message = message
    unsafe self.connection = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(connection)))
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Answers with a tuple of any type, fit or not.
  package func give(_ body: Variant) {
    let reply = unsafe g_dbus_message_new_method_reply(message)
    unsafe g_dbus_message_set_body(reply, body.pointer)
    unsafe send(reply)
  }

  /// Answers with an error of any name.
  package func fail(_ name: String, _ text: String) {
    unsafe send(g_dbus_message_new_method_error_literal(message, name, text))
  }

  private func send(_ reply: OpaquePointer?) {
    guard let reply = unsafe reply else { return }
    // A caller that has left hears nothing.
    unsafe _ = g_dbus_connection_send_message(
      connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    unsafe g_object_unref(UnsafeMutableRawPointer(reply))
  }
}

extension Variant {
  /// An array of bytes (`ay`).
  package static func bytes(_ bytes: [UInt8]) -> Variant {
    let type = unsafe g_variant_type_new("y")
    defer { unsafe g_variant_type_free(type) }
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe Variant(
        sinking: g_variant_new_fixed_array(type, buffer.baseAddress, UInt(buffer.count), 1))
    }
  }

  /// The bytes of an array of them (`ay`), `nil` for anything else.
  package var bytes: [UInt8]? {
    guard signature == "ay" else { return nil }
    var count: UInt = 0
    guard let start = unsafe g_variant_get_fixed_array(pointer, &count, 1) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }
}
