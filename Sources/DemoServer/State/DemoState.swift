import FoundationEssentials
import GLibBridge

/// What the demo server knows: a value, changed under the lock of ``DemoCore``.
struct DemoState: Sendable {
  var configuration: DemoServerConfiguration
  var requests: [ServedRequest] = []
  var tasks: TaskState
  var executions: ExecutionState
  var sessions: Set<String>
  var failedSignIns = 0
  var captures: CaptureState
  var cabinets: CabinetState
  var settings = SettingsState()
  /// The templates that were counted as imported.
  var importedTemplates: Set<String> = []
  var isHeadfulOpen = false
  /// How often a run was asked for.
  var runRequests = 0
  private var lastNumber = 0

  init(_ configuration: DemoServerConfiguration) {
    self.configuration = configuration
    tasks = TaskState(configuration.tasks)
    executions = ExecutionState(history: configuration.history)
    captures = CaptureState(configuration.captures)
    cabinets = CabinetState(configuration.cabinets)
    sessions = configuration.session.map { [$0] } ?? []
  }

  /// Takes over another configuration, and what it says about the tasks if that is new.
  mutating func reconfigure(_ change: (inout DemoServerConfiguration) -> Void) {
    let before = configuration
    change(&configuration)
    if configuration.tasks != before.tasks { tasks = TaskState(configuration.tasks) }
    if configuration.session != before.session, let session = configuration.session {
      sessions.insert(session)
    }
  }

  /// A number that was not given out before.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// The time in the form of JavaScript's `toISOString`.
  static func iso(_ milliseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
