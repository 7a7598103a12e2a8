import GLibBridge

/// `org.freedesktop.Application`: starts from menus, docks and `gapplication`.
struct ApplicationObject: ServedObject {
  let launcher: Launcher

  var interface: String { InterfaceDescriptions.applicationName }
  var description: String { InterfaceDescriptions.application }

  func answer(_ call: BusCall, _ reply: BusReply) throws(BusFault) {
    switch call.member {
    case "Activate":
      reply.give()
      launcher.introduce()
    case "Open": throw .notSupported("Files and addresses cannot be opened here.")
    case "ActivateAction":
      let values = call.arguments[1]?.members.compactMap(\.text) ?? []
      try launcher.activateAction(call.arguments[0]?.text ?? "", values)
      reply.give()
    default: throw .unknown(call)
    }
  }
}
