import DemoServer
import GLibBridge
import TestSupport
import Testing

/// `figctl run ID` where the server has listed the id before: it runs at once, and what is printed is
/// what the server says now.
@Suite struct RunKnownTaskTests {
  private func desk() async throws -> Desk {
    let desk = try await Desk(dialect: .v020)
    #expect(try await desk.figctl.run(["task", "list"]).code == 0)
    return desk
  }

  @Test func aTaskThatWasRenamedHasItsNewName() async throws {
    let desk = try await desk()
    desk.server.configure { $0.tasks[0].name = "Another name" }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.output == "Another name finished with success.\n")
    #expect(run.code == 0)
    #expect(desk.server.runs.count == 1)
  }

  @Test func aTaskThatIsGoneIsNotFound() async throws {
    let desk = try await desk()
    desk.server.configure { $0.tasks.removeAll { $0.id == "task_1" } }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.code == 7)
    #expect(run.errors.contains("There is no task 'task_1'."))
    #expect(desk.server.runs.isEmpty)
  }

  @Test func anIDThatBecameANameRunsTheTaskOfThatName() async throws {
    let desk = try await desk()
    var other = ""
    desk.server.configure { server in
      server.tasks.removeAll { $0.id == "task_1" }
      server.tasks[0].name = "task_1"
      other = server.tasks[0].id
    }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.output == "task_1 finished with success.\n")
    #expect(desk.server.runs.map(\.task.id) == [other])
  }

  @Test func aListThatFailsDoesNotTakeTheRunBack() async throws {
    let desk = try await desk()
    desk.server.configure { server in
      server.interference = { request in
        request.method == "GET" ? .json(500, #"{"error":"DATABASE"}"#) : nil
      }
    }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.output == "Scrape title finished with success.\n")
    #expect(run.code == 0)
  }

  @Test func aListThatNeverComesDoesNotHoldTheResultBack() async throws {
    let desk = try await desk()
    desk.server.configure { server in
      server.interference = { request in request.method == "GET" ? .withholdsAnswer : nil }
    }
    let child = try desk.figctl.start(["run", "task_1"])
    let run = try await FigctlProcess.end(of: child, seconds: 20)
    #expect(run.output == "Scrape title finished with success.\n")
    #expect(run.code == 0)
  }

  @Test func aKeyThatIsRefusedIsNamedOnce() async throws {
    let desk = try await desk()
    desk.server.setAPIKey("another-key-of-the-server-123")
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.code == 6)
    #expect(run.output == "")
    #expect(run.errors.split(separator: "\n").filter { $0.hasPrefix("figctl: error") }.count <= 1)
    #expect(desk.server.runs.isEmpty)
  }
}
