package import GLibBridge

/// How the demo server behaves: what a test or a benchmark may choose.
///
/// Everything can be changed while the server runs, by ``DemoServer/configure(_:)``.
///
/// - What it is: ``dialect``, ``isSetUp``, ``isDatabaseAway``.
/// - Who may use it: ``apiKey`` (empty: none is set), ``scopedKeys``, ``session``, ``email``,
///   ``password``, ``failedSignInsAllowed``, ``allowsAddress``.
/// - What it has: ``tasks``, ``history``.
/// - What runs do: ``runOutcome``, ``runData``, ``runFailure``, ``holdRuns``,
///   ``runDelayMilliseconds``.
/// - What goes wrong on the way: ``interference``.
package struct DemoServerConfiguration: Sendable {
  /// The kind of server.
  package var dialect: DemoDialect

  /// The single key that is accepted everywhere; an empty one means that the server has none.
  package var apiKey: String

  /// The scoped keys that ``DemoDialect/v020`` accepts beside it; signed-in users add and revoke.
  package var scopedKeys: [DemoScopedKey] = []

  /// The tasks at the start; setting others replaces what users have saved since.
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

  /// After how many failed sign-ins the next ones are answered with 429; nil for never.
  package var failedSignInsAllowed: Int?

  /// Whether somebody has set the server up; if not, nobody can sign in.
  package var isSetUp = true

  /// Whether the server's list of addresses has ours; if not, all is answered with 403.
  package var allowsAddress = true

  /// Whether health is answered with 503 and `degraded`.
  package var isDatabaseAway = false

  /// Executions of the past, newest first.
  package var history: [DemoRun] = []

  /// What happens to a request on its way, or nil when it arrives and is answered.
  ///
  /// Called on a connection's thread, for each request in the order of their arrival.
  package var interference: (@Sendable (ServedRequest) -> DemoInterference?)?

  /// A server with the sample tasks.
  package init(
    dialect: DemoDialect = .documented, apiKey: String, tasks: [DemoTask] = DemoTask.samples
  ) {
    self.dialect = dialect
    self.apiKey = apiKey
    self.tasks = tasks
  }
}
