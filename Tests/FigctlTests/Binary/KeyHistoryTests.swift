import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl key history`, and what the commands on keys write into the journal.
@Suite(.providerMayCrash) struct KeyHistoryTests {
  @Test func whatHappensToAKeyIsNoted() async throws {
    let desk = try await Desk(storingKey: false)
    #expect(try await desk.figctl.run(["key", "set", "-q"], input: Desk.key).code == 0)
    let other = String(Desk.key.reversed())
    #expect(
      try await desk.figctl.run(["key", "set", "-q", "--no-verify"], input: other).code == 0)
    #expect(try await desk.figctl.run(["key", "set", "-q"], input: other).code == 6)
    #expect(try await desk.figctl.run(["key", "delete", "--yes"]).code == 0)
    #expect(try await desk.figctl.run(["key", "delete", "--yes"]).code == 3)

    let history = try await desk.figctl.run(["key", "history"])
    #expect(history.code == 0)
    let rows = history.output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
    #expect(rows.map { $0[1] } == ["PROFILE", "default", "default", "default"])
    #expect(rows.map { $0[2] } == ["EVENT", "stored", "stored", "deleted"])
    #expect(rows[1][3] == "df1ec7587aad")
    #expect(rows[2][3] != "df1ec7587aad" && rows[2][3].count == 12)
    #expect(rows[1][4] == desk.server.baseURL)
    #expect(rows[2][5...] == ["not", "checked"])

    let path = desk.bus.home + "/.local/state/figranium/keys.log"
    #expect(FileFacts.mode(path) == 0o600)
    let journal = try FileFacts.text(path)
    #expect(!journal.contains(Desk.key.prefix(8)) && !journal.contains(other.prefix(8)))
    // Each line is what `--json` shows.
    let document = try await desk.figctl.run(["key", "history", "--json", "--limit", "1"]).output
    #expect(document.hasPrefix(#"{"events":[{"time":"2"#))
    #expect(document.contains(#""event":"deleted","key":null,"server":""#))
    #expect(!document.contains("stored"))
  }

  @Test func itIsShownByProfileAndWithoutABus() async throws {
    let home = try TemporaryHome()
    let figctl = FigctlProcess(environment: home.environment)
    let empty = try await figctl.run(["key", "history"])
    #expect(empty.code == 0)
    #expect(empty.errors == "Nothing has been noted of the keys yet.\n")
    let folder = home.path + "/.local/state/figranium"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #"""
    {"time":"2026-11-30T08:15:00Z","profile":"gone","event":"a-later-word","detail":"\u001b[31m"}
    half a line
    {"time":"2026-11-30T08:16:00Z","profile":"work","event":"stored"}
    {"time":"2026-11-30T08:17
    """#.write(to: URL(filePath: folder + "/keys.log"), atomically: true, encoding: .utf8)
    let all = try await figctl.run(["key", "history"])
    #expect(
      all.output == """
        TIME                  PROFILE  EVENT         KEY  SERVER  DETAIL
        2026-11-30T08:15:00Z  gone     a-later-word  -    -       \\e[31m
        2026-11-30T08:16:00Z  work     stored        -    -       -

        """)
    #expect(all.errors.contains("warning: 1 line of \(folder)/keys.log cannot be read"))
    let one = try await figctl.run(["-p", "gone", "key", "history", "-q"])
    #expect(one.output.split(separator: "\n").count == 2)
    #expect(one.errors == "")
  }

  @Test func aJournalWithoutLinesIsNotAnEmptyOne() async throws {
    let home = try TemporaryHome()
    let folder = home.path + "/.local/state/figranium"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(repeating: 0x78, count: 9 << 20).write(to: URL(filePath: folder + "/keys.log"))
    let history = try await FigctlProcess(environment: home.environment).run(["key", "history"])
    #expect(history.code == 2)
    #expect(history.errors.contains("Cannot read the journal of keys \(folder)/keys.log: its last"))
  }

  @Test func aJournalThatCannotBeWrittenIsAWarning() async throws {
    let desk = try await Desk(storingKey: false)
    let path = desk.bus.home + "/.local/state/figranium/keys.log"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let stored = try await desk.figctl.run(["key", "set"], input: Desk.key)
    #expect(stored.code == 0)
    #expect(
      stored.errors.contains("warning: Cannot write the journal of keys \(path): Is a directory."))
    let history = try await desk.figctl.run(["key", "history"])
    #expect(history.code == 2)
    #expect(history.errors.contains("Cannot read the journal of keys \(path): Is a directory."))
  }
}
