import GLibBridge
import TestSupport
import Testing

/// `figctl demo`.
@Suite struct DemoCommandTests {
  @Test func showsEverythingAndLeavesNothing() async throws {
    let bus = try await PrivateBus()
    let figctl = FigctlProcess(environment: bus.environment)
    let demo = try await figctl.run(["demo"])
    #expect(demo.code == 0)
    #expect(demo.errors == "")
    let lines = demo.output.split(separator: "\n").map(String.init)
    for line in [
      "Scrape title finished with success.", "Stopped Figranium execution.",
      "Execution status: stopped.",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("Stored the key of account 'figctl-demo-") })
    #expect(lines.contains { $0.hasPrefix("Deleted the key of account 'figctl-demo-") })
    #expect(lines.contains { $0.hasPrefix("Rotated the key of account 'figctl-demo-") })
    #expect(try await bus.items(["service": "figranium"]).isEmpty)
    #expect(try await bus.items(["service": "figranium-session"]).isEmpty)
    #expect(TemporaryHome.files(below: bus.home + "/.local/state", holding: "\"ids\"").isEmpty)
    #expect(TemporaryHome.files(below: bus.home, holding: "figctl.conf").isEmpty)
    #expect(try await figctl.run(["profile", "list"]).output.hasSuffix("http://localhost:11345\n"))
  }

  @Test func asOneDocument() async throws {
    let bus = try await PrivateBus()
    let demo = try await FigctlProcess(environment: bus.environment).run(["demo", "--json"])
    #expect(demo.code == 0)
    #expect(
      demo.output.hasSuffix(
        #""dialogs":["Scrape title finished with success.","Stopped Figranium execution.","#
          + #""Execution status: stopped.","Scrape title finished with success."],"#
          + #""keyDeleted":true}"# + "\n"))
  }

  @Test func withoutAStoreItSaysSo() async throws {
    let bus = try await PrivateBus(.none)
    let demo = try await FigctlProcess(environment: bus.environment).run(["demo"])
    #expect(demo.code == 4)
  }
}

/// `figctl demo --serve`: what it says can be typed.
@Suite struct DemoServingTests {
  @Test func theCommandsThatItNamesWork() async throws {
    let bus = try await PrivateBus()
    let figctl = FigctlProcess(environment: bus.environment)
    let server = try figctl.start(["demo", "--serve"])
    #expect(try await FigctlProcess.output(of: server) { out, _ in out.contains("At the end") })
    let lines = server.standardOutput.split(separator: "\n").map(String.init)
    let address = try #require(
      lines[0].split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") }?.dropLast())
    let key = try #require(
      lines.first { $0.hasPrefix("  printf %s demo-") }?.split(separator: " ")[2])
    #expect(
      try await figctl.run(["profile", "add", "demo", "--server", String(address)]).code == 0)
    #expect(try await figctl.run(["-p", "demo", "key", "set"], input: String(key)).code == 0)
    func run(_ words: [String]) async throws -> FigctlProcess.Outcome {
      try await figctl.run(["-p", "demo"] + words)
    }
    #expect(try await run(["run", "Scrape title"]).code == 0)
    let failing = try await run(["run", "task_1", "--var", "demo_outcome=error"])
    #expect(failing.output == "Scrape title finished with error.\n")
    #expect(failing.code == 1)
    let held = try await run(["run", "task_1", "--var", "demo_hold=true", "--detach"])
    let login = try await figctl.run(
      ["-p", "demo", "login", "--email", "a@example.com"], input: "password1\n")
    #expect(login.code == 0)
    #expect(try await run(["stop", String(held.output.dropLast())]).code == 0)
    #expect(try await run(["key", "rotate"]).code == 0)
    #expect(try await run(["run", "task_1"]).code == 0)
    #expect(try await figctl.run(["profile", "remove", "demo", "--delete-key"]).code == 0)
    // The port is taken; the address names it.
    let port = try #require(address.split(separator: ":").last)
    let second = try await figctl.run(["demo", "--serve", "--port", String(port)])
    #expect(second.code == 5)
    #expect(second.errors.contains("Leave --port out, or name another one."))
    server.send(signal: 2)
    let ended = try await FigctlProcess.end(of: server)
    #expect(ended.code == 130)
    #expect(ended.errors == "figctl: The demo's server has ended; it kept nothing.\n")
  }

  @Test(arguments: [
    (["--port", "4711"], "--port goes with --serve."),
    (["--serve", "--port", "0"], "--port takes a number from 1 to 65535, not '0'."),
    (["--serve", "--port", "65536"], "--port takes a number from 1 to 65535, not '65536'."),
  ])
  func badPorts(words: [String], message: String) async throws {
    let bus = try await PrivateBus(.none)
    let outcome = try await FigctlProcess(environment: bus.environment).run(["demo"] + words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message))
  }
}
