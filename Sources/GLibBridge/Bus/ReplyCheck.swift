import CGLib
import Synchronization

extension BusConnection {
  /// Has the answers to a method looked at before a library gets them that trusts in their types.
  ///
  /// What is unfit becomes an error, `org.freedesktop.DBus.Error.InvalidSignature`. It holds for as
  /// long as the connection is there: asked for again, the first check stays the only one.
  ///
  /// - Parameters:
  ///   - member: The method's name.
  ///   - fits: Called on GDBus's own thread with an answer's values: it must be short.
  package func checkReplies(
    to member: String, _ fits: @escaping @Sendable (Variant) -> Bool
  ) {
    guard checkedMembers.withLock({ $0.insert(member).inserted }) else { return }
    // Freed by GDBus with the connection: a filter may not take itself away.
    let check = unsafe Unmanaged.passRetained(ReplyCheck(member, fits))
    unsafe g_dbus_connection_add_filter(
      pointer,
      { _, message, isIncoming, data in
        guard let message = unsafe message, let data = unsafe data else { return unsafe message }
        let check = unsafe Unmanaged<ReplyCheck>.fromOpaque(data).takeUnretainedValue()
        return unsafe isIncoming == 0 ? check.sent(message) : check.received(message)
      }, check.toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<ReplyCheck>.fromOpaque(data).release() }
      })
  }
}

/// Which answers are to be looked at, and how.
private final class ReplyCheck: Sendable {
  private let member: String
  private let fits: @Sendable (Variant) -> Bool
  private let serials = Mutex<Set<UInt32>>([])

  init(_ member: String, _ fits: @escaping @Sendable (Variant) -> Bool) {
    self.member = member
    self.fits = fits
  }

  func sent(_ message: OpaquePointer) -> OpaquePointer {
    if let name = unsafe g_dbus_message_get_member(message), unsafe String(cString: name) == member
    {
      let serial = unsafe g_dbus_message_get_serial(message)
      serials.withLock { serials in _ = serials.insert(serial) }
    }
    return unsafe message
  }

  func received(_ message: OpaquePointer) -> OpaquePointer? {
    let serial = unsafe g_dbus_message_get_reply_serial(message)
    guard serial != 0, serials.withLock({ $0.remove(serial) }) != nil,
      unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_RETURN
    else { return unsafe message }
    let body = unsafe g_dbus_message_get_body(message).map { unsafe Variant(sinking: $0) }
    if let body, fits(body) { return unsafe message }
    // The answer is ours to let go; GDBus gets an error in its place.
    let error = unsafe g_dbus_message_new()
    unsafe g_dbus_message_set_message_type(error, G_DBUS_MESSAGE_TYPE_ERROR)
    unsafe g_dbus_message_set_reply_serial(error, serial)
    unsafe g_dbus_message_set_sender(error, g_dbus_message_get_sender(message))
    unsafe g_dbus_message_set_error_name(error, "org.freedesktop.DBus.Error.InvalidSignature")
    let types = body?.signature ?? "()"
    let text = unsafe g_variant_new_string("\(member) answered what does not fit: \(types)")
    var members: [OpaquePointer?] = unsafe [text]
    unsafe g_dbus_message_set_body(error, g_variant_new_tuple(&members, 1))
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    return unsafe error
  }
}
