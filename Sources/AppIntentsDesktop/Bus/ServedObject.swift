import GLibBridge

/// An object of the service: one interface, and who answers its calls.
protocol ServedObject: Sendable {
  /// The interface's name.
  var interface: String { get }
  /// The introspection document that has it.
  var description: String { get }

  /// Answers a call: at once, later, or with the error that it throws. On the message bus's own
  /// thread, so it must be short.
  func answer(_ call: BusCall, _ reply: BusReply) throws(BusFault)
}

extension ServedObject {
  /// Puts it at a path.
  ///
  /// - Throws: `malformed` for a description that does not have the interface.
  func serve(at path: String) throws(BusError) -> ServedInterface {
    ServedInterface(
      path: path, interface: try BusInterface(interface, xml: description)
    ) { call, reply in
      do throws(BusFault) {
        try answer(call, reply)
      } catch {
        reply.fail(error)
      }
    }
  }
}

/// An object at its path, ready for the bus.
struct ServedInterface: Sendable {
  let path: String
  let interface: BusInterface
  let handler: @Sendable (BusCall, BusReply) -> Void
}

extension BusFault {
  /// A method of the description that nobody answers.
  static func unknown(_ call: BusCall) -> BusFault { .notSupported("There is no \(call.member).") }
}
