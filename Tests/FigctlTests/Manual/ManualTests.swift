import GLibBridge
import TestSupport
import Testing

@testable import FigctlKit

/// The pages of the manual: whole, and without a fault that `mandoc` knows.
@Suite struct ManualTests {
  @Test(arguments: Manual.allCases)
  func mandocFindsNoFault(page: Manual) async throws {
    let home = try TemporaryHome()
    let made = try await FigctlProcess(environment: home.environment).run(
      ["__manual", page.rawValue, "--date", "2026-11-30"])
    #expect(made.code == 0)
    #expect(made.output == page.text(date: "2026-11-30"))
    let checked = try await FinishedProcess.run(
      ["/usr/bin/mandoc", "-T", "lint"], environment: home.environment, input: made.output)
    #expect(checked.output == "")
    #expect(checked.errors == "")
    #expect(checked.code == 0)
  }

  /// As a reader sees it, every command, option, setting and exit code is there.
  @Test func nothingIsMissing() async throws {
    func shown(_ page: Manual) async throws -> String {
      try await FinishedProcess.run(
        ["/usr/bin/mandoc", "-T", "utf8", "-O", "width=200"],
        environment: ["PATH": "/usr/bin:/bin"], input: page.text(date: "2026-11-30")
      ).output.replacing(#/.\x{08}/#, with: "")
    }
    let commands = try await shown(.command)
    for command in CommandTable.all {
      #expect(commands.contains("figctl \(command.name)"), "\(command.name)")
      for option in command.options { #expect(commands.contains("--\(option.long)")) }
      for example in command.examples {
        #expect(commands.contains("   \(example)\n"), "\(example)")
      }
    }
    for command in CommandTable.hidden { #expect(!commands.contains(command.name)) }
    for code in ExitCode.allCases { #expect(commands.contains("\n       \(code.rawValue) ")) }
    let settings = try await shown(.configuration)
    for setting in Profile.Setting.allCases {
      #expect(settings.contains("\n       \(setting.rawValue)="), "\(setting.rawValue)")
    }
    let secrets = try await shown(.secrets)
    for name in ["service", "account", "username", "application", "xdg:schema"] {
      #expect(secrets.contains("\n       \(name) ") || secrets.contains("\n       \(name)\n"))
    }
  }

  @Test(arguments: [
    ("-x 'y' \\ `z` ^ ~ …", #"\-x \(aqy\(aq \e \(gaz\(ga \(ha \(ti ..."#),
    ("ü", #"\[u00FC]"#),
  ])
  func escapes(text: String, expected: String) {
    #expect(ManualText.escaped(text) == expected)
  }

  @Test func aLineThatLooksLikeARequest() {
    #expect(ManualText.wrapped(".conf files") == [#"\&.conf files"#])
  }

  @Test(arguments: [
    ["figctl.2", "--date", "2026-11-30"], ["figctl.1"], ["figctl.1", "--date", "today"],
  ])
  func wrongUse(words: [String]) async throws {
    let home = try TemporaryHome()
    let outcome = try await FigctlProcess(environment: home.environment).run(["__manual"] + words)
    #expect(outcome.code == 2)
  }
}
