import Figranium

/// `figctl task show`: one task with all that the server tells of it.
enum TaskShowCommand {
  static let spec = CommandSpec(
    path: ["task", "show"], summary: "show one task",
    discussion: """
      Servers before 0.19 show a whole task only to a signed-in session; then its id, name and \
      description are shown.
      """,
    arguments: [.init("TASK", "its id, or its name")], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let (client, profile) = try await context.client()
    let summary = try TaskLookup.find(
      context.arguments[0], in: try await context.taskSummaries(client, of: profile))
    do {
      let tasks = try await client.tasks.list()
      if let task = tasks.first(where: { $0.id == summary.id }) {
        try print(.object(task.members), context)
        return .ok
      }
    } catch let error as FigraniumError where ExitCodeTable.exitCode(for: error) == .denied {
      context.console.note("This server shows the whole task only to a signed-in session.")
    }
    var members: JSONObject = ["id": .string(summary.id), "name": .string(summary.name)]
    if let description = summary.description { members["description"] = .string(description) }
    try print(.object(members), context)
    return .ok
  }

  private static func print(_ task: JSONValue, _ context: CommandContext) throws {
    let document = JSONDocument(task)
    var lines: [String] = []
    if case .object(let members) = document {
      let first = ["id", "name", "description", "mode", "url"]
      let ordered =
        first.compactMap { name in members.first { $0.name == name } }
        + members.filter { !first.contains($0.name) }
      for member in ordered {
        let text =
          if case .string(let text) = member.value { text } else {
            member.value.text(indented: false)
          }
        lines.append(VisibleText.escaping("\(member.name): \(text)"))
      }
    }
    try context.console.result(document, lines)
  }
}
