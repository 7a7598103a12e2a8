import GLibBridge

/// `org.freedesktop.Application`: starts from menus, docks and `gapplication`.
struct ApplicationObject: Sendable {
  let launcher: Launcher

  func serve(at path: String) throws(BusError) -> ServedInterface {
    ServedInterface(
      path: path,
      interface: try BusInterface(
        InterfaceDescriptions.applicationName, xml: InterfaceDescriptions.application),
      handler: handle)
  }

  private func handle(_ call: BusCall, _ reply: BusReply) {
    switch call.member {
    case "Activate":
      reply.give()
      launcher.introduce()
    case "Open": reply.fail(.notSupported("Files and addresses cannot be opened here."))
    case "ActivateAction":
      let values = call.arguments[1]?.members.compactMap(\.text) ?? []
      do throws(BusFault) {
        try launcher.activateAction(call.arguments[0]?.text ?? "", values)
        reply.give()
      } catch {
        reply.fail(error)
      }
    default: reply.fail(.notSupported("There is no \(call.member)."))
    }
  }
}
