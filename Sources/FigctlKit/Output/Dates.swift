package import FoundationEssentials

/// Dates as they are printed: ISO 8601 in UTC, which sorts and which scripts can read.
package enum Dates {
  /// For example `2026-11-30T08:15:00Z`.
  package static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle())
  }

  /// How many whole days ago, never less than 0.
  package static func days(since date: Date, now: Date = Date()) -> Int {
    max(0, Int(now.timeIntervalSince(date) / 86_400))
  }
}
