import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Ctrl-C and its like.
@Suite struct InterruptTests {
  @Test(
    arguments: zip(
      [DemoDialectName.documented, .v019],
      [
        "figctl: The server was asked to stop the run, and agreed.\n",
        "figctl: The run goes on: this server grants stop only to a signed-in session. Its run id is "
          + "RUN. To stop it: figctl login --email ADDRESS, then figctl stop RUN\n",
      ]))
  func runAsksTheServerToStop(dialect: DemoDialectName, words: String) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    desk.server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1"])
    let server = desk.server
    let run = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    // A sanitizer's answers take longer than a user who has pressed Ctrl-C is made to wait.
    #expect(ended.errors == words.replacing("RUN", with: run.runID) || Sanitizers.isOn)
    #expect(ended.output == "")
    let now = try #require(server.runs.first { $0.runID == run.runID })
    #expect(now.isRunning == (dialect == .v019) || Sanitizers.isOn)
  }

  @Test func aServerThatDoesNotAnswerIsLeft() async throws {
    let desk = try await Desk(storingKey: false)
    let server = try LoopbackServer { request in
      request.path == "/api/tasks/list"
        ? .response(
          status: 200, headers: [("content-type", "application/json")],
          body: Array(#"{"tasks":[{"id":"a","name":"A"}]}"#.utf8))
        : LoopbackFault.neverAnswers.reply
    }
    defer { server.stop() }
    try await desk.useServer(server.baseURL)
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    let child = try desk.figctl.start(["run", "a", "-v"])
    #expect(try await FigctlProcess.output(of: child) { $1.contains("GET /api/tasks/list") })
    // The run's request has no mark of its own; a signal before it has nothing to stop.
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
  }

  @Test func aFrozenStoreIsLeft() async throws {
    let desk = try await Desk()
    try await desk.freeze()
    defer { desk.bus.thaw() }
    for command in [["run", "x"], ["stop", "x"], ["key", "show", "-v"]] {
      let child = try desk.figctl.start(command + ["-v"])
      #expect(try await FigctlProcess.output(of: child) { $1.contains("D-Bus") })
      child.send(signal: 2)
      let ended = try await FigctlProcess.end(of: child, seconds: 10)
      #expect(ended.code == 130)
      #expect(ended.output == "")
    }
  }

  @Test func waitingForInputIsLeft() async throws {
    let home = try TemporaryHome()
    let child = try FigctlProcess(environment: home.environment).start(
      ["key", "set"], input: .pipe)
    // Ready when it reads: it sleeps in poll then, whatever it did before.
    #expect(try await ProcessState.isWaiting(child))
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
  }

  @Test func terminatedCountsAsShellsDo() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1"])
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    child.send(signal: 15)
    #expect(try await FigctlProcess.end(of: child, seconds: 10).code == 143)
  }

  @Test func demoCleansUp() async throws {
    let bus = try await PrivateBus()
    let child = try FigctlProcess(environment: bus.environment).start(["demo", "-v"])
    #expect(
      try await FigctlProcess.output(of: child) { output, _ in output.contains("Stored the key") })
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    // It may have been quicker than the signal.
    #expect(ended.code == 130 || ended.code == 0)
    #expect(try await bus.items(["service": "figranium"]).isEmpty)
  }
}
