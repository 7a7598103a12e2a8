import CGLib

/// The owner of one `GSocketListener`.
@safe final class SocketListener: Sendable {
  // Used by one thread at a time: the starter's, then the accepting one's.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<GSocketListener>

  init() {
    unsafe pointer = g_socket_listener_new()
  }

  deinit {
    unsafe g_object_unref(pointer)
  }

  /// Listens on a port of 127.0.0.1, a free one for 0, and tells which.
  func listenOnLoopback(_ port: UInt16) throws(GLibError) -> UInt16 {
    let wanted = unsafe g_inet_socket_address_new_from_string("127.0.0.1", UInt32(port))
    defer { unsafe g_object_unref(wanted) }
    var effective: UnsafeMutablePointer<GSocketAddress>?
    _ = try unsafe throwingGLibError { error in
      unsafe g_socket_listener_add_address(
        pointer, wanted, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, &effective, error)
    }
    guard let effective = unsafe effective else {
      throw GLibError(domain: "g-io-error-quark", code: 0, message: "No address was bound.")
    }
    defer { unsafe g_object_unref(effective) }
    return unsafe g_inet_socket_address_get_port(
      UnsafeMutableRawPointer(effective).assumingMemoryBound(to: GInetSocketAddress.self))
  }

  /// The next connection, which the caller owns; nil once `stopping` is cancelled.
  func accept(_ stopping: Cancellation) -> UnsafeMutablePointer<GSocketConnection>? {
    while !stopping.isCancelled {
      let accepted = try? unsafe throwingGLibError { error in
        unsafe g_socket_listener_accept(pointer, nil, stopping.handle, error)
      }
      if let accepted = unsafe accepted { return unsafe accepted }
      // The client is gone again, or no descriptor is free: take the next one, after a breath in
      // which a descriptor may come free.
      g_usleep(1000)
    }
    return nil
  }

  func close() {
    unsafe g_socket_listener_close(pointer)
  }
}
