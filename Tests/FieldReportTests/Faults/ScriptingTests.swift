import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What scripts rely on: lists without secrets, one document, and accounts that do not disturb each
/// other.
@Suite struct ScriptingTests {
  /// Two more profiles beside `default`: one whose key the server refuses, one whose server is away.
  private func desk() async throws -> Desk {
    let desk = try await Desk()
    for (name, server, key) in [
      ("stale", desk.server.baseURL, "stale-0123456789abcdef0123456789abcdef"),
      ("away", "http://127.0.0.1:1", "away-0123456789abcdef0123456789abcdef"),
    ] {
      #expect(try await desk.figctl.run(["profile", "add", name, "--server", server]).code == 0)
      let stored = try await desk.figctl.run(["-p", name, "key", "set", "--no-verify"], input: key)
      #expect(stored.code == 0)
    }
    return desk
  }

  @Test func aStaleAccountSpoilsNoOther() async throws {
    let desk = try await desk()
    #expect(try await desk.figctl.run(["key", "check"]).code == 0)
    #expect(try await desk.figctl.run(["-p", "stale", "key", "check"]).code == 6)
    #expect(try await desk.figctl.run(["-p", "away", "key", "check"]).code == 5)
    let list = try await desk.figctl.run(["key", "list"])
    #expect(list.code == 0)
    #expect(list.output.split(separator: "\n").count == 4)
    #expect(try await desk.figctl.run(["doctor"]).code == 0)
    FaultTally.survived("a stale account", by: "key check, key list, doctor")
  }

  /// No variable is a key: neither one that hides the ring's, nor one that stands for none.
  @Test(arguments: ["FIGRANIUM_API_KEY", "FIGCTL_API_KEY", "FIGCTL_KEY", "API_KEY"])
  func aVariableHidesNoKey(name: String) async throws {
    let desk = try await Desk()
    let figctl = desk.figctl([name: "other-0123456789abcdef0123456789abcdef"])
    #expect(try await figctl.run(["task", "list"]).code == 0)
    #expect(try await figctl.run(["key", "show", "--reveal"]).output == Desk.key)
    #expect(try await figctl.run(["key", "delete", "--yes"]).code == 0)
    #expect(try await figctl.run(["task", "list"]).code == 3)
    FaultTally.survived("\(name) is set", by: "task list, key show")
  }

  @Test func aFrozenStoreHoldsUpNothingThatNeedsNone() async throws {
    let desk = try await Desk()
    try await desk.freeze()
    defer { desk.bus.thaw() }
    for words in [
      ["profile", "list"], ["profile", "show"], ["help"], ["--version"], ["completion", "bash"],
      ["intent", "list"], ["shortcut", "list"], ["key", "history"],
    ] {
      #expect(try await desk.figctl.run(words + ["--timeout", "5"]).code == 0, "\(words)")
      FaultTally.survived("a frozen store", by: words.joined(separator: " "))
    }
  }

  /// Locked from its start the ring tells hashes for names: they are no answer.
  @Test func aRingThatWasNeverOpenListsAsLocked() async throws {
    let desk = try await Desk()
    try await desk.bus.restartKeyring(unlocked: false)
    for words in [["key", "list"], ["key", "list", "--json"]] {
      let list = try await desk.figctl.run(words)
      #expect(list.code == 0, "\(list)")
      #expect(list.output.contains("locked"), "\(list)")
      #expect(!list.output.contains("gkr:"), "\(list)")
      #expect(!list.all.contains(Desk.key))
      FaultTally.survived("a ring that was never open", by: words.joined(separator: " "))
    }
  }

  /// One document a command, and messages on the other stream.
  @Test func documentsHaveOneLineAndNoSecret() async throws {
    let desk = try await desk()
    for words in [
      ["task", "list"], ["key", "list"], ["key", "show"], ["key", "check"], ["profile", "list"],
      ["profile", "show"], ["execution", "list"], ["intent", "list"], ["shortcut", "list"],
      ["doctor"],
      ["run", "task_1"], ["key", "history"], ["whoami"], ["stop", "none"],
      ["-p", "nobody", "run", "x"],
    ] {
      let outcome = try await desk.figctl.run(words + ["--json", "-v"])
      #expect(!outcome.all.contains(Desk.key))
      let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(outcome.code == 0 || outcome.output == "" || lines.count == 2, "\(words): \(outcome)")
      if !outcome.output.isEmpty {
        #expect(lines.count == 2 && lines[1].isEmpty, "\(words)")
        let isJSON =
          (try? JSONDecoder().decode(Anything.self, from: Data(outcome.output.utf8))) != nil
        #expect(isJSON, "\(words): \(outcome.output)")
      }
      FaultTally.survived("--json", by: words.joined(separator: " "))
    }
  }

  private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

  /// Each way of having no key is another answer.
  @Test func eachWayOfHavingNoKeyIsAnother() async throws {
    let desk = try await Desk(storingKey: false)
    let absent = try await desk.figctl.run(["task", "list"])
    try await desk.bus.lock()
    let locked = try await desk.figctl.run(["task", "list", "--no-prompt"])
    try await desk.bus.stopKeyring()
    let away = try await desk.figctl.run(["task", "list"])
    #expect([absent.code, locked.code, away.code] == [3, 4, 4])
    #expect(Set([absent.errors, locked.errors, away.errors]).count == 3)
    #expect(locked.errors.contains("\"Login\""))
    for (name, outcome) in [("absent", absent), ("locked", locked), ("away", away)] {
      #expect(outcome.output == "", "\(name)")
      FaultTally.survived("a key that is \(name)", by: "task list")
    }
  }
}
