import Figranium
import FoundationEssentials
import GLibBridge

/// `figctl execution list`: what ran lately.
enum ExecutionListCommand {
  static let spec = CommandSpec(
    path: ["execution", "list"], summary: "list recent executions",
    options: [
      .value("task", "TASK", "only those of this task (id or name)"),
      .value("limit", "N", "at most this many (20)"),
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let limit = try context.count("limit", default: 20)
    let (client, profile) = try await context.client()
    var executions = try await client.executions.list()
    if let text = context.value("task") {
      let tasks = try await context.taskSummaries(client, of: profile)
      let task = try TaskLookup.find(text, in: tasks)
      executions = executions.filter { $0.taskID == task.id }
    }
    executions = Array(
      executions.sorted { ($0.timestamp ?? .distantPast) > ($1.timestamp ?? .distantPast) }
        .prefix(limit))
    var table = TextTable(["ID", "STARTED", "TASK", "STATUS", "TIME"])
    for execution in executions {
      table.add([
        execution.id, execution.timestamp.map(Dates.text) ?? "-",
        execution.taskName ?? execution.taskID ?? "-", shownStatus(execution),
        execution.duration.map { "\(Milliseconds.of($0)) ms" } ?? "-",
      ])
    }
    try context.console.result(
      ["executions": .array(executions.map(document))], table)
    return .ok
  }

  /// The documented word, and beside it the HTTP status where the server tells only that.
  private static func shownStatus(_ execution: Execution) -> String {
    if case .number(let number)? = execution.status, execution.statusText == "unknown" {
      return "unknown (HTTP \(number))"
    }
    return execution.statusText
  }

  private static func document(_ execution: Execution) -> JSONDocument {
    let number: Int? = if case .number(let value)? = execution.status { value } else { nil }
    return [
      "id": .string(execution.id), "status": .string(execution.statusText),
      "httpStatus": JSONDocument(number), "outcome": JSONDocument(execution.outcome?.rawValue),
      "phase": JSONDocument(execution.phase?.rawValue),
      "task": [
        "id": JSONDocument(execution.taskID), "name": JSONDocument(execution.taskName),
      ],
      "timestamp": JSONDocument(execution.timestamp.map(Dates.text)),
      "durationMs": JSONDocument(execution.duration.map(Milliseconds.of)),
    ]
  }
}
