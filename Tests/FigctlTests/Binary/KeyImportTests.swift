import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl key import` on a real gnome-keyring.
@Suite(.providerMayCrash) struct KeyImportTests {
  private func look(_ desk: Desk) async throws -> String {
    try await desk.run([
      "/usr/bin/secret-tool", "lookup", "service", "figranium", "account", "default",
    ]).output
  }

  private func store(_ desk: Desk, _ attributes: [String], _ value: String) async throws {
    let stored = try await desk.run(
      TestedProvider.storeCommand(label: "mine", attributes), input: value)
    #expect(stored.code == 0, "\(stored.errors)")
  }

  // MARK: Items of other tools

  @Test func anItemOfSecretToolIsTakenOver() async throws {
    let desk = try await Desk(storingKey: false)
    try await store(desk, ["service", "my-scripts", "user", "me"], Desk.key + "\n")
    try await store(desk, ["service", "others", "user", "me"], "something else")
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-secret-tool", "service", "my-scripts", "user", "me",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        Imported the key of profile 'default'; the server takes it.
        length: 64
        fingerprint: df1ec7587aad

        """)
    #expect(outcome.errors == "The line end after the key was dropped.\n")
    #expect(try await look(desk) == Desk.key)
    #expect(desk.configuration.contains("key-origin=\(desk.server.baseURL)\n"))
    // The other tool's item is still there.
    let old = try await desk.run(["/usr/bin/secret-tool", "lookup", "service", "my-scripts"])
    #expect(old.output == Desk.key + "\n")
    let history = try await desk.figctl.run(["key", "history"]).output
    #expect(history.contains("imported"))
    #expect(history.contains("from the item with service=my-scripts user=me"))
    #expect(!history.contains(Desk.key.prefix(8)))
  }

  @Test func pythonsKeyringIsTakenOver() async throws {
    let desk = try await Desk(storingKey: false)
    // As its SecretService backend stores.
    try await store(
      desk, ["service", "figranium", "username", "me", "application", "Python keyring library"],
      Desk.key)
    // As it stores for KeePassXC.
    try await store(desk, ["Title", "kp", "UserName", "me"], Desk.key)
    for service in ["figranium", "kp"] {
      let outcome = try await desk.figctl.run(["key", "import", "--from-keyring", service, "me"])
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try await look(desk) == Desk.key)
  }

  @Test func absentLockedAndUnreachableAreThreeAnswers() async throws {
    let desk = try await Desk(storingKey: false)
    let command = ["key", "import", "--from-secret-tool", "service", "my-scripts"]
    let absent = try await desk.figctl.run(command)
    #expect(absent.code == 3)
    #expect(
      absent.errors.hasPrefix("figctl: No item of another tool matches: service=my-scripts.\n"))
    try await store(desk, ["service", "my-scripts"], Desk.key)
    try await desk.bus.lock()
    let locked = try await desk.figctl.run(command + ["--no-prompt", "--json"])
    #expect(locked.code == 4)
    #expect(locked.errors.contains("CREDENTIAL_STORE_LOCKED"))
    // Not there either, but that cannot be known.
    let unknown = try await desk.figctl.run([
      "key", "import", "--from-keyring", "a", "b", "--no-prompt",
    ])
    #expect(unknown.code == 4)
    let home = try TemporaryHome()
    let away = try await FigctlProcess(environment: home.environment).run(command + ["--json"])
    #expect(away.code == 4)
    #expect(away.errors.contains("CREDENTIAL_STORE_UNAVAILABLE"))
  }

  @Test func severalItemsAreAConflict() async throws {
    let desk = try await Desk(storingKey: false)
    try await store(desk, ["service", "my-scripts", "user", "me"], Desk.key)
    try await store(desk, ["service", "my-scripts", "user", "you"], Desk.key)
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-secret-tool", "service", "my-scripts",
    ])
    #expect(outcome.code == 9)
    #expect(outcome.errors.hasPrefix("figctl: 2 items match.\n  \"mine\" in \""))
    #expect(outcome.errors.hasSuffix("  Give more attributes, so that one is left.\n"))
    #expect(!outcome.errors.contains(Desk.key.prefix(8)))
    #expect(try await look(desk) == "")
  }

  @Test func ownItemsAreNoOtherTools() async throws {
    let desk = try await Desk()
    let command = ["key", "import", "--from-secret-tool", "service", "figranium"]
    #expect(try await desk.figctl.run(command).code == 3)
    try await store(desk, ["service", "figranium", "account", "default"], Desk.key)
    #expect(try await desk.figctl.run(command + ["account", "default"]).code == 0)
  }

  @Test func whatTheServerRefusesIsNotStored() async throws {
    let desk = try await Desk(storingKey: false)
    for (value, code) in [("made-up-and-wrong", Int32(6)), ("two words", 2), ("", 2)] {
      try await store(desk, ["service", "my-scripts"], value)
      let outcome = try await desk.figctl.run([
        "key", "import", "--from-secret-tool", "service", "my-scripts",
      ])
      #expect(outcome.code == code, "\(value): \(outcome.errors)")
      #expect(!outcome.errors.contains("made-up-and"))
      #expect(try await look(desk) == "")
    }
  }

  // MARK: Files

  private func file(_ desk: Desk, _ text: String, mode: UInt32 = 0o600) throws -> String {
    let path = desk.bus.home + "/settings.env"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.posixPermissions: Int(mode)], ofItemAtPath: path)
    return path
  }

  private static let before = "# mine\r\nexport A='x\ny'\n\n"
  private static let after = "\tB=\"2\" # two\n# no end of line"

  @Test(arguments: [
    "KEY=@\n", "export KEY='@' # the key\n", " KEY = \"@\"\r\n",
  ])
  func theLineIsRemovedAndNothingElse(line: String) async throws {
    let desk = try await Desk(storingKey: false)
    let text = Self.before + line.replacing("@", with: Desk.key) + Self.after
    let path = try file(desk, text, mode: 0o640)
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-env-file", path, "KEY", "--yes",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("Removed 'KEY=…' from \(path).\n"))
    #expect(try FileFacts.text(path) == Self.before + Self.after)
    #expect(FileFacts.mode(path) == 0o640)
    #expect(
      outcome.errors.contains("warning: Others on this machine could read \(path) (mode 640)"))
    #expect(try await look(desk) == Desk.key)
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.bus.home)
    #expect(!names.contains { $0.hasPrefix(".figranium") })
    let again = try await desk.figctl.run([
      "key", "import", "--from-env-file", path, "KEY", "--yes",
    ])
    #expect(again.code == 3)
    #expect(again.errors.hasPrefix("figctl: There is no line 'KEY=…' in \(path).\n"))
  }

  @Test func aLinkStaysALinkAndTheOwnerStays() async throws {
    let desk = try await Desk(storingKey: false)
    let path = try file(desk, "A=1\nKEY=\(Desk.key)")
    let link = desk.bus.home + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "settings.env")
    let isRoot = try await desk.run(["/usr/bin/id", "-u"]).output == "0\n"
    if isRoot { #expect(try await desk.run(["/bin/chown", "1234:2345", path]).code == 0) }
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-env-file", link, "KEY", "-y", "--json",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#""lineRemoved":true"#))
    #expect(FileFacts.isLink(link))
    #expect(try FileFacts.text(path) == "A=1\n")
    if isRoot {
      #expect(try await desk.run(["/usr/bin/stat", "-c", "%u:%g", path]).output == "1234:2345\n")
    }
  }

  @Test(arguments: ["2755", "1640", "4700"])
  func allOfTheModeStays(mode: String) async throws {
    let desk = try await Desk(storingKey: false)
    let path = try file(desk, "A=1\nKEY=\(Desk.key)\n")
    #expect(try await desk.run(["/bin/chmod", mode, path]).code == 0)
    let outcome = try await desk.figctl.run(["key", "import", "--from-env-file", path, "KEY", "-y"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try FileFacts.text(path) == "A=1\n")
    #expect(try await desk.run(["/usr/bin/stat", "-c", "%a", path]).output == mode + "\n")
  }

  @Test func withoutAnAnswerTheLineStays() async throws {
    let desk = try await Desk(storingKey: false)
    let text = "KEY=\(Desk.key)\n# once \(Desk.key)\n"
    let path = try file(desk, text)
    let command = ["key", "import", "--from-env-file", path, "KEY"]
    let stays = try await desk.figctl.run(command)
    #expect(stays.code == 0)
    #expect(stays.output.hasSuffix("The line is still in \(path), line 1; --yes removes it.\n"))
    #expect(try FileFacts.text(path) == text)
    let removed = try await desk.figctl.run(command + ["--yes"])
    #expect(removed.code == 0)
    #expect(
      removed.errors.contains(
        "warning: \(path) held the same key in line 2 too; it is still there."))
    #expect(try FileFacts.text(path) == "# once \(Desk.key)\n")
  }

  @Test func aKeyThatIsNotVerifiedKeepsItsLine() async throws {
    let desk = try await Desk(storingKey: false)
    let text = "KEY=\(Desk.key)\n"
    let path = try file(desk, text)
    let command = ["key", "import", "--from-env-file", path, "KEY", "--yes"]
    desk.server.stop()
    let away = try await desk.figctl.run(command)
    #expect(away.code == 5)
    #expect(away.output.contains("Imported the key of profile 'default'.\n"))
    #expect(away.errors.contains("The key is stored, but its line is still in \(path), line 1: "))
    #expect(try FileFacts.text(path) == text)
    #expect(try await look(desk) == Desk.key)
    #expect(try await desk.figctl.run(command + ["--no-verify"]).code == 0)
    #expect(try FileFacts.text(path) == "")
  }

  @Test func aRefusedOrLockedOutKeyKeepsItsLine() async throws {
    let desk = try await Desk(storingKey: false)
    let path = try file(desk, "KEY=made-up-and-wrong\nLATER=\(Desk.key)\n")
    let command = ["key", "import", "--yes", "--no-prompt", "--from-env-file", path]
    #expect(try await desk.figctl.run(command + ["KEY"]).code == 6)
    try await desk.bus.lock()
    #expect(try await desk.figctl.run(command + ["LATER"]).code == 4)
    #expect(try FileFacts.text(path) == "KEY=made-up-and-wrong\nLATER=\(Desk.key)\n")
  }

  @Test func aFileOfSeveralNamesKeepsItsLine() async throws {
    let desk = try await Desk(storingKey: false)
    let path = try file(desk, "KEY=\(Desk.key)\n")
    try FileManager.default.linkItem(atPath: path, toPath: desk.bus.home + "/other")
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-env-file", path, "KEY", "--yes",
    ])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("\(path) has 2 names (hard links)"))
    #expect(try FileFacts.text(path) == "KEY=\(Desk.key)\n")
    #expect(try await look(desk) == Desk.key)
  }

  @Test(arguments: [
    ("KEY=@\nKEY=@\n", Int32(9), "has 'KEY=…' more than once: in lines 1 and 2"),
    ("KEY=$OTHER\n", 2, "refers to another one"),
    ("KEY='@\n", 2, "the quote in front of its value has no end"),
    ("A='\nKEY=@\n'\n", 2, "belongs to a value in quotes that begins in line 1"),
    ("KEY=\n", 2, "This cannot be a key: it is empty"),
    ("KEY=@ @\n", 2, "This cannot be a key: it holds white space"),
    ("if true; then\nKEY=@\nfi\n", 2, "line 2, may not stand for itself: line 1 holds \"if\" of"),
    ("A=$(cat <<EOF\nKEY=@\nEOF\n)\n", 2, "line 1 begins a here-document (<<)."),
    ("A=foo \\\nKEY=@\n", 2, "line 1 ends with a backslash and so goes on in it."),
    ("KEY=@\nKEY+=b\n", 2, "line 2 changes the same variable."),
  ])
  func whatIsNotClearIsRefused(text: String, code: Int32, reason: String) async throws {
    let desk = try await Desk(.none, storingKey: false)
    let path = try file(desk, text.replacing("@", with: Desk.key))
    let outcome = try await desk.figctl.run([
      "key", "import", "--from-env-file", path, "KEY", "--yes",
    ])
    #expect(outcome.code == code, "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(!outcome.errors.contains(Desk.key.prefix(8)))
    #expect(try FileFacts.text(path) == text.replacing("@", with: Desk.key))
  }

  @Test(arguments: [
    (["key", "import"], "needs to know where the key is"),
    (["key", "import", "--from-secret-tool", "service"], "needs pairs of an attribute"),
    (["key", "import", "--from-secret-tool", "a", "b", "a", "c"], "'a' is empty, or given twice"),
    (["key", "import", "--from-keyring", "service"], "needs a service and a user"),
    (["key", "import", "--from-env-file", "x"], "needs a file and the name of one variable"),
    (
      ["key", "import", "--from-env-file", "/none/x", "KEY"], "Cannot read '/none/x': No such file"
    ),
    (["key", "import", "--from-env-file", "/tmp", "KEY"], "Cannot read '/tmp': it is a folder"),
    (["key", "import", "--from-env-file", "x", "1"], "'1' cannot be the name of a variable"),
    (
      ["key", "import", "--from-keyring", "--from-env-file", "x", "y", "z"],
      "Only one of --from-secret-tool"
    ),
  ])
  func wrongUseIsNamed(words: [String], reason: String) async throws {
    let home = try TemporaryHome()
    let outcome = try await FigctlProcess(environment: home.environment).run(words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
