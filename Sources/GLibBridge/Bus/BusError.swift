package import CGLib

/// Why a call on the bus came to nothing.
package enum BusError: Error, Sendable, Equatable {
  /// The limit was over, or the caller gave up.
  case ended(Deadline.End)
  /// The other side answered with an error: its D-Bus name, and its text.
  case remote(name: String, message: String)
  /// The connection is closed.
  case closed
  /// GIO could not do it; its text.
  case failed(message: String)
  /// The answer, or an argument, is not what it must be.
  case malformed(String)

  /// Takes over a `GError`, and frees it.
  package static func taking(_ error: UnsafeMutablePointer<GError>?) -> BusError {
    guard let error = unsafe error else { return .failed(message: "no reason was given") }
    defer { unsafe g_error_free(error) }
    if let name = unsafe g_dbus_error_get_remote_error(error) {
      defer { unsafe g_free(name) }
      unsafe _ = g_dbus_error_strip_remote_error(error)
      return unsafe .remote(
        name: String(cString: name), message: String(cString: error.pointee.message))
    }
    let message = unsafe String(cString: error.pointee.message)
    if unsafe error.pointee.domain == g_io_error_quark() {
      switch unsafe error.pointee.code {
      case Int32(G_IO_ERROR_CLOSED.rawValue), Int32(G_IO_ERROR_BROKEN_PIPE.rawValue):
        return .closed
      case Int32(G_IO_ERROR_CANCELLED.rawValue): return .ended(.cancelled)
      default: break
      }
    }
    return .failed(message: message)
  }
}
