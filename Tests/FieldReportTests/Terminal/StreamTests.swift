import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Standard streams that are closed, full, or left by their reader.
@Suite struct StreamTests {
  private func shell(_ script: String, _ desk: Desk) async throws -> FigctlProcess.Outcome {
    try await FigctlProcess.end(
      of: ChildProcess(
        ["/bin/bash", "-c", script, FigctlProcess.path], environment: desk.bus.environment))
  }

  private static let commands = [
    "task list", "run task_1", "status none", "key list", "key show", "profile list",
    "profile show",
    "doctor", "help", "intent list", "execution list",
  ]

  @Test func aReaderThatHasEnoughIsNoFault() async throws {
    let desk = try await Desk()
    desk.server.configure { configuration in
      // More than a pipe holds.
      configuration.tasks = (0..<(Sanitizers.isOn ? 4_000 : 20_000)).map { number in
        var task = DemoTask.samples[0]
        task.id = "task_\(number)"
        return task
      }
    }
    for words in ["task list", "task list --json"] {
      let outcome = try await shell(
        "\"$0\" \(words) | head -c 9 >/dev/null; echo ${PIPESTATUS[0]}", desk)
      #expect(outcome.output == "0\n")
      #expect(outcome.errors == "")
    }
    for words in Self.commands.dropFirst() {
      let outcome = try await shell(
        "\"$0\" \(words) 2>/dev/null | true; echo ${PIPESTATUS[0]}", desk)
      let plain = try await shell("\"$0\" \(words) >/dev/null 2>&1; echo $?", desk)
      #expect(outcome.output == plain.output, "\(words)")
      FaultTally.survived("a reader that leaves", by: words)
    }
  }

  @Test(arguments: [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"])
  func closedAndFull(streams: String) async throws {
    let desk = try await Desk()
    for words in Self.commands {
      let plain = try await shell("\"$0\" \(words) </dev/null >/dev/null 2>&1; echo $?", desk)
      let outcome = try await shell("\"$0\" \(words) \(streams); echo $? >&9", desk, keeping: 9)
      let losesData = streams.contains(">&-") && !streams.hasPrefix("2") || streams == ">/dev/full"
      let code = losesData && plain.output != "7\n" ? "2\n" : plain.output
      #expect(outcome == code, "\(words) \(streams)")
      FaultTally.survived(streams, by: words)
    }
  }

  /// Runs a script that writes what it has to say to another descriptor.
  private func shell(_ script: String, _ desk: Desk, keeping descriptor: Int) async throws -> String
  {
    try await shell("exec \(descriptor)>&1; " + script, desk).output.split(
      separator: "\n", omittingEmptySubsequences: true
    ).last.map { $0 + "\n" } ?? ""
  }
}
