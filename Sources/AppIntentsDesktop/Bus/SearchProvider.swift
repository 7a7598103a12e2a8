import GLibBridge

/// `org.gnome.Shell.SearchProvider2`: GNOME's overview.
struct SearchProvider: ServedObject {
  /// The shell shows five rows and says how many more there are.
  private static let limit = 50

  let catalogue: Catalogue
  let launcher: Launcher
  let icon: String

  var interface: String { InterfaceDescriptions.searchProviderName }
  var description: String { InterfaceDescriptions.searchProvider }

  func answer(_ call: BusCall, _ reply: BusReply) throws(BusFault) {
    switch call.member {
    case "GetInitialResultSet":
      catalogue.whenFilled { reply.give(results(call.arguments[0])) }
    case "GetSubsearchResultSet":
      // Searched anew: the entries may have changed since the last letter.
      catalogue.whenFilled { reply.give(results(call.arguments[1])) }
    case "GetResultMetas": reply.give(metas(call.arguments[0]))
    case "ActivateResult":
      reply.give()
      launcher.activate(call.arguments[0]?.text ?? "")
    case "LaunchSearch":
      reply.give()
      launcher.offer(terms: Self.texts(call.arguments[0]))
    default: throw .unknown(call)
    }
  }

  private func results(_ terms: BusValue?) -> BusValue {
    let hits = catalogue.search(Self.texts(terms), limit: Self.limit)
    return .array(of: "s", hits.map { .string($0.row.target.text) })
  }

  /// One for each identifier, in their order: the shell drops them all when one is missing.
  private func metas(_ identifiers: BusValue?) -> BusValue {
    let identifiers = Self.texts(identifiers)
    let targets = identifiers.map { SearchRow.Target($0) }
    let rows = catalogue.index.rows(of: targets)
    let metas = zip(identifiers, zip(targets, rows)).map { identifier, found in
      let title = found.1?.title ?? Self.fallbackTitle(found.0, identifier)
      return BusValue.properties([
        "id": .string(identifier), "name": .string(NoticeText.line(title)),
        "description": .string(NoticeText.line(found.1?.subtitle ?? "")),
        "icon": .tuple([
          .string("themed"),
          .variant(.array(of: "s", [.string(icon), .string("\(icon)-symbolic")])),
        ]),
      ])
    }
    return .array(of: "a{sv}", metas)
  }

  /// What has gone since it was found: it is still run by its identifier, and says so then.
  private static func fallbackTitle(_ target: SearchRow.Target?, _ identifier: String) -> String {
    switch target {
    case .entity(_, _, let id): id
    case .shortcut(let name), .intent(let name): name
    case nil: identifier
    }
  }

  private static func texts(_ value: BusValue?) -> [String] {
    value?.members.compactMap(\.text) ?? []
  }
}
