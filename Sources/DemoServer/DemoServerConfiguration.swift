/// Which kind of Figranium server the demo server is.
package enum DemoDialect: String, Sendable, CaseIterable {
  /// The routes of the public documentation of the App Intents integration.
  case documented

  /// Servers 0.9 to 0.18: stopping and reading an execution need a signed-in session.
  case v09

  /// Servers from 0.19 on: health and capabilities, `outcome` and `phase`, executions with a key.
  case v019
}

/// A task that the demo server knows.
package struct DemoTask: Sendable {
  /// The id: the user's own text, any characters.
  package var id: String

  /// The name.
  package var name: String

  /// The description, if it has one.
  package var description: String?

  /// `agent` or `scrape`: decides what a run answers.
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

/// How the demo server behaves.
///
/// The parts that may change while it runs have setters there.
package struct DemoServerConfiguration: Sendable {
  /// The kind of server.
  package var dialect: DemoDialect

  /// The key that is accepted; an empty one means that the server has none.
  package var apiKey: String

  /// The tasks.
  package var tasks: [DemoTask]

  /// How runs end: `success`, `error`, `crashed`, `anti_bot`; nil leaves the member out.
  package var runOutcome: String? = "success"

  /// The `data` of a run's answer, as JSON text; nil leaves the member out.
  package var runData: String?

  /// The `details` of a failure: runs are then answered with 500.
  package var runFailure: String?

  /// Whether a run blocks until it is stopped, or ``DemoServer/releaseRuns()`` is called.
  package var holdRuns = false

  /// How long a run takes at least.
  package var runDelayMilliseconds = 0

  /// A `connect.sid` that is signed in from the start.
  package var session: String?

  /// Who may sign in.
  package var email = "a@example.com"

  /// The password that goes with ``email``; made up.
  package var password = "password1"

  /// Executions of the past, newest first.
  package var history: [DemoRun] = []

  /// A server with the sample tasks.
  package init(
    dialect: DemoDialect = .documented, apiKey: String, tasks: [DemoTask] = DemoTask.samples
  ) {
    self.dialect = dialect
    self.apiKey = apiKey
    self.tasks = tasks
  }
}
