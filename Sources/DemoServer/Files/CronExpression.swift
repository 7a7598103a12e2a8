import FoundationEssentials

/// A schedule in the five fields of cron: minute, hour, day of month, month, day of week.
struct CronExpression: Sendable {
  /// The text.
  let text: String

  private let minutes: Set<Int>
  private let hours: Set<Int>
  private let days: Set<Int>
  private let months: Set<Int>
  private let weekdays: Set<Int>
  private let limitsDays: Bool
  private let limitsWeekdays: Bool

  /// Reads the text; nil if it is no cron expression.
  init?(_ text: String) {
    let fields = text.split(separator: " ").map(String.init)
    guard fields.count == 5, let minutes = Self.values(fields[0], 0...59),
      let hours = Self.values(fields[1], 0...23), let days = Self.values(fields[2], 1...31),
      let months = Self.values(fields[3], 1...12), let weekdays = Self.values(fields[4], 0...7)
    else { return nil }
    self.text = fields.joined(separator: " ")
    self.minutes = minutes
    self.hours = hours
    self.days = days
    self.months = months
    self.weekdays = Set(weekdays.map { $0 % 7 })
    limitsDays = fields[2] != "*"
    limitsWeekdays = fields[4] != "*"
  }

  /// What a schedule means: its own `cron`, else what its other members say; nil for nothing.
  init?(schedule: JSONMembers) {
    if let cron = schedule.string("cron"), let expression = CronExpression(cron) {
      self = expression
      return
    }
    let minute = schedule["minute"]?.integer ?? 0
    let hour = schedule["hour"]?.integer ?? 0
    switch schedule.string("frequency") {
    case "interval":
      let every = schedule["intervalMinutes"]?.integer ?? 60
      guard every > 0 else { return nil }
      self.init(every < 60 ? "*/\(every) * * * *" : "0 */\(max(1, every / 60)) * * *")
    case "hourly": self.init("\(minute) * * * *")
    case "daily": self.init("\(minute) \(hour) * * *")
    case "weekly":
      let days = schedule["daysOfWeek"]?.elements?.compactMap(\.integer) ?? [1]
      self.init("\(minute) \(hour) * * \(days.map(String.init).joined(separator: ","))")
    case "monthly":
      self.init("\(minute) \(hour) \(schedule["dayOfMonth"]?.integer ?? 1) * *")
    default: return nil
    }
  }

  /// The schedule in words.
  var description: String {
    let fields = text.split(separator: " ").map(String.init)
    if fields.dropFirst().allSatisfy({ $0 == "*" }) {
      return fields[0].hasPrefix("*/")
        ? "Every \(fields[0].dropFirst(2)) minutes" : "At minute \(fields[0]) of every hour"
    }
    var words = "At \(fields[1]):\(fields[0].count == 1 ? "0" : "")\(fields[0])"
    if limitsDays { words += " on day \(fields[2]) of the month" }
    if fields[3] != "*" { words += " in month \(fields[3])" }
    if limitsWeekdays { words += " on weekdays \(fields[4])" }
    return words
  }

  /// The next time after `now`, both in milliseconds since 1970, in UTC; nil if there is none
  /// within four years.
  func next(after now: Int64) -> Int64? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let minute = now / 60_000 + 1
    for day in minute / 1440...minute / 1440 + 1461 {
      let date = Date(timeIntervalSince1970: Double(day * 86_400))
      guard matches(calendar.dateComponents([.day, .month, .weekday], from: date)) else { continue }
      for hour in hours.sorted() {
        for place in minutes.sorted() {
          let time = day * 1440 + Int64(hour * 60 + place)
          if time >= minute { return time * 60_000 }
        }
      }
    }
    return nil
  }

  private func matches(_ day: DateComponents) -> Bool {
    guard let number = day.day, let month = day.month, let weekday = day.weekday,
      months.contains(month)
    else { return false }
    let isDay = days.contains(number)
    let isWeekday = weekdays.contains(weekday - 1)
    // Cron's rule: if both are limited, either will do.
    return limitsDays && limitsWeekdays ? isDay || isWeekday : isDay && isWeekday
  }

  private static func values(_ field: String, _ range: ClosedRange<Int>) -> Set<Int>? {
    var values: Set<Int> = []
    for part in field.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count <= 2, let step = halves.count == 2 ? Int(halves[1]) : 1, step > 0 else {
        return nil
      }
      let span: ClosedRange<Int>
      if halves[0] == "*" {
        span = range
      } else {
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
          first <= last, range.contains(first), range.contains(last)
        else { return nil }
        span = halves.count == 2 && ends.count == 1 ? first...range.upperBound : first...last
      }
      values.formUnion(stride(from: span.lowerBound, through: span.upperBound, by: step))
    }
    return values
  }
}
