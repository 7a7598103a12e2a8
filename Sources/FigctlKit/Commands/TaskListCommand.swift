import Figranium
import GLibBridge

/// `figctl task list`: ids and names of the server's tasks.
enum TaskListCommand {
  static let spec = CommandSpec(
    path: ["task", "list"], summary: "list the server's tasks",
    options: [.value("search", "TEXT", "only those whose id, name or description holds TEXT")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let (client, profile) = try await context.client()
    var tasks = try await context.taskSummaries(client, of: profile)
    if let text = context.value("search")?.lowercased() {
      tasks = tasks.filter { task in
        [task.id, task.name, task.description ?? ""].contains { $0.lowercased().contains(text) }
      }
    }
    var table = TextTable(["ID", "NAME", "DESCRIPTION"])
    for task in tasks { table.add([task.id, task.name, task.description ?? ""]) }
    try context.console.result(
      [
        "tasks": .array(
          tasks.map { task in
            [
              "id": .string(task.id), "name": .string(task.name),
              "description": JSONDocument(task.description),
            ]
          })
      ], table)
    return .ok
  }
}
