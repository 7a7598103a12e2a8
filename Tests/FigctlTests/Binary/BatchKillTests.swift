import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// A batch that is killed, again and again.
@Suite struct BatchKillTests {
  @Test func eachRowHasOneResultHoweverOftenItIsKilled() async throws {
    let desk = try await Desk()
    let count = 400
    let input = try desk.file("in.jsonl", rows(1...count))
    let output = desk.path("out.jsonl")
    desk.server.configure { server in
      server.runDelayMilliseconds = 2
      server.runData = #"{"text":"\#(String(repeating: "x", count: 3000))"}"#
      // One in eight fails at first, so that lines are replaced as well.
      server.interference = { request in
        request.method == "POST" && request.holds("runId") && Int.random(in: 0..<8) == 0
          ? .json(500, #"{"error":"Agent failed"}"#) : nil
      }
    }
    let command = ["batch", "task_1", input, "--output", output, "--jobs", "8", "--resume", "-q"]
    for kill in 1...50 {
      let size = (try? BatchLines.size(output)) ?? 0
      let child = try desk.figctl.start(command)
      // Some get to write, some are killed before that.
      if kill % 10 != 0 {
        let wanted = size + Int.random(in: 1...20_000)
        while (try? BatchLines.size(output)) ?? 0 < wanted, child.wait(seconds: 0) == nil {
          try await Swift.Task.sleep(for: .milliseconds(1))
        }
      }
      try await Swift.Task.sleep(for: .microseconds(Int.random(in: 0...5000)))
      child.kill()
      _ = try await FigctlProcess.end(of: child)
      // What was there once is there for good, but for the failed rows.
    }
    desk.server.configure { $0.interference = nil }
    let last = try await desk.figctl.run(command)
    #expect(last.code == 0, "\(last.errors)")
    try BatchLines(output).expectEach(of: count)
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.bus.home)
    #expect(!names.contains { $0.hasSuffix("figctl-new") })
  }
}
