import DemoServer
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What a rotation leaves to be seen, noted and asked.
@Suite(.providerMayCrash) struct RotationDetailTests {
  @Test func theCopiesAreInNobodysWay() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let child = try desk.start(["key", "rotate"], failPoint: "stop:before-replaceCurrent")
    #expect(try await ProcessState.isStopped(child))
    #expect(try await desk.accounts() == ["default", "default#pending", "default#previous"])
    for name in ["account", "username"] {
      let found = try await desk.desk.bus.items(["service": "figranium", name: "default"])
      #expect(found.count == 1, "\(name)")
      let key = try await desk.desk.run([
        "/usr/bin/secret-tool", "lookup", "service", "figranium", name, "default",
      ])
      #expect(key.output == RotationDesk.first)
    }
    for account in ["default#pending", "default#previous"] {
      let items = try await desk.desk.bus.items(["service": "figranium", "account": account])
      #expect(items.count == 1)
      let item = try #require(items.first)
      let attributes = try await desk.desk.bus.property("Attributes", of: item)?.dictionary ?? [:]
      #expect(
        TestedProvider.stored(attributes.mapValues { $0.text ?? "" }) == [
          "service": "figranium", "account": account, "username": account,
          "application": "figctl", "xdg:schema": "dev.figranium.ApiKey",
        ])
    }
    // What is noted of all this holds no key, and is for its owner alone.
    let keys = desk.accepted
    #expect(desk.record.contains("\"note\""))
    #expect(KeySearch.pieces(of: keys, in: desk.record) == [])
    let path = desk.desk.bus.home + "/.local/state/figranium/keys/default.json"
    let mode = try await desk.desk.run(["/usr/bin/stat", "-c", "%a", path]).output
    #expect(mode == "600\n")
    child.send(signal: 18)
    #expect(try await FigctlProcess.end(of: child).code == 0)
  }

  /// A request that was lost may still make its key: it is looked for again.
  @Test func aKeyThatIsMadeLaterIsRevoked() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    desk.interfere(.losesRequest)
    let failed = try await desk.figctl(["key", "rotate"])
    #expect(failed.code == 5, "\(failed.errors)")
    desk.interfere(nil)
    let match = try #require(desk.record.firstMatch(of: /"name":"(mine figctl-[0-9a-f]{16})"/))
    let late = DemoScopedKey(id: "key_late", name: String(match.1), secret: "fig_late")
    let alike = DemoScopedKey(
      id: "key_alike", name: "mine figctl-0123456789abcdef", secret: "fig_alike")
    desk.server.configure { $0.scopedKeys += [late, alike] }
    #expect(try await desk.figctl(["key", "show"]).code == 0)
    #expect(desk.server.scopedKeys.map(\.id) == ["key_mine", "key_alike"])
    #expect(!desk.record.contains("figctl-"))
  }

  /// A lost request may still set the key, so that going back has to wait; going on needs a session.
  @Test func withoutASessionASingleKeyWaits() async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:before-setKey")
    #expect(killed.exit == .signal(9))
    #expect(try await desk.figctl(["logout"]).code == 0)
    let young = try await desk.figctl(["key", "recover"])
    #expect(young.code == 6, "\(young.errors)")
    #expect(try await desk.accounts() == ["default", "default#pending"])
    let path = desk.desk.bus.home + "/.local/state/figranium/keys/default.json"
    let old = desk.record.replacing(/"asked":"\d\d\d\d/) { _ in "\"asked\":\"2001" }
    #expect(old != desk.record)
    try Data(old.utf8).write(to: URL(filePath: path))
    let later = try await desk.figctl(["key", "recover"])
    #expect(later.code == 0, "\(later.errors)")
    #expect(later.output.contains("was taken back: the old key is in use."))
    #expect(try await desk.accounts() == ["default"])
    #expect(try await desk.lookUp() == RotationDesk.first)
  }

  @Test func onATerminalTheOldKeyIsAskedFor() async throws {
    let twin = RotationDesk.scoped("fig_twin", id: "key_twin")
    for (answer, isRevoked) in [("2\n", true), ("\n", false)] {
      let desk = try await RotationDesk(.scoped, others: [twin])
      let child = try desk.start(["key", "rotate"], input: .terminal)
      let isAsked = try await FigctlProcess.output(of: child) { output, _ in
        output.contains("Its number, or nothing if you do not know: ")
      }
      #expect(isAsked)
      try child.write(Array(answer.utf8))
      let ended = try await FigctlProcess.end(of: child)
      #expect(ended.code == 0, "\(ended.output)")
      #expect(desk.server.scopedKeys.map(\.id).contains("key_mine") == !isRevoked)
      #expect(desk.server.scopedKeys.map(\.id).contains("key_twin"))
    }
  }

  @Test func theOldKeyOfOneMadeElsewhereIsRevokedWhereItsIDIsNoted() async throws {
    let desk = try await RotationDesk(.manual)
    let made = try await desk.figctl(["key", "rotate", "--old-key", "key_mine"])
    #expect(made.code == 0, "\(made.errors)")
    let found = try await desk.lookUp()
    let old = try #require(found)
    let (words, input) = desk.rotation()
    let rotated = try await desk.figctl(words + ["--json"], input: input)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains(#""oldKey":{"state":"revoked","name":"mine figctl-"#))
    #expect(!desk.accepted.contains(old))
    #expect(try await desk.accounts() == ["default"])
  }

  /// Numbers of closed streams are not given to pipes of our own, where words would be signals.
  @Test(arguments: [("1>&- 2>&-", Int32(2)), ("0<&- 2>&-", 0), ("0<&- 1>&- 2>&-", 2)])
  func closedStreamsDoNotInterrupt(closed: String, code: Int32) async throws {
    let desk = try await RotationDesk(.scoped)
    let rotated = try await desk.desk.run([
      "/bin/bash", "-c", "\"$0\" key rotate --old-key key_mine \(closed)", FigctlProcess.path,
    ])
    #expect(rotated.exit == .code(code))
    let now = try await desk.lookUp()
    #expect(now != nil && now != RotationDesk.first)
  }

  @Test func aProfileWhoseKeyIsBeingRotatedStays() async throws {
    let desk = try await RotationDesk(.single)
    let remove = ["profile", "remove", "default"]
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:before-setKey")
    #expect(killed.exit == .signal(9))
    let refused = try await desk.figctl(remove)
    #expect(refused.code == 9, "\(refused.errors)")
    #expect(refused.errors.contains("'figctl -p default key recover', or add --delete-key."))
    let state = desk.desk.bus.home + "/.local/state/figranium/"
    let lock = try await KeyLock.take(
      CredentialIdentity(account: "default"), for: .rotation,
      in: RotationFiles(folder: state + "keys", journal: state + "keys.log"))
    for words in [remove, remove + ["--delete-key"]] {
      let running = try await desk.figctl(words)
      #expect(running.code == 9)
      #expect(running.errors.contains("The key of profile 'default' is being rotated"))
    }
    lock.release()
    #expect(desk.desk.configuration.contains("[default]"))
    #expect(try await desk.figctl(["key", "recover"]).code == 0)
    let removed = try await desk.figctl(remove)
    #expect(removed.code == 0, "\(removed.errors)")
    for item in ["default", "'default#previous'", "'default#pending'"] {
      #expect(removed.errors.contains(" account \(item) application figctl\n"))
    }
    #expect(try await desk.lookUp() != nil)
  }

  @Test func aProfileGoesWithItsKeysInTheMiddleOfARotation() async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:before-setKey")
    #expect(killed.exit == .signal(9))
    let removed = try await desk.figctl(["profile", "remove", "default", "--delete-key"])
    #expect(removed.code == 0, "\(removed.errors)")
    #expect(try await desk.accounts().isEmpty)
    #expect(!desk.desk.configuration.contains("[default]"))
  }

  /// Notes that cannot be read are not taken for none.
  @Test func brokenNotesAreAnError() async throws {
    let desk = try await RotationDesk(.single)
    let folder = desk.desk.bus.home + "/.local/state/figranium/keys"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("{\"note\":".utf8).write(to: URL(filePath: folder + "/default.json"))
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 2)
    #expect(rotated.errors.contains("\(folder)/default.json does not hold what figctl wrote."))
    #expect(desk.server.apiKey == RotationDesk.first)
    // The key itself can be used all the same.
    let shown = try await desk.figctl(["key", "show"])
    #expect(shown.code == 0)
    #expect(shown.errors.contains("warning: A rotation was interrupted:"))
  }
}
