import DemoServer
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// Several programs at one key, one of which rotates it.
@Suite(.providerMayCrash) struct RotationAtOnceTests {
  @Test func oneRotatesAndTheOtherSaysSo() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let first = try desk.start(["key", "rotate"], failPoint: "stop:after-storePending")
    #expect(try await ProcessState.isStopped(first))
    let second = try await desk.figctl(["key", "rotate"])
    #expect(second.code == 9)
    #expect(
      second.errors
        == "figctl: The key of profile 'default' is being rotated (process \(first.processID)).\n"
        + "  Try again when that is done.\n")
    for words in [["key", "set"], ["key", "delete", "--yes"], ["key", "rollback"]] {
      let refused = try await desk.figctl(words, input: RotationDesk.first)
      #expect(refused.code == 9, "\(words): \(refused.errors)")
    }
    // Reading goes on meanwhile, and does not take it for an interrupted one.
    let shown = try await desk.figctl(["key", "show"])
    #expect(shown.code == 0 && shown.errors == "")
    first.send(signal: 18)
    let ended = try await FigctlProcess.end(of: first)
    #expect(ended.code == 0, "\(ended.errors)")
    #expect(desk.server.scopedKeys.count == 1)
    #expect(try await desk.lookUp() == desk.server.scopedKeys.first?.secret)
    #expect(try await desk.figctl(["key", "set"], input: RotationDesk.fresh()).code == 6)
  }

  @Test func manyAtOnceLeaveOneKey() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let outcomes = try await withThrowingTaskGroup(of: FigctlProcess.Outcome.self) { group in
      for _ in 1...6 { group.addTask { try await desk.figctl(["key", "rotate"]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let codes = outcomes.compactMap(\.code)
    #expect(codes.allSatisfy { $0 == 0 || $0 == 9 }, "\(outcomes.map(\.errors))")
    #expect(codes.contains(0))
    #expect(desk.server.scopedKeys.count == 1)
    #expect(try await desk.lookUp() == desk.server.scopedKeys.first?.secret)
    #expect(try await desk.accounts() == ["default"])
  }

  /// The server has the new key, the store still the old one, and whoever rotated is gone: any
  /// command that meets the refusal settles it.
  @Test(arguments: [["task", "list"], ["run", "task_1"], ["key", "check"]])
  func aClientInTheWindowOfASingleKeySettlesIt(words: [String]) async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-setKey")
    #expect(killed.exit == .signal(9))
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(desk.server.apiKey != RotationDesk.first)
    let used = try await desk.figctl(words)
    #expect(used.code == 0, "\(used.errors)")
    #expect(try await desk.lookUp() == desk.server.apiKey)
    #expect(try await desk.accounts() == ["default"])
  }

  /// Both keys work meanwhile, so that no refusal tells of it.
  @Test(arguments: [["task", "list"], ["run", "task_1"]])
  func anyUseOfTheKeySettlesWhatWasInterrupted(words: [String]) async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-storePrevious")
    #expect(killed.exit == .signal(9))
    let used = try await desk.figctl(words)
    #expect(used.code == 0, "\(used.errors)")
    #expect(used.errors.contains("was finished: its new key is in use."))
    #expect(try await desk.accounts() == ["default"])
    #expect(desk.server.scopedKeys.count == 1)
    #expect(try await desk.lookUp() == desk.server.scopedKeys.first?.secret)
  }

  @Test func aClientInTheWindowOfARunningRotationUsesTheNewKey() async throws {
    let desk = try await RotationDesk(.single)
    let rotation = try desk.start(["key", "rotate"], failPoint: "stop:after-setKey")
    #expect(try await ProcessState.isStopped(rotation))
    let used = try await desk.figctl(["task", "list"])
    #expect(used.code == 0, "\(used.errors)")
    #expect(try await desk.lookUp() == RotationDesk.first)
    rotation.send(signal: 18)
    #expect(try await FigctlProcess.end(of: rotation).code == 0)
  }

  @Test func anInterruptedRotationIsToldAndSettledByTheNextCommand() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-askPending")
    #expect(killed.exit == .signal(9))
    let dry = try await desk.figctl(["key", "recover", "--dry-run"])
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(
      dry.output == """
        An interrupted rotation of profile 'default' would be finished: its new key would be in use.
          keep the current key as the previous one
          put the new key in its place
          revoke the old key on the server, where it is known which it is
          take the new key's second copy away
          take the note away

        """)
    #expect(try await desk.lookUp() == RotationDesk.first)
    let shown = try await desk.figctl(["key", "show"])
    #expect(shown.code == 0)
    #expect(shown.errors.contains("was finished: its new key is in use."))
    #expect(try await desk.lookUp() == desk.server.scopedKeys.first?.secret)
    #expect(desk.server.scopedKeys.count == 1)
  }

  /// A key among other people's that was made, and whose answer nobody got.
  @Test func theStrayKeyIsFoundByItsName() async throws {
    let desk = try await RotationDesk(.scoped)
    desk.interfere(.losesAnswer)
    let failed = try await desk.figctl(["key", "rotate", "--old-key", "mine"])
    #expect(failed.code == 5, "\(failed.errors)")
    #expect(failed.errors.contains("The key was not rotated: the old one is still stored"))
    #expect(desk.server.scopedKeys.map(\.id).sorted() == ["key_mine", "key_other"])
    // The same, killed before it could look.
    desk.interfere(nil)
    let killed = try await desk.figctl(
      ["key", "rotate", "--old-key", "mine"], failPoint: "kill:after-createKey")
    #expect(killed.exit == .signal(9))
    #expect(desk.server.scopedKeys.count == 3)
    let recovered = try await desk.figctl(["key", "recover"])
    #expect(recovered.code == 0, "\(recovered.errors)")
    #expect(recovered.output.contains("was taken back: the old key is in use."))
    #expect(desk.server.scopedKeys.map(\.id).sorted() == ["key_mine", "key_other"])
  }

  @Test func ctrlCSaysWhatIsLeft() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    desk.interfere(.withholdsAnswer)
    let child = try desk.start(["key", "rotate"])
    let server = desk.server
    let asked = try await FigctlProcess.offThread {
      server.waitForRequest { $0.method == "POST" && $0.path == "/api/api-keys" } != nil
    }
    #expect(asked)
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    #expect(
      ended.errors.hasSuffix(
        "figctl: The rotation of profile 'default' may not be finished; no key is lost. To finish it "
          + "or take it back: figctl key recover\n"))
    desk.interfere(nil)
    #expect(desk.server.scopedKeys.count == 2)
    #expect(try await desk.figctl(["key", "recover"]).code == 0)
    #expect(desk.server.scopedKeys.map(\.id) == ["key_mine"])
  }

  @Test func aServerThatIsAwayLeavesEverything() async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-setKey")
    #expect(killed.exit == .signal(9))
    desk.server.configure { $0.interference = { _ in .losesRequest } }
    let away = try await desk.figctl(["key", "recover"])
    #expect(away.code == 5, "\(away.errors)")
    #expect(away.errors.contains("The rotation is not finished; no key was deleted."))
    #expect(away.errors.contains("figctl -p default key recover"))
    #expect(try await desk.accounts() == ["default", "default#pending"])
    desk.server.configure { $0.interference = nil }
    #expect(try await desk.figctl(["key", "recover"]).code == 0)
    #expect(try await desk.lookUp() == desk.server.apiKey)
  }

  @Test func whatIsLeftForAnotherServerIsNotSentThere() async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-storePending")
    #expect(killed.exit == .signal(9))
    let other = try DemoServer(DemoServerConfiguration(dialect: .v019, apiKey: "made-up-elsewhere"))
    let moved = try await desk.figctl(
      ["--server", other.baseURL, "key", "set"], input: "made-up-elsewhere")
    #expect(moved.code == 0, "\(moved.errors)")
    _ = try await desk.figctl(["profile", "set", "default", "server=\(other.baseURL)"])
    let recovered = try await desk.figctl(["key", "recover"])
    #expect(recovered.code == 9, "\(recovered.errors)")
    #expect(recovered.errors.contains("is for \(desk.server.baseURL)"))
    let sent = KeySearch.secrets(sentTo: other)
    #expect(sent == ["made-up-elsewhere"])
    #expect(try await desk.figctl(["key", "delete", "--yes"]).code == 0)
    #expect(try await desk.accounts() == [])
    #expect(desk.record == "")
  }
}
