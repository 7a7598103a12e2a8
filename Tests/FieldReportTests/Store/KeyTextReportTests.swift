import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Reports on the bytes of a key, on where else it shows, and on replacing it (sections D, E, K and
/// L), with the neighbours that no report names.
@Suite struct KeyTextReportTests {
  /// One line end goes; all else that cannot be in a key is refused, and nothing is stored.
  @Test(
    arguments: [
      ("made-up-key", "made-up-key"), ("made-up-key\n", "made-up-key"),
      ("made-up-key\r\n", "made-up-key"), ("made-up-k\u{E9}y\n", "made-up-k\u{E9}y"),
      ("made-up-key\n\n", nil), ("made-up-key\r", nil), ("\nmade-up-key", nil), ("", nil),
      ("\n", nil), ("made-up\nkey", nil), ("made up key", nil), ("made-up\tkey", nil),
      ("made-up\u{0}key", nil), ("made-up\u{7}key", nil), ("made-up-key \n", nil),
      ("made-up\u{2028}key", nil), ("made-up\u{85}key", nil), ("made-up\u{A0}key", nil),
    ] as [(String, String?)])
  func whatIsPipedIn(input: String, stored: String?) async throws {
    let desk = try await Desk()
    let ended = try await desk.figctl.run(["key", "set", "--no-verify"], input: input)
    #expect(ended.code == (stored == nil ? 2 : 0), "\(ended.errors)")
    #expect(!ended.errors.contains("made-up"))
    #expect(
      try await desk.figctl.run(["key", "show", "--reveal"]).output == stored ?? Desk.key)
  }

  /// While a command waits for a secret, no list of processes shows one.
  @Test(arguments: [
    ["key", "set"], ["key", "rotate", "--from-stdin"], ["login", "--email", "a@example.com"],
  ])
  func whileItWaits(words: [String]) async throws {
    let desk = try await Desk(dialect: .v019)
    let child = try desk.figctl.start(words, input: .pipe)
    defer { child.kill() }
    try child.write(Array("made-up-secret-text".utf8))
    #expect(try await ProcessState.isWaiting(child))
    for name in ["cmdline", "environ"] {
      let data = FileManager.default.contents(atPath: "/proc/\(child.processID)/\(name)") ?? Data()
      #expect(data.firstRange(of: Data("made-up-secret".utf8)) == nil, "\(name)")
      #expect(data.firstRange(of: Data(Desk.key.utf8)) == nil, "\(name)")
    }
  }

  /// A new value changes the value: label, date of creation and path stay as the user has them.
  @Test(.enabled(if: TestedProvider.isGnomeKeyring, "KWallet and KeePassXC keep other dates"))
  func aNewValueLeavesTheRest() async throws {
    let desk = try await Desk()
    let wanted = ["service": "figranium", "account": "default"]
    let item = try #require(try await desk.bus.items(wanted).first)
    _ = try await desk.bus.connection.call(
      "org.freedesktop.secrets", path: item, interface: "org.freedesktop.DBus.Properties",
      member: "Set",
      [
        .string("org.freedesktop.Secret.Item"), .string("Label"),
        .variant(.string("my own \u{1F511} label")),
      ], reply: "()", deadline: Deadline(limit: .seconds(30)))
    let created = try await desk.bus.property("Created", of: item)
    for key in ["made-up-key-1", "made-up-key-2", "made-up-key-3"] {
      let set = try await desk.figctl.run(["key", "set", "--no-verify"], input: key)
      #expect(set.code == 0, "\(set.errors)")
      #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == key)
    }
    #expect(try await desk.bus.items(wanted) == [item])
    #expect(try await desk.bus.property("Label", of: item)?.text == "my own \u{1F511} label")
    #expect(try await desk.bus.property("Created", of: item) == created)
  }

  /// After a change the old value is used by nobody: no cache, and no older twin goes before it.
  @Test func theOldValueIsNotUsedAgain() async throws {
    let desk = try await Desk(dialect: .v019, storingKey: false)
    // A twin of another tool's, which was there before.
    let twin = try await desk.run(
      [
        "/usr/bin/secret-tool", "store", "--label=old", "service", "figranium", "account",
        "default",
      ], input: "made-up-old-key")
    #expect(twin.code == 0)
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == "made-up-old-key")
    let old = try await desk.figctl.run(["key", "check"])
    #expect(old.code == 6, "\(old.errors)")
    #expect(old.errors.contains("key set"), "\(old.errors)")
    let set = try await desk.figctl.run(["key", "set"], input: Desk.key)
    #expect(set.code == 0, "\(set.errors)")
    for words in [["key", "check"], ["task", "list"], ["run", "task_1"]] {
      let ended = try await desk.figctl.run(words)
      #expect(ended.code == 0, "\(words) \(ended.errors)")
    }
    #expect(
      !desk.server.requests.dropFirst(2).contains { request in
        (request.header("authorization") ?? "").contains("made-up-old-key")
          && request.path.contains("task_1")
      })
  }
}
