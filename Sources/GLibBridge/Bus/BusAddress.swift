import CGLib
import Glibc

/// Where the session's message bus is, and how that was found out.
package struct BusAddress: Sendable, Equatable {
  /// The D-Bus address.
  package let address: String
  /// The variable that named it, `the usual place` or `given address`.
  package let origin: String

  /// An address that the caller names.
  package init(given address: String) {
    self.address = address
    origin = "given address"
  }

  private init(address: String, origin: String) {
    self.address = address
    self.origin = origin
  }

  /// The user's bus: `DBUS_SESSION_BUS_ADDRESS`, else the socket `$XDG_RUNTIME_DIR/bus`.
  ///
  /// Not GIO's own search: that starts a bus by `dbus-launch`, which asks for a display.
  ///
  /// - Returns: `nil` when there is neither.
  package static func ofSession() -> BusAddress? {
    if let named = environment("DBUS_SESSION_BUS_ADDRESS"), !named.hasPrefix("autolaunch:") {
      return BusAddress(address: named, origin: "DBUS_SESSION_BUS_ADDRESS")
    }
    guard let directory = environment("XDG_RUNTIME_DIR") else { return nil }
    let socket = "\(directory)/bus"
    var status = stat()
    guard unsafe stat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
      let escaped = unsafe g_dbus_address_escape_value(socket)
    else { return nil }
    defer { unsafe g_free(escaped) }
    return BusAddress(
      address: unsafe "unix:path=\(String(cString: escaped))", origin: "XDG_RUNTIME_DIR")
  }

  /// The system's bus: `DBUS_SYSTEM_BUS_ADDRESS`, else where every distribution has it.
  package static func ofSystem() -> BusAddress {
    if let named = environment("DBUS_SYSTEM_BUS_ADDRESS") {
      return BusAddress(address: named, origin: "DBUS_SYSTEM_BUS_ADDRESS")
    }
    return BusAddress(address: "unix:path=/run/dbus/system_bus_socket", origin: "the usual place")
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe g_getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
