import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Reports on locked rings and dialogs (section A), with the neighbours that no report names.
@Suite struct LockedRingReportTests {
  /// A locked ring is no reason to delete or to replace: the key is there when it is open again.
  @Test(arguments: [
    ["key", "show"], ["key", "check"], ["run", "task_1"], ["key", "rotate"], ["key", "rollback"],
    ["key", "delete", "--yes"], ["key", "set", "--no-verify"],
  ])
  func theKeyOutlivesALockedRing(words: [String]) async throws {
    let desk = try await Desk(dialect: .v019)
    try await desk.bus.lock()
    let refused = try await desk.figctl.run(["--no-prompt"] + words, input: "another-made-up-key")
    #expect(refused.code == 4, "\(refused.errors)")
    #expect(refused.errors.contains("is locked"), "\(refused.errors)")
    try await desk.bus.restartKeyring(unlocked: true)
    let shown = try await desk.figctl.run(["key", "show", "--reveal"])
    #expect(shown.output == Desk.key)
  }

  /// What asks whether a key is there says the same as what reads it: locked.
  @Test(arguments: [
    (["key", "list"], "locked"), (["key", "list", "--json"], "locked"), (["doctor"], "locked"),
    (["key", "show", "--json"], "CREDENTIAL_STORE_LOCKED"),
  ])
  func everyQuestionIsAnsweredAlike(words: [String], answer: String) async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    let ended = try await desk.figctl.run(["--no-prompt"] + words)
    #expect((ended.output + ended.errors).contains(answer), "\(ended.output)\(ended.errors)")
    #expect(!(ended.output + ended.errors).contains("CREDENTIAL_NOT_FOUND"))
  }

  /// No dialog for what needs no key.
  @Test func noDialogWithoutNeed() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    let prompter = try await desk.bus.startDeafPrompter()
    for words in [
      ["--help"], ["key", "list"], ["doctor"], ["key", "history"], ["profile", "list"],
      ["intent", "list"], ["completion", "zsh"], ["key", "show", "--help"],
      ["-p", "unknown", "key", "show"],
    ] {
      let ended = try await desk.figctl.run(words)
      #expect(ended.code != nil, "\(words)")
      #expect(prompter.standardOutput == "", "\(words)")
    }
  }
}
