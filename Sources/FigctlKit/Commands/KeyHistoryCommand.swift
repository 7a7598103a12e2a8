import Figranium
import FigraniumSecretService

/// `figctl key history`: what happened to the keys, as the journal has it.
enum KeyHistoryCommand {
  static let spec = CommandSpec(
    path: ["key", "history"], summary: "show what happened to the keys",
    discussion: """
      Shows the journal of keys, the oldest event first: stored, imported, rotated, deleted; with \
      the key's fingerprint, and never a key. It is the file $XDG_STATE_HOME/figranium/keys.log, \
      one JSON object a line. With --profile only the events of that profile are shown, also of \
      one that has been removed. The credential store is not opened.
      """,
    options: [.value("limit", "N", "only the last N events")],
    examples: ["figctl key history --limit 20", "figctl -p work key history --json"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let limit = try context.count("limit", default: .max)
    guard let journal = KeyJournal.ofUser else {
      throw CommandFailure.usage(
        "There is no journal of keys: neither HOME nor XDG_STATE_HOME is an absolute path.",
        code: "NO_STATE_FOLDER")
    }
    let (all, unreadable) = try journal.read(profile: context.global.profile)
    let entries = all.suffix(limit)
    var table = TextTable(["TIME", "PROFILE", "EVENT", "KEY", "SERVER", "DETAIL"])
    for entry in entries {
      table.add([
        Dates.text(entry.time), entry.profile, entry.event.rawValue, entry.key ?? "-",
        entry.server ?? "-", entry.detail ?? "-",
      ])
    }
    try context.console.result(["events": .array(entries.map(document))], table)
    if unreadable > 0 {
      context.console.warning(
        "\(unreadable == 1 ? "1 line" : "\(unreadable) lines") of \(journal.path) cannot be read "
          + "as events and \(unreadable == 1 ? "is" : "are") left out.")
    }
    if all.isEmpty, !context.console.isJSON {
      let whose = context.global.profile.map { " of profile '\($0)'" } ?? ""
      context.console.note("Nothing has been noted of the keys\(whose) yet.")
    }
    return .ok
  }

  private static func document(_ entry: KeyJournal.Entry) -> JSONDocument {
    [
      "time": .string(Dates.text(entry.time)), "profile": .string(entry.profile),
      "event": .string(entry.event.rawValue), "key": JSONDocument(entry.key),
      "server": JSONDocument(entry.server), "detail": JSONDocument(entry.detail),
    ]
  }
}
