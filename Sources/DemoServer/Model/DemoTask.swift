/// A task that the demo server knows from its start.
package struct DemoTask: Sendable, Equatable {
  /// The id: the user's own text, any characters.
  package var id: String

  /// The name.
  package var name: String

  /// The description, if it has one.
  package var description: String?

  /// `agent`, `scrape` or `headful`: decides what a run answers.
  package var mode: String

  /// The page it works on.
  package var url: String

  /// More members of the full task, as JSON text without braces.
  package var members: String

  /// Describes a task.
  package init(
    id: String, name: String, description: String? = nil, mode: String = "agent",
    url: String = "https://example.com/", members: String = "\"actions\":[]"
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.mode = mode
    self.url = url
    self.members = members
  }

  /// The tasks of the demo: an ordinary one, and one whose id needs encoding.
  package static let samples = [
    DemoTask(id: "task_1", name: "Scrape title"),
    DemoTask(id: "t/2 ü", name: "Odd id", mode: "scrape"),
  ]
}
