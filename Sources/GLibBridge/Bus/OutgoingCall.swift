import CGLib
import Synchronization

extension BusConnection {
  /// Has `body` called once, when the next call of a method is on its way.
  ///
  /// For calls that a library makes on this connection.
  ///
  /// - Parameters:
  ///   - member: The method's name.
  ///   - body: Called on the loop's thread, about when the other side gets the call: GDBus's own
  ///     thread, which sends it, is not held up.
  package func whenSending(_ member: String, _ body: @escaping @Sendable () -> Void) {
    let (call, isNew) = outgoingCalls.withLock { calls in
      if let known = calls[member] { return (known, false) }
      let call = OutgoingCall(member)
      calls[member] = call
      return (call, true)
    }
    call.await(body)
    guard isNew else { return }
    // Freed by GDBus with the connection: a filter may not take itself away.
    let watch = unsafe Unmanaged.passRetained(call)
    unsafe g_dbus_connection_add_filter(
      pointer,
      { _, message, isIncoming, data in
        if isIncoming == 0, let message = unsafe message, let data = unsafe data,
          let member = unsafe g_dbus_message_get_member(message)
        {
          unsafe Unmanaged<OutgoingCall>.fromOpaque(data).takeUnretainedValue()
            .sees(String(cString: member))
        }
        return unsafe message
      }, watch.toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<OutgoingCall>.fromOpaque(data).release() }
      })
  }
}

/// What is to be done when a certain call goes out.
final class OutgoingCall: Sendable {
  private let member: String
  private let body = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ member: String) { self.member = member }

  func await(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  func sees(_ member: String) {
    guard member == self.member else { return }
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    if let body { MainLoop.shared.run(body) }
  }
}
