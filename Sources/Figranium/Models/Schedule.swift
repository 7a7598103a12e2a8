public import FoundationEssentials

// When tasks run by themselves.

/// How often a schedule runs its task.
public struct ScheduleFrequency: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Every ``Schedule/interval``.
  public static let interval: Self = "interval"
  /// Once an hour, at ``Schedule/minute``.
  public static let hourly: Self = "hourly"
  /// Once a day, at ``Schedule/hour`` and ``Schedule/minute``.
  public static let daily: Self = "daily"
  /// On ``Schedule/daysOfWeek``.
  public static let weekly: Self = "weekly"
  /// On ``Schedule/dayOfMonth``.
  public static let monthly: Self = "monthly"
}

/// When a task runs by itself.
///
/// Either ``frequency`` with the members that go with it, or ``cron``. Times are the server's.
///
/// ```swift
/// let nightly = Schedule(frequency: .daily, hour: 3, minute: 30)
/// ```
public struct Schedule: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - enabled: Whether it is on.
  ///   - frequency: How often.
  ///   - interval: The time between two runs, in whole minutes.
  ///   - hour: The hour, 0 to 23.
  ///   - minute: The minute, 0 to 59.
  ///   - daysOfWeek: The days, 0 for Sunday to 6.
  ///   - dayOfMonth: The day, 1 to 31.
  ///   - cron: A cron expression, in place of all the others.
  public init(
    enabled: Bool = true, frequency: ScheduleFrequency? = nil, interval: Duration? = nil,
    hour: Int? = nil, minute: Int? = nil, daysOfWeek: [Int]? = nil, dayOfMonth: Int? = nil,
    cron: String? = nil
  ) {
    members = ["enabled": .bool(enabled)]
    self.frequency = frequency
    self.interval = interval
    self.hour = hour
    self.minute = minute
    self.daysOfWeek = daysOfWeek
    self.dayOfMonth = dayOfMonth
    self.cron = cron
  }

  /// Whether it is on.
  public var enabled: Bool? {
    get { members.flag("enabled") }
    set { members.set("enabled", newValue) }
  }

  /// How often.
  public var frequency: ScheduleFrequency? {
    get { members.serverWord("frequency") }
    set { members.set("frequency", newValue) }
  }

  /// The time between two runs (`intervalMinutes`); seconds beyond a whole minute are dropped.
  public var interval: Duration? {
    get { members.minutes("intervalMinutes") }
    set { members.set("intervalMinutes", newValue.map { Int($0.components.seconds / 60) }) }
  }

  /// The hour, 0 to 23.
  public var hour: Int? {
    get { members.integer("hour") }
    set { members.set("hour", newValue) }
  }

  /// The minute, 0 to 59.
  public var minute: Int? {
    get { members.integer("minute") }
    set { members.set("minute", newValue) }
  }

  /// The days, 0 for Sunday to 6.
  public var daysOfWeek: [Int]? {
    get {
      members["daysOfWeek"]?.arrayValue?.compactMap {
        $0.integerValue.flatMap { Int(exactly: $0) }
      }
    }
    set { members.set("daysOfWeek", newValue?.map { JSONValue.integer(Int64($0)) }) }
  }

  /// The day, 1 to 31.
  public var dayOfMonth: Int? {
    get { members.integer("dayOfMonth") }
    set { members.set("dayOfMonth", newValue) }
  }

  /// A cron expression; the server also tells here what it made of the others.
  public var cron: String? {
    get { members.word("cron") }
    set { members.set("cron", newValue) }
  }

  /// When it ran last.
  public var lastRun: Date? { members.date("lastRun") }
  /// How that run ended.
  public var lastRunStatus: TaskOutcome? { members.serverWord("lastRunStatus") }
  /// How long that run took.
  public var lastRunDuration: Duration? { members.milliseconds("lastRunDurationMs") }
  /// When it runs next.
  public var nextRun: Date? { members.date("nextRun") }
}

/// A task with its schedule.
public struct ScheduledTask: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The task's identifier.
  public var id: String { members.word("taskId") ?? members.word("id") ?? "" }
  /// The task's name.
  public var taskName: String? { members.word("taskName") ?? members.word("name") }
  /// The task's mode.
  public var mode: TaskMode? { members.serverWord("mode") }
  /// The schedule.
  public var schedule: Schedule? { members.model("schedule") }
  /// The cron expression, in the list of what is planned.
  public var cron: String? { members.word("cron") ?? schedule?.cron }
  /// When it runs next.
  public var nextRun: Date? {
    members.date("nextRunMs") ?? members.date("nextRun") ?? schedule?.nextRun
  }
}

/// What the server makes of a schedule.
public struct ScheduleStatus: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The schedule; `nil` when the answer is only about what was asked.
  public var schedule: Schedule? { members.model("schedule") }
  /// The cron expression that it comes to; `nil` when it comes to none.
  public var cron: String? { members.word("cron") ?? schedule?.cron }
  /// The schedule in a sentence, by the server.
  public var description: String? { members.word("description") }
  /// Whether the server can plan by it, where it says so.
  public var isValid: Bool? { members.flag("isValid") ?? members.flag("valid") }
  /// When it runs next.
  public var nextRun: Date? { members.date("nextRun") ?? schedule?.nextRun }
}

/// What the server has planned.
public struct SchedulerStatus: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// Whether the server plans at all.
  public var isRunning: Bool? { members.flag("running") }
  /// How many tasks are planned.
  public var scheduledCount: Int? { members.integer("scheduledCount") }
  /// The planned tasks.
  public var tasks: [ScheduledTask] { members.models("tasks") ?? [] }
}

extension ScheduledTask: ServerValue {}
extension ScheduleStatus: ServerValue {}
extension SchedulerStatus: ServerValue {}
