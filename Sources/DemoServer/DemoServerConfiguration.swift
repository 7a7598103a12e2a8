package import GLibBridge

/// How the demo server behaves: what a test or a benchmark may choose.
///
/// Everything can be changed while the server runs, by ``DemoServer/configure(_:)``.
///
/// - What it is: ``dialect``, ``isSetUp``, ``isDatabaseAway``.
/// - Who may use it: ``apiKey`` (empty: none is set), ``scopedKeys``, ``session``, ``email``,
///   ``password``, ``failedSignInsAllowed``, ``allowsAddress``.
/// - What it has: ``tasks``, ``history``, ``captures``, ``cabinets``, ``templates``.
/// - What runs do: ``runOutcome``, ``runData``, ``runDataRows``, ``runFailure``, ``runsTimeOut``,
///   ``holdRuns``, ``runDelayMilliseconds``, ``runProgress``; for each run apart: ``planRun``.
/// - Limits: ``tooManyEvery``, ``retryAfterSeconds``, ``tooManyIsJSON``; ``resultLimit``,
///   ``cutsAnswers``.
/// - Streams: ``keepAliveMilliseconds``.
/// - What it remembers: ``executionLimit``, ``recordsCaptures``, ``recordsRequests``.
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

  /// How many made-up rows the `data` is instead, made once: 600,000 are 55 MB; 0 for none.
  package var runDataRows = 0

  /// The `details` of a failure: runs are then answered with 500.
  package var runFailure: String?

  /// Whether a run blocks until it is stopped, or ``DemoServer/releaseRuns()`` is called.
  package var holdRuns = false

  /// How long a run takes at least.
  package var runDelayMilliseconds = 0

  /// Whether the server gives up on runs: they are answered with 504 then.
  package var runsTimeOut = false

  /// What the stream of a run tells after `started`, as JSON texts.
  package var runProgress: [String] = []

  /// Changes what becomes of one run; called for each, refused ones included.
  package var planRun: (@Sendable (DemoRunRequest, inout DemoRunPlan) -> Void)?

  /// Every how many run requests one is answered with 429 and not run; nil for none.
  package var tooManyEvery: Int?

  /// The `Retry-After` of a 429, in seconds.
  package var retryAfterSeconds = 1

  /// Whether a 429 has a JSON body, or plain text.
  package var tooManyIsJSON = true

  /// From how many bytes on ``DemoDialect/v020`` cuts a result.
  package var resultLimit = 256 * 1024

  /// Whether the answer of the run itself is cut too, and not only what the list keeps.
  package var cutsAnswers = true

  /// How often a silent stream sends a comment.
  package var keepAliveMilliseconds = 20_000

  /// How many executions are kept at most, the newest; running ones always.
  package var executionLimit = 100_000

  /// Whether each run leaves a screenshot.
  package var recordsCaptures = true

  /// Whether ``DemoServer/requests`` is kept; benchmarks of many requests want it off.
  package var recordsRequests = true

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

  /// The captures at the start, beside those that runs leave.
  package var captures: [DemoCapture] = []

  /// The cabinets at the start; the first is the default one.
  package var cabinets: [DemoCabinet] = DemoCabinet.samples

  /// The catalogue of templates.
  package var templates: [DemoTemplate] = DemoTemplate.samples

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
