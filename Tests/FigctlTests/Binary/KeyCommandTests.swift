import DemoServer
import GLibBridge
import TestSupport
import Testing

/// `figctl key …` on a real gnome-keyring.
@Suite(.providerMayCrash) struct KeyCommandTests {
  @Test func setChecksStoresAndReadsBack() async throws {
    let desk = try await Desk(storingKey: false)
    let outcome = try await desk.figctl.run(["key", "set"], input: Desk.key + "\n")
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        Stored the key of profile 'default'; the server takes it.
        length: 64
        fingerprint: df1ec7587aad

        """)
    #expect(outcome.errors == "The line end after the key was dropped.\n")
    #expect(desk.configuration.contains("key-origin=\(desk.server.baseURL)\n"))
    let lookup = try await desk.run([
      "/usr/bin/secret-tool", "lookup", "service", "figranium", "account", "default",
    ])
    #expect(lookup.output == Desk.key)
  }

  @Test func setTwiceLeavesOneItem() async throws {
    let desk = try await Desk()
    #expect(try await desk.figctl.run(["key", "set"], input: Desk.key).code == 0)
    let found = try await desk.run([
      "/usr/bin/secret-tool", "search", "--all", "service", "figranium",
    ])
    #expect(found.output.split(separator: "\n").filter { $0.hasPrefix("label = ") }.count == 1)
    #expect(found.output.contains("label = Figranium API key (default)"))
  }

  @Test func aRefusedKeyIsNotStored() async throws {
    let desk = try await Desk(storingKey: false)
    let outcome = try await desk.figctl.run(["key", "set"], input: "made-up-and-wrong")
    #expect(outcome.code == 6)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("The key was not stored."))
    #expect(!outcome.errors.contains("made-up-and-wrong"))
    #expect(try await desk.figctl.run(["key", "show"]).code == 3)
  }

  @Test func aServerThatIsAwayIsNotWaitedFor() async throws {
    let desk = try await Desk(storingKey: false)
    desk.server.stop()
    let outcome = try await desk.figctl.run(["key", "set"], input: Desk.key)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("Stored the key of profile 'default'.\n"))
    #expect(outcome.errors.hasPrefix("figctl: warning: The key is not checked: "))
    #expect(try await desk.figctl.run(["key", "show"]).code == 0)
  }

  @Test(arguments: [
    ("", "it is empty"), ("\n", "it is empty"), ("two words", "it holds white space"),
    ("two\nlines", "it holds a line end"), ("tab\there", "it holds"),
    ("nul\0l", "it holds a NUL byte"),
    ("\u{1B}[31m", "it holds a control character"), ("key\n\n", "it holds a line end"),
  ])
  func whatCannotBeAKeyIsRefused(input: String, reason: String) async throws {
    let home = try TemporaryHome()
    let outcome = try await FigctlProcess(environment: home.environment).run(
      ["key", "set"], input: input)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("This cannot be a key: \(reason)"))
    #expect(outcome.output == "")
  }

  @Test func keysComeFromFilesAndDescriptorsToo() async throws {
    let desk = try await Desk(storingKey: false)
    let script = """
      printf '%s\\r\\n' "$KEY" > "$HOME/key"; unset KEY
      "$0" key set --from-file "$HOME/key" && rm "$HOME/key" &&
      "$0" -q key set --from-fd 7 7<<< "\(String(Desk.key.reversed()))" --no-verify &&
      "$0" key show --reveal
      """
    var environment = desk.bus.environment
    environment["KEY"] = Desk.key
    let outcome = try await FigctlProcess.end(
      of: ChildProcess(["/bin/bash", "-c", script, FigctlProcess.path], environment: environment))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix("\n" + String(Desk.key.reversed())))
  }

  @Test func showTellsWhichKeyItIs() async throws {
    let desk = try await Desk()
    let shown = try await desk.figctl.run(["key", "show"])
    #expect(shown.code == 0)
    #expect(!shown.output.contains(Desk.key.prefix(60)))
    #expect(
      shown.output.hasPrefix(
        "profile: default\nkey: …6f81\nlength: 64\nfingerprint: df1ec7587aad\ncreated: "))
    // Not a terminal: the key and nothing else.
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
    let json = try await desk.figctl.run(["key", "show", "--json"]).output
    #expect(
      json.hasPrefix(
        #"{"profile":"default","lastCharacters":"6f81","length":64,"fingerprint":"df1ec7587aad","#))
    #expect(!json.contains(Desk.key.prefix(60)))
  }

  @Test func keysOfOtherToolsAreReadAndLeftAlone() async throws {
    let desk = try await Desk(storingKey: false)
    let stored = try await desk.run(
      [
        "/usr/bin/secret-tool", "store", "--label=mine", "service", "figranium", "account",
        "default",
      ], input: Desk.key)
    #expect(stored.code == 0)
    #expect(try await desk.figctl.run(["key", "check"]).code == 0)
    #expect(
      try await desk.figctl.run(["key", "show"]).output.contains("stored by: another program"))
    let deleted = try await desk.figctl.run(["key", "delete", "--yes"])
    #expect(deleted.code == 3)
    #expect(
      deleted.errors
        == "figctl: figctl stored no key for profile 'default'; another program did, and that one "
        + "is left alone.\n  Delete it with the program that stored it, or with your password "
        + "manager.\n")
    #expect(try await desk.figctl.run(["key", "show"]).code == 0)
  }

  @Test func deleteTakesOnlyThisProfilesKey() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["profile", "add", "other", "--server", desk.server.baseURL])
    #expect(try await desk.figctl.run(["-p", "other", "key", "set"], input: Desk.key).code == 0)
    let refused = try await desk.figctl.run(["key", "delete"])
    #expect(refused.code == 2)
    #expect(try await desk.figctl.run(["key", "show"]).code == 0)
    let deleted = try await desk.figctl.run(["key", "delete", "--yes"])
    #expect(deleted.code == 0)
    #expect(
      deleted.output == "Deleted the key of profile 'default'. On the server nothing has changed.\n"
    )
    let again = try await desk.figctl.run(["key", "delete", "--yes"])
    #expect(again.code == 3)
    #expect(
      again.errors
        == "figctl: No key is stored for profile 'default'.\n  Store it: figctl key set\n")
    #expect(try await desk.figctl.run(["-p", "other", "key", "show"]).code == 0)
  }

  @Test func listNamesEachProfileAndNoValue() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["profile", "add", "other", "--server", "https://a.example.com"])
    let list = try await desk.figctl.run(["key", "list", "--json"])
    #expect(list.code == 0)
    #expect(
      list.output.contains(
        #"{"profile":"default","server":"\#(desk.server.baseURL)","stored":"yes","created":"2"#))
    #expect(
      list.output.contains(
        #"{"profile":"other","server":"https://a.example.com","stored":"no","created":null,"changed":null,"ageDays":null,"due":null,"previous":false,"pending":false}"#
      ))
    #expect(!list.output.contains(Desk.key))
    try await desk.bus.lock()
    let locked = try await desk.figctl.run(["key", "list", "--json"])
    #expect(locked.code == 0)
    #expect(!locked.output.contains(#""stored":"no""#))
    #expect(locked.output.contains(#""stored":"locked""#))
  }

  @Test(
    arguments: zip(
      [DemoDialectName.documented, .v09, .v019], ["documented", "server-0.9", "server-0.19"]))
  func checkTellsTheDialect(dialect: DemoDialectName, name: String) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    let outcome = try await desk.figctl.run(["key", "check"])
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
    #expect(
      outcome.output.hasPrefix(
        "\(desk.server.baseURL) takes the key of profile 'default'.\ndialect: \(name)\n"))
  }

  @Test func checkHasAnExitCodeForEachAnswer() async throws {
    let desk = try await Desk()
    desk.server.setAPIKey("another-made-up-key")
    let refused = try await desk.figctl.run(["key", "check"])
    #expect(refused.code == 6)
    #expect(refused.errors.hasSuffix("store the new one: figctl key set\n"))
    desk.server.stop()
    #expect(try await desk.figctl.run(["key", "check"]).code == 5)
    try await desk.bus.lock()
    #expect(try await desk.figctl.run(["key", "check", "--no-prompt"]).code == 4)
    let empty = try await Desk(storingKey: false)
    #expect(try await empty.figctl.run(["key", "check"]).code == 3)
  }

  @Test func aKeyGoesOnlyToTheServerItWasStoredFor() async throws {
    let desk = try await Desk()
    let other = try await Desk(.none, storingKey: false)
    let refused = try await desk.figctl.run(["task", "list", "--server", other.server.baseURL])
    #expect(refused.code == 2)
    #expect(
      refused.errors
        == "figctl: The key of profile 'default' is for \(desk.server.baseURL) and is not sent to "
        + "\(other.server.baseURL).\n  Store a key for it: figctl profile add NAME --server "
        + "\(other.server.baseURL), then figctl -p NAME key set.\n")
    let changed = try await desk.figctl.run(
      ["profile", "set", "default", "server=\(other.server.baseURL)"])
    #expect(changed.code == 0)
    #expect(changed.errors.contains("is not sent to another server"))
    for command in [["task", "list"], ["run", "task_1"], ["stop", "x"], ["status", "x"]] {
      let outcome = try await desk.figctl.run(command)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("is not sent to \(other.server.baseURL)"))
    }
    #expect(other.server.requests.isEmpty)
    #expect(try await desk.figctl.run(["key", "set"], input: Desk.key).code == 0)
    #expect(try await desk.figctl.run(["task", "list"]).code == 0)
    #expect(!other.server.requests.isEmpty)
  }

  @Test func removingAProfileKeepsOrDeletesItsKey() async throws {
    let desk = try await Desk()
    let removed = try await desk.figctl.run(["profile", "remove", "default", "--delete-key"])
    #expect(removed.code == 0)
    #expect(removed.output == "Removed profile 'default' and its key.\n")
    #expect(try await desk.figctl.run(["key", "show"]).code == 3)
  }
}
