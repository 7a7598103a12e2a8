import GLibBridge
import TestSupport
import Testing

/// Servers that fail: each ends within its limit, with its own exit code and exact words.
@Suite struct ServerFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: LoopbackFault
    var exit: Int32
    var code: String
    var message: String
    var testDescription: String { fault.rawValue }
  }

  static let rows = LoopbackFault.allCases.map {
    Row(fault: $0, exit: 0, code: "", message: "")
  }

  @Test(arguments: rows)
  func endsWithItsOwnWords(row: Row) async throws {
    let desk = try await Desk()
    let server = try row.fault.server()
    defer { server.stop() }
    try await desk.useServer(server.baseURL)
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    let outcome = try await desk.figctl.run(["task", "list", "--json", "--timeout", "2"])
    let errors = outcome.errors.replacing(server.baseURL, with: "SERVER")
    print("ROW \(row.fault.rawValue) [\(outcome.code ?? -1)] \(errors)")
    let run = try await desk.figctl.run(["run", "task_1", "--timeout", "2"])
    print("RUN \(row.fault.rawValue) [\(run.code ?? -1)] \(run.errors.replacing(server.baseURL, with: "SERVER"))")
    #expect(outcome.output == "")
  }
}
