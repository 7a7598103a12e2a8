import DemoServer
import GLibBridge
import TestSupport
import Testing

/// `figctl status --watch --result`.
@Suite struct StatusWatchTests {
  @Test(
    arguments: [DemoDialectName.documented, .v019], ["success", "anti_bot"])
  func watchesToTheEnd(dialect: DemoDialectName, outcome: String) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    let server = desk.server
    server.configure {
      $0.holdRuns = true
      $0.runOutcome = outcome
      $0.runData = #"{"title":"Hello"}"#
    }
    let run = try desk.figctl.start(["run", "task_1"])
    let begun = try #require(
      try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    let watch = try desk.figctl.start(["status", begun.runID, "--watch"])
    #expect(
      try await FigctlProcess.output(of: watch) { $1 == "Execution status: running.\n" })
    server.releaseRuns()
    let ended = try await FigctlProcess.end(of: watch)
    #expect(ended.output == "Execution status: \(outcome).\n")
    #expect(ended.code == (outcome == "success" ? 0 : 1))
    _ = try await FigctlProcess.end(of: run)
    // What has ended is told at once, and plain `status` is only a question.
    #expect(try await desk.figctl.run(["status", begun.runID, "-w"]).code == ended.code)
    #expect(try await desk.figctl.run(["status", begun.runID]).code == 0)
    let result = try await desk.figctl.run(["status", begun.runID, "--result"])
    #expect(result.errors == "Execution status: \(outcome).\n")
    #expect(result.output.contains(#""data":{"title":"Hello"}"#))
    #expect(result.code == 0)
    let json = try await desk.figctl.run(["status", begun.runID, "--result", "--json"])
    #expect(
      json.output.hasPrefix(
        "{\"dialog\":\"Execution status: \(outcome).\",\"status\":\"\(outcome)\","
          + "\"executionId\":\"\(begun.runID)\",\"outcome\":"))
  }

  @Test func ctrlCEndsTheWatch() async throws {
    let desk = try await Desk()
    let server = desk.server
    server.configure { $0.holdRuns = true }
    let run = try desk.figctl.start(["run", "task_1"])
    let begun = try #require(
      try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    let watch = try desk.figctl.start(["status", begun.runID, "--watch"])
    #expect(try await FigctlProcess.output(of: watch) { $1.contains("running") })
    watch.send(signal: 2)
    let ended = try await FigctlProcess.end(of: watch, seconds: 10)
    #expect(ended.code == 130)
    #expect(ended.output == "")
    server.releaseRuns()
    #expect(try await FigctlProcess.end(of: run).code == 0)
  }

  @Test func aResultThatTheServerCutIsFetched() async throws {
    let desk = try await Desk(dialect: .v020)
    let text = String(repeating: "x", count: 2000)
    desk.server.configure {
      $0.resultLimit = 1000
      $0.runData = #"{"text":"\#(text)"}"#
    }
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    let id = try #require(desk.server.runs.first).executionID
    let status = try await desk.figctl.run(["status", id, "--result"])
    #expect(status.code == 0, "\(status.errors)")
    #expect(status.output.contains(text))
  }

  @Test func anUnknownOneIsNotWaitedFor() async throws {
    let desk = try await Desk()
    #expect(try await desk.figctl.run(["status", "nope", "--watch"]).code == 7)
  }

  @Test func olderServersTellASession() async throws {
    let desk = try await Desk(dialect: .v09)
    let account = DemoServerConfiguration(apiKey: "")
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    let id = try #require(desk.server.runs.first).executionID
    #expect(try await desk.figctl.run(["status", id]).code == 6)
    #expect(
      try await desk.figctl.run(["login", "--email", account.email], input: account.password).code
        == 0)
    let status = try await desk.figctl.run(["status", id, "--watch", "--result"])
    #expect(status.code == 0, "\(status.errors)")
    #expect(status.output.contains("\"html\""))
  }
}
