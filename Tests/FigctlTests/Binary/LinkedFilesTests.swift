import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Somebody puts a link in the place of a file that figctl writes by itself: what it leads to stays.
@Suite struct LinkedFilesTests {
  private static let commands = [
    ["key", "set", "-q"], ["profile", "set", "default", "max-key-age=90"], ["task", "list"],
    ["run", "task_1"], ["key", "history"], ["key", "rotate", "--no-prompt"], ["key", "recover"],
  ]

  private func work(_ desk: Desk) async throws -> [FigctlProcess.Outcome] {
    var outcomes: [FigctlProcess.Outcome] = []
    for words in Self.commands {
      let input = words.contains("set") ? Desk.key : ""
      outcomes.append(try await desk.figctl.run(words, input: input))
    }
    return outcomes
  }

  /// Of the configuration itself a link is followed: people keep it elsewhere on purpose.
  @Test(arguments: [
    ".local/state/figranium/keys.log", ".local/state/figranium/keys/default.lock",
    ".cache/figranium/dialects.conf", ".cache/figranium/tasks/default",
    ".config/figranium/figctl.conf.lock",
  ])
  func noneIsFollowed(file: String) async throws {
    let desk = try await Desk()
    let place = desk.bus.home + "/" + file
    let victim = desk.bus.home + "/victim"
    _ = try await work(desk)
    // It is one that they write.
    #expect(FileManager.default.fileExists(atPath: place))
    try Data("untouched".utf8).write(to: URL(filePath: victim))
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: victim)
    for outcome in try await work(desk) {
      let code = try #require(outcome.code, "a command did not end")
      #expect(code < 126, "\(outcome.errors)")
    }
    #expect(try String(contentsOf: URL(filePath: victim), encoding: .utf8) == "untouched")
  }
}
