package import Figranium

/// Finds the task that a user means: by id, else by name, else by name without regard to case.
package enum TaskLookup {
  /// Finds it.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - tasks: What the server has.
  /// - Throws: ``CommandFailure``: exit code 9 with the list when several have the name, 7 with the
  ///   nearest names when none has.
  package static func find(_ text: String, in tasks: [TaskSummary]) throws(CommandFailure)
    -> TaskSummary
  {
    if let task = tasks.first(where: { $0.id == text }) { return task }
    let exact = tasks.filter { $0.name == text }
    let wanted = text.lowercased()
    let matches = exact.isEmpty ? tasks.filter { $0.name.lowercased() == wanted } : exact
    if matches.count == 1 { return matches[0] }
    if matches.isEmpty {
      let names = NearestName.nearest(to: text, among: tasks.map(\.name) + tasks.map(\.id))
      throw CommandFailure(
        .notFound, "TASK_NOT_FOUND", "There is no task '\(text)'.",
        hint: names.isEmpty
          ? "See 'figctl task list'."
          : "Did you mean \(names.map { "'\($0)'" }.joined(separator: " or "))?")
    }
    let list = matches.map { "\(escapedLine($0.id))  \(escapedLine($0.name))" }
    throw CommandFailure(
      .conflict, "TASK_AMBIGUOUS", "\(matches.count) tasks are named '\(text)'.",
      hint: "Name one by its id:\n" + list.joined(separator: "\n"))
  }

  /// Finds the task on a server; a key that may run tasks but not list them can only name one by its
  /// id.
  static func find(
    _ text: String, _ client: Figranium, of profile: Profile, _ context: CommandContext
  ) async throws -> TaskSummary {
    do {
      return try find(text, in: try await context.taskSummaries(client, of: profile))
    } catch let error as FigraniumError where error.kind == .apiKeyForbidden {
      return TaskSummary(id: text, name: text)
    }
  }

  /// A hint's lines are its own: a name with a line feed must not make another.
  private static func escapedLine(_ text: String) -> String { VisibleText.escaping(text) }
}
