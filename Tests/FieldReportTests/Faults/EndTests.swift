import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Ends that are not the command's own, and mistakes of the hand.
@Suite struct EndTests {
  private func held() async throws -> Desk {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    return desk
  }

  private func isRunning(_ desk: Desk) async throws {
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
  }

  /// As shells count: 128 and the signal's number.
  @Test(arguments: [(1, 129), (2, 130), (15, 143)] as [(Int32, Int32)])
  func eachSignalHasItsCode(signal: Int32, code: Int32) async throws {
    let desk = try await held()
    let child = try desk.figctl.start(["run", "task_1"])
    try await isRunning(desk)
    child.send(signal: signal)
    #expect(try await FigctlProcess.end(of: child, seconds: 10).code == code)
    FaultTally.survived("signal \(signal)", by: "run")
  }

  @Test func aPipeThatNobodyReadsIsLeftByCtrlC() async throws {
    let desk = try await Desk()
    let pipe = desk.bus.home + "/pipe"
    #expect(try await desk.run(["/usr/bin/mkfifo", pipe]).code == 0)
    let child = try desk.figctl.start(["run", "task_1", "--output", pipe])
    #expect(
      try await FigctlProcess.output(of: child) { $1.contains("Waiting for somebody to read from") }
    )
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130, "\(ended)")
    FaultTally.survived("a pipe without a reader", by: "run --output")
  }

  @Test func aReaderThatComesLateGetsAll() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = "{\"n\":[1,2]}" }
    let pipe = desk.bus.home + "/pipe"
    #expect(try await desk.run(["/usr/bin/mkfifo", pipe]).code == 0)
    let child = try desk.figctl.start(["run", "task_1", "--output", pipe])
    #expect(
      try await FigctlProcess.output(of: child) { $1.contains("Waiting for somebody to read from") }
    )
    let read = try await desk.run(["/bin/cat", pipe])
    #expect(try await FigctlProcess.end(of: child).code == 0)
    #expect(read.output == "{\"n\":[1,2]}\n", "\(read)")
  }

  @Test func aPipeThatNobodyReadsEndsAtTheLimit() async throws {
    let desk = try await Desk()
    let pipe = desk.bus.home + "/pipe"
    #expect(try await desk.run(["/usr/bin/mkfifo", pipe]).code == 0)
    let outcome = try await desk.figctl.run(["run", "task_1", "--output", pipe, "--timeout", "2"])
    #expect(outcome.code == 5, "\(outcome)")
  }

  @Test func aBatchThatIsInterruptedHasItsDocument() async throws {
    let desk = try await held()
    try Data("n\n1\n2\n".utf8).write(to: URL(filePath: desk.bus.home + "/rows.csv"))
    let child = try desk.figctl.start([
      "batch", "task_1", desk.bus.home + "/rows.csv", "--output", desk.bus.home + "/o", "--json",
      "-j",
      "1",
    ])
    try await isRunning(desk)
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    #expect(ended.output.hasPrefix(#"{"rows":2,"succeeded":0,"#), "\(ended)")
    #expect(ended.output.hasSuffix(",\"interrupted\":true}\n"), "\(ended)")
    FaultTally.survived("Ctrl-C", by: "batch --json")
  }

  @Test(.disabled(if: Sanitizers.isOn, "a sanitizer has files of its own, beyond the limit"))
  func aFileThatGrowsPastItsLimitIsAnError() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runDataRows = 2000 }
    for words in ["run task_1 --output $HOME/o", "run task_1 --json > $HOME/p"] {
      let outcome = try await FigctlProcess.end(
        of: ChildProcess(
          ["/bin/bash", "-c", "ulimit -f 8; \"$0\" \(words)", FigctlProcess.path],
          environment: desk.bus.environment))
      #expect(outcome.code == 2, "\(words): \(outcome)")
      #expect(outcome.errors.contains("File too large"), "\(words): \(outcome)")
      FaultTally.survived("ulimit -f", by: words)
    }
    #expect(!FileManager.default.fileExists(atPath: desk.bus.home + "/o"))
    // What another program does then is its own affair.
    let child = try await FigctlProcess.end(
      of: ChildProcess(
        [
          "/bin/bash", "-c",
          "ulimit -f 1; \"$0\" exec dd if=/dev/zero of=$HOME/q bs=64k count=1 2>/dev/null",
          FigctlProcess.path,
        ], environment: desk.bus.environment))
    #expect(child.exit == .signal(25) || child.exit == .code(153), "\(child)")
  }

  @Test func resultsOfAnotherTaskAreNotGoneOnWith() async throws {
    let desk = try await Desk()
    let (rows, output) = (desk.bus.home + "/rows.csv", desk.bus.home + "/o")
    try Data("n\n1\n".utf8).write(to: URL(filePath: rows))
    let first = ["batch", "task_1", rows, "--output", output]
    #expect(try await desk.figctl.run(first).code == 0)
    let attributes = try await desk.run([
      "/usr/bin/python3", "-c", "import os,sys; os.getxattr(sys.argv[1], 'user.figctl.task')",
      output,
    ])
    // Where the file system keeps none, nothing can be known.
    guard attributes.code == 0 else { return }
    let before = try String(contentsOf: URL(filePath: output), encoding: .utf8)
    let other = try await desk.figctl.run(["batch", "t/2 ü", rows, "--output", output, "--resume"])
    #expect(other.code == 2, "\(other)")
    #expect(other.errors.contains("holds the results of task 'task_1'."), "\(other)")
    #expect(try String(contentsOf: URL(filePath: output), encoding: .utf8) == before)
    #expect(try await desk.figctl.run(first + ["--resume"]).code == 0)
    let replaced = ["batch", "t/2 ü", rows, "--output", output, "--overwrite"]
    #expect(try await desk.figctl.run(replaced).code == 0)
    FaultTally.survived("another task", by: "batch --resume")
  }

  @Test(arguments: [
    (["tasks"], "Did you mean 'task list' or 'task show'?"),
    (["tasks", "list"], "Did you mean 'task list'?"),
    (["keys"], "Did you mean 'figctl help key'?"), (["keys", "show"], "Did you mean 'key show'?"),
    (["task", "lst"], "Did you mean 'task list'?"), (["rnu"], "Did you mean 'run'?"),
  ])
  func aGroupIsNoCommand(words: [String], hint: String) async throws {
    let home = try TemporaryHome()
    let outcome = try await FigctlProcess(environment: home.environment).run(words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.hasSuffix("\n  \(hint)\n"), "\(outcome)")
  }
}
