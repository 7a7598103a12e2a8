import DemoServer
import FoundationEssentials
import TestSupport
import Testing

@testable import FigctlKit

/// Where the names come from, who may read them, and what the Tab key does not do.
@Suite struct TaskNameCacheTests {
  private func offered(_ figctl: FigctlProcess, _ words: [String]) async throws -> [String] {
    let input = words.map { "\($0)\u{0}" }.joined()
    let outcome = try await figctl.run(["__complete", "fish"], input: input)
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").dropFirst().map { String($0) }
  }

  @Test(arguments: [["task", "list"], ["run", "task_1"], ["task", "show", "task_1"]])
  func commandsThatListTasksWriteIt(command: [String]) async throws {
    let desk = try await Desk()
    #expect(try await offered(desk.figctl, ["run", ""]) == [])
    #expect(try await desk.figctl.run(command).code == 0)
    #expect(try await offered(desk.figctl, ["run", "scr"]) == ["Scrape title\ttask_1"])
    let folder = desk.bus.home + "/.cache/figranium/tasks"
    #expect(FileFacts.mode(folder) == 0o700)
    #expect(FileFacts.mode(folder + "/default") == 0o600)
    // Nothing but ids and names, and no key.
    let text = try FileFacts.text(folder + "/default")
    #expect(text.hasPrefix("\(desk.server.baseURL)\ntask_1\tScrape title\n"))
    #expect(!text.contains(Desk.key))
  }

  @Test func anotherServersNamesAreNotOffered() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["task", "list"])
    _ = try await desk.figctl.run(["profile", "set", "default", "server=http://localhost:1"])
    #expect(try await offered(desk.figctl, ["run", ""]) == [])
  }

  @Test func aRemovedProfilesNamesAreForgotten() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["task", "list"])
    _ = try await desk.figctl.run(["profile", "remove", "default"])
    #expect(
      !FileManager.default.fileExists(atPath: desk.bus.home + "/.cache/figranium/tasks/default"))
  }

  /// The bus and the server are there and never answer: who asked them would still be waiting.
  @Test func nobodyIsAsked() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["task", "list"])
    desk.bus.freezeBus()
    desk.server.stop()
    for words in [
      ["run", ""], ["-p", ""], [""], ["intent", "perform", "RunFigraniumTaskIntent", "task="],
    ] {
      #expect(try await !offered(desk.figctl, words).isEmpty)
    }
  }

  /// Nothing to know, or nothing that can be read: no error, nothing offered.
  @Test func withoutAnything() async throws {
    let home = try TemporaryHome()
    let figctl = FigctlProcess(environment: home.environment)
    #expect(try await offered(figctl, ["run", ""]) == [])
    let folder = home.path + "/.config/figranium"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("no key file\n".utf8).write(to: URL(filePath: folder + "/figctl.conf"))
    #expect(try await offered(figctl, ["run", ""]) == [])
    #expect(try await offered(figctl, ["-p", ""]) == [])
  }

  @Test func tenThousandTasks() async throws {
    let home = try TemporaryHome()
    let folder = home.path + "/.cache/figranium/tasks"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var text = Profile.defaultServer + "\n"
    for number in 0..<10_000 { text += "task_\(number)\tTask number \(number)\n" }
    try Data(text.utf8).write(to: URL(filePath: folder + "/default"))
    let figctl = FigctlProcess(environment: home.environment)
    #expect(try await offered(figctl, ["run", ""]).count == 10_000)
    #expect(try await offered(figctl, ["run", "Task number 777"]).count == 11)
  }
}
