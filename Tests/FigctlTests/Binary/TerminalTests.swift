import DemoServer
import GLibBridge
import TestSupport
import Testing

/// What only happens on a terminal: prompts, questions, the spinner, colour.
@Suite struct TerminalTests {
  private func start(_ desk: Desk, _ words: [String], more: [String: String] = [:]) throws
    -> ChildProcess
  {
    var environment = desk.bus.environment
    environment["TERM"] = "xterm-256color"
    return try FigctlProcess(environment: environment.merging(more) { $1 })
      .start(words, input: .terminal)
  }

  private func wait(_ child: ChildProcess, for text: String) async throws -> Bool {
    try await FigctlProcess.output(of: child) { output, _ in output.contains(text) }
  }

  @Test func theKeyIsAskedForAndNotShown() async throws {
    let desk = try await Desk(storingKey: false)
    let child = try start(desk, ["key", "set"])
    #expect(
      try await wait(child, for: "Figranium API key for 'default' at \(desk.server.baseURL): "))
    try child.write(Array((Desk.key + "\n").utf8))
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    #expect(ended.output.contains("Stored the key of profile 'default'; the server takes it."))
    #expect(!ended.output.contains(Desk.key))
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }

  @Test func ctrlCAtThePromptStoresNothing() async throws {
    let desk = try await Desk(storingKey: false)
    let child = try start(desk, ["key", "set"])
    #expect(try await wait(child, for: "Figranium API key for"))
    try child.write(Array("half-a-key\u{3}".utf8))
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    #expect(!ended.output.contains("half-a-key"))
    #expect(try await desk.figctl.run(["key", "show"]).code == 3)
  }

  /// Nobody types a key that nothing can take.
  @Test(arguments: [
    ["key", "set"], ["login", "--email", "a@b"], ["key", "rotate", "--from-stdin"],
  ])
  func nothingIsAskedForWithoutAStore(command: [String]) async throws {
    let desk = try await Desk(.none, storingKey: false)
    let child = try start(desk, command)
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 4)
    #expect(ended.output.contains("No program provides the Secret Service"))
    #expect(!ended.output.contains(" at \(desk.server.baseURL): "))
  }

  @Test func deleteAsks() async throws {
    let desk = try await Desk()
    for (answer, code, isThere) in [("n\n", Int32(2), true), ("y\n", 0, false)] {
      let child = try start(desk, ["key", "delete"])
      #expect(try await wait(child, for: "from the credential store? [y/N] "))
      try child.write(Array(answer.utf8))
      #expect(try await FigctlProcess.end(of: child).code == code)
      #expect(try await desk.figctl.run(["key", "show"]).code == (isThere ? 0 : 3))
    }
  }

  @Test func initAsksStepByStep() async throws {
    let desk = try await Desk(storingKey: false)
    _ = try await desk.figctl.run(["profile", "remove", "default"])
    let child = try start(desk, ["init"])
    #expect(try await wait(child, for: "Figranium server [http://localhost:11345]: "))
    try child.write(Array("http://10.0.0.1\n".utf8))
    #expect(try await wait(child, for: "is not on this machine"))
    try child.write(Array("\(desk.server.baseURL)\n".utf8))
    #expect(try await wait(child, for: "API key for \(desk.server.baseURL): "))
    // What the server refuses, and what cannot be a key, is asked for once more.
    func prompt(_ number: Int) async throws -> Bool {
      try await FigctlProcess.output(of: child) { output, _ in
        output.ranges(of: "API key for \(desk.server.baseURL): ").count == number
      }
    }
    try child.write(Array("made-up-and-wrong\n".utf8))
    #expect(try await prompt(2))
    try child.write(Array("two words\n".utf8))
    #expect(try await prompt(3))
    try child.write(Array("\(Desk.key)\n".utf8))
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    #expect(ended.output.contains("refused the API key."))
    #expect(ended.output.ranges(of: "Once more, or Ctrl-C to leave.").count == 2)
    #expect(ended.output.contains("figctl run TASK"))
    #expect(!ended.output.contains(Desk.key))
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
  }

  @Test func aMissingParameterIsAskedFor() async throws {
    let desk = try await Desk()
    let child = try start(desk, ["shortcut", "run", "Run a Figranium task"])
    #expect(try await wait(child, for: "Task? "))
    try child.write(Array("Scrape title\n".utf8))
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    #expect(ended.output.contains("Scrape title finished with success."))
  }

  @Test func theSpinnerGoesAway() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let child = try start(desk, ["run", "task_1"])
    #expect(try await wait(child, for: "Scrape title: running, 0 s"))
    // The line shows before the server has the run.
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    server.releaseRuns()
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    // The last thing on the line is the sentence, after the line was wiped.
    #expect(ended.output.contains("\u{1B}[K" + "Scrape title finished with success."))
  }

  /// Ctrl-S: nothing that is written comes to an end.
  @Test func aStoppedTerminalKeepsNobody() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let limit = Sanitizers.isOn ? "10" : "2"
    for (words, signal, code) in [(["--timeout", limit], Int32?.none, Int32(5)), ([], 15, 143)] {
      let child = try start(desk, ["run", "task_1"] + words)
      #expect(try await wait(child, for: "Scrape title: running"))
      try child.write([0x13])
      if let signal { child.send(signal: signal) }
      #expect(try await FigctlProcess.end(of: child, seconds: 30).code == code)
    }
    desk.server.releaseRuns()
  }

  @Test(arguments: [
    (["TERM": "dumb"], [String](), false), (["NO_COLOR": "1"], [], false),
    ([:], ["--color", "never"], false), ([:], [], true),
    (["TERM": "dumb"], ["--color", "always"], true),
  ])
  func colour(environment: [String: String], words: [String], isColoured: Bool) async throws {
    let desk = try await Desk(.none, storingKey: false)
    let child = try start(desk, ["profile", "show", "nope"] + words, more: environment)
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 7)
    #expect(ended.output.contains("\u{1B}[") == isColoured)
  }
}
