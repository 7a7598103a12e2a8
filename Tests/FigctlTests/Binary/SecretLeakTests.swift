import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// While a command runs, and after it, the key is nowhere but in the credential store and on its
/// way to the server.
@Suite struct SecretLeakTests {
  private static func file(_ name: String, of child: ChildProcess) -> [UInt8] {
    FileManager.default.contents(atPath: "/proc/\(child.processID)/\(name)").map { Array($0) } ?? []
  }

  private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    Data(bytes).firstRange(of: Data(text.utf8)) != nil
  }

  /// The counter counts: what is in a command line and an environment is found there.
  @Test func theSearchFindsWhatIsThere() async throws {
    let child = try ChildProcess(
      ["/bin/sh", "-c", "echo ready; read line", "x", Desk.key], environment: ["KEY": Desk.key],
      input: .pipe)
    #expect(try await FigctlProcess.output(of: child) { output, _ in output == "ready\n" })
    #expect(Self.holds(Self.file("cmdline", of: child), Desk.key))
    #expect(Self.holds(Self.file("environ", of: child), Desk.key))
    let home = try TemporaryHome()
    try Data("x\(Desk.key)y".utf8).write(to: URL(filePath: home.path + "/leak"))
    #expect(TemporaryHome.files(below: home.path, holding: Desk.key) == [home.path + "/leak"])
  }

  @Test func whileARunGoesOn() async throws {
    let desk = try await Desk(dialect: .v019)
    desk.server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1", "-v"])
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    for name in ["cmdline", "environ"] {
      let bytes = Self.file(name, of: child)
      // Not dumpable: the environment of a hardened process cannot be read by others of its user;
      // root can.
      if name == "cmdline" { #expect(Self.holds(bytes, "run")) }
      #expect(!Self.holds(bytes, Desk.key), "\(name)")
    }
    let limits = String(decoding: Self.file("limits", of: child), as: UTF8.self)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").contains("0") == true)
    server.releaseRuns()
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    #expect(ended.errors.contains("POST /api/tasks/task_1/api → 200"))
    #expect(ended.errors.contains("D-Bus "))
    #expect(!ended.errors.contains(Desk.key))
    #expect(!ended.output.contains(Desk.key))
    #expect(TemporaryHome.files(below: desk.bus.home, holding: Desk.key) == [])
  }

  @Test func noCoreFile() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let script = "ulimit -c unlimited; cd \"$HOME\"; exec \"$0\" run task_1"
    let child = try ChildProcess(
      ["/bin/bash", "-c", script, FigctlProcess.path], environment: desk.bus.environment)
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    child.send(signal: 11)
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.exit == .signal(11))
    #expect(!ended.errors.contains(Desk.key))
    #expect(TemporaryHome.files(below: desk.bus.home, holding: Desk.key) == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.bus.home)
    #expect(!names.contains { $0.hasPrefix("core") })
  }

  @Test func theServersEchoIsNotPrinted() async throws {
    let desk = try await Desk(storingKey: false)
    // A server that sends the key back in its error.
    let echo = try LoopbackServer { request in
      let key = request.header("authorization") ?? ""
      return .response(
        status: 500, headers: [("content-type", "application/json")],
        body: Array("{\"error\":\"BROKEN\",\"message\":\"saw \(key)\",\"details\":\"\(key)\"}".utf8)
      )
    }
    defer { echo.stop() }
    try await desk.useServer(echo.baseURL)
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    for command in [
      ["task", "list", "-v"], ["run", "x", "--json"], ["key", "check"], ["stop", "x"],
    ] {
      let outcome = try await desk.figctl.run(command)
      #expect(outcome.code == 8, "\(command)")
      #expect(!(outcome.errors + outcome.output).contains(Desk.key), "\(command)")
    }
  }

  @Test func aKeyOnTheCommandLineIsNotRepeated() async throws {
    let desk = try await Desk(storingKey: false)
    for words in [
      ["key", "set", Desk.key], ["key", "set", "--api-key=\(Desk.key)"], ["run", Desk.key],
      ["key", "set", "--api-key", Desk.key], [Desk.key], ["--\(Desk.key)"],
      ["run", "x", "--timeout", Desk.key], ["-p", Desk.key, "run", "x"],
    ] {
      for more in [[], ["--json"], ["-v"]] {
        let outcome = try await desk.figctl.run(words + more)
        #expect(outcome.code == 2)
        #expect(!(outcome.errors + outcome.output).contains(Desk.key))
        #expect(outcome.output == "")
      }
    }
  }
}
