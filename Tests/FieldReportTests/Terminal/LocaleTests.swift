import DemoServer
import GLibBridge
import TestSupport
import Testing

/// A locale changes no letter and no number of what is printed.
@Suite struct LocaleTests {
  static let commands: [[String]] = [
    ["help"], ["help", "key", "rotate"], ["task", "list"], ["task", "list", "--search", "TITLE"],
    ["task", "list", "--json"], ["task", "show", "SCRAPE TITLE"], ["run", "scrape title"],
    ["status", "exec_none"], ["key", "list"], ["key", "show"], ["profile", "list"],
    ["profile", "show"], ["task", "list", "--timeout", "7.5"],
    ["task", "list", "--timeout", "7,5"],
    ["taks"], ["--wrong"], ["task", "show", "istanbul"], ["intent", "list"], ["shortcut", "list"],
  ]

  /// What differs from one time to the next.
  private static func settled(_ outcome: FigctlProcess.Outcome) -> String {
    "\(outcome.code ?? -1)\n" + outcome.all.replacing(#/\d{4}-\d\d-\d\dT[\d:]+Z/#, with: "TIME")
  }

  @Test func isTheSameEverywhere() async throws {
    let locales = try await Locales(["de_DE.UTF-8", "tr_TR.UTF-8"])
    let desk = try await Desk()
    desk.server.configure { configuration in
      var task = DemoTask.samples[0]
      task.id = "i"
      task.name = "İSTANBUL ışık"
      configuration.tasks = DemoTask.samples + [task]
    }
    // The locale is there: another program speaks it.
    let other = try await FinishedProcess.run(
      ["/usr/bin/printf", "%.1f", "1"],
      environment: ["LC_ALL": "de_DE.UTF-8", "LOCPATH": locales.environment("x")["LOCPATH"]! ?? ""])
    #expect(other.output == "1,0")
    for words in Self.commands {
      let expected = Self.settled(try await desk.figctl.run(words))
      for name in ["C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8", "xx_XX.UTF-8", ""] {
        let outcome = try await desk.figctl(locales.environment(name)).run(words)
        #expect(Self.settled(outcome) == expected, "\(name): \(words)")
        FaultTally.survived("locale \(name)", by: words.joined(separator: " "))
      }
    }
  }

  /// Storing, in a locale whose letters differ, is storing.
  @Test func aKeyIsStoredAndDoctorReads() async throws {
    let locales = try await Locales(["tr_TR.UTF-8"])
    let desk = try await Desk(storingKey: false)
    let figctl = desk.figctl(locales.environment("tr_TR.UTF-8"))
    #expect(try await figctl.run(["key", "set"], input: Desk.key).code == 0)
    #expect(try await figctl.run(["key", "show", "--reveal"]).output == Desk.key)
    let doctor = try await figctl.run(["doctor"])
    #expect(doctor.code == 0, "\(doctor)")
    #expect(doctor.output.contains("Stored for profile 'default', by figctl."))
    #expect(try await figctl.run(["key", "delete", "--yes"]).code == 0)
    FaultTally.survived("locale tr_TR.UTF-8", by: "key set, doctor, key delete")
  }
}
