import CGLib

/// An interface of an object that we export, read from its introspection XML.
///
/// GDBus refuses calls that do not fit it, so a handler only sees arguments of the right types.
@safe package final class BusInterface: Sendable {
  /// Its name, such as `org.freedesktop.Application`.
  package let name: String
  // Set once in `init`, given back in `deinit`; the descriptions are immutable and counted.
  private nonisolated(unsafe) let node: UnsafeMutablePointer<GDBusNodeInfo>
  nonisolated(unsafe) let info: UnsafeMutablePointer<GDBusInterfaceInfo>
  private let replies: [String: String]

  /// Reads and checks a description.
  ///
  /// - Parameters:
  ///   - name: The interface's name.
  ///   - xml: A whole introspection document that has it.
  /// - Throws: `malformed` for XML that is no such description.
  package init(_ name: String, xml: String) throws(BusError) {
    var error: UnsafeMutablePointer<GError>?
    guard let node = unsafe g_dbus_node_info_new_for_xml(xml, &error) else {
      let reason = unsafe BusError.taking(error)
      throw .malformed("the description of \(name): \(reason)")
    }
    guard let info = unsafe g_dbus_node_info_lookup_interface(node, name) else {
      unsafe g_dbus_node_info_unref(node)
      throw .malformed("the description of \(name) does not have it")
    }
    var replies: [String: String] = [:]
    if var method = unsafe info.pointee.methods {
      while let one = unsafe method.pointee {
        unsafe replies[String(cString: one.pointee.name)] = Self.signature(one.pointee.out_args)
        unsafe method += 1
      }
    }
    self.name = name
    self.replies = replies
    unsafe self.node = node
    unsafe self.info = info
  }

  deinit { unsafe g_dbus_node_info_unref(node) }

  /// The signature that the answer to a method must have, for example `(as)`.
  func reply(of member: String) -> String { replies[member] ?? "()" }

  /// Its methods, for a look at what is handled.
  package var members: [String] { replies.keys.sorted() }

  private static func signature(
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<GDBusArgInfo>?>?
  ) -> String {
    var text = "("
    if var argument = unsafe arguments {
      while let one = unsafe argument.pointee {
        unsafe text += String(cString: one.pointee.signature)
        unsafe argument += 1
      }
    }
    return text + ")"
  }
}
