import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Keys that are due for rotation, with a made-up Secret Service: a real one dates every key today.
@Suite struct KeyAgeTests {
  private let bus: PrivateBus
  private let server: DemoServer
  private let figctl: FigctlProcess

  init() async throws {
    bus = try await PrivateBus(.none)
    // Unlocked; its one key is of 1970.
    try await bus.startFakeService("plain")
    server = try DemoServer(
      DemoServerConfiguration(dialect: .documented, apiKey: "made-up-fake-key"))
    figctl = FigctlProcess(environment: bus.environment)
    for words in [
      ["profile", "add", "fake", "--server", server.baseURL], ["profile", "use", "fake"],
    ] {
      #expect(try await figctl.run(words).code == 0)
    }
    let stored = try await figctl.run(["key", "set"], input: "made-up-fake-key")
    #expect(stored.code == 0, "\(stored.errors)")
  }

  private func setLimit(_ days: String) async throws -> FigctlProcess.Outcome {
    try await figctl.run(["profile", "set", "fake", "max-key-age=\(days)"])
  }

  @Test func commandsThatUseAKeyThatIsDueSaySo() async throws {
    #expect(try await figctl.run(["task", "list"]).errors == "")
    let set = try await setLimit("90")
    #expect(
      set.errors
        == "To have a timer renew the key when it is due: systemctl --user enable --now "
        + "figctl-rotate@fake.timer\n")
    let days = Int(Date().timeIntervalSince1970 / 86_400)
    let warning =
      "figctl: warning: The key of profile 'fake' is due for rotation: it is \(days) days old, and "
      + "max-key-age is 90. Renew it: figctl -p fake key rotate. A timer that does so: systemctl "
      + "--user enable --now figctl-rotate@fake.timer\n"
    for words in [["task", "list"], ["run", "task_1"], ["key", "check"], ["key", "show"]] {
      let outcome = try await figctl.run(words)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.errors == warning, "\(words)")
      let quiet = try await figctl.run(words + ["-q"])
      #expect(quiet.errors == "")
      #expect(quiet.output == outcome.output || words != ["task", "list"])
    }
    #expect(try await setLimit("36500").code == 0)
    #expect(try await figctl.run(["task", "list"]).errors == "")
  }

  @Test func theListShowsWhatIsDue() async throws {
    #expect(try await setLimit("90").code == 0)
    let list = try await figctl.run(["key", "list"])
    let row = try #require(list.output.split(separator: "\n").last)
    #expect(row.hasSuffix(" d  yes"))
    #expect(row.contains("1970-01-01T00:00:01Z  1970-01-01T00:00:02Z"))
    #expect(list.errors.hasPrefix("The key of profile 'fake' is due for rotation. Renew it: "))
    let document = try await figctl.run(["key", "list", "--json"]).output
    #expect(document.contains(#""due":true"#))
    #expect(try await setLimit("36500").code == 0)
    #expect(try await figctl.run(["key", "list", "--json"]).output.contains(#""due":false"#))
    #expect(try await setLimit("").code == 0)
    #expect(try await figctl.run(["key", "list", "--json"]).output.contains(#""due":null"#))
  }

  @Test func knowingTheAgeCostsNoCall() async throws {
    func calls() async throws -> [String] {
      try await figctl.run(["run", "task_1", "-v"]).errors.split(separator: "\n")
        .filter { $0.contains("D-Bus") }.map { String($0.split(separator: " ")[2]) }.sorted()
    }
    let without = try await calls()
    #expect(without.contains { $0.hasSuffix(".GetSecret") })
    #expect(try await setLimit("90").code == 0)
    #expect(try await calls() == without)
  }
}
