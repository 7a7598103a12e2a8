import GLibBridge

/// `org.kde.krunner1`: KDE's KRunner.
///
/// Match never answers with an error: KRunner would wait for this runner for ever.
struct Runner: ServedObject {
  static let path = "/runner"
  private static let limit = 20

  let catalogue: Catalogue
  let launcher: Launcher
  let icon: String

  var interface: String { InterfaceDescriptions.runnerName }
  var description: String { InterfaceDescriptions.runner }

  func answer(_ call: BusCall, _ reply: BusReply) throws(BusFault) {
    switch call.member {
    case "Match":
      catalogue.whenFilled { reply.give(matches(call.arguments[0]?.text ?? "")) }
    case "Actions": reply.give(.array(of: "(sss)", []))
    case "Config": reply.give(.properties(["MinLetterCount": .int32(3)]))
    case "Run":
      reply.give()
      launcher.activate(call.arguments[0]?.text ?? "")
    case "Teardown": reply.give()
    default: throw .unknown(call)
    }
  }

  private func matches(_ query: String) -> BusValue {
    let hits = catalogue.search([query], limit: Self.limit)
    return .array(
      of: "(sssida{sv})",
      hits.map { hit in
        .tuple([
          .string(hit.row.target.text), .string(NoticeText.line(hit.row.title)), .string(icon),
          .int32(Self.kind(of: hit.score)), .double(Double(hit.score) / 100),
          .properties([
            "subtext": .string(NoticeText.line(hit.row.subtitle)),
            "actions": .array(of: "s", []),
          ]),
        ])
      })
  }

  /// 100: the very thing; 70: possible; 30: only akin.
  private static func kind(of score: Int) -> Int32 { score == 100 ? 100 : score >= 60 ? 70 : 30 }
}
