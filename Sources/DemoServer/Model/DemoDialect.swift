/// Which kind of Figranium server the demo server is.
package enum DemoDialect: String, Sendable, CaseIterable, Comparable {
  /// The routes of the public documentation of the App Intents integration.
  case documented

  /// Servers 0.9 to 0.18: stopping and reading an execution need a signed-in session.
  case v09

  /// Servers from 0.19 on: health and capabilities, `outcome` and `phase`, executions with a key.
  case v019

  /// Late servers of the 0.20 line: also scoped keys, the live list and cut results.
  case v020

  /// Later servers are greater; the documented one is before them all.
  package static func < (left: Self, right: Self) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .documented: 0
    case .v09: 1
    case .v019: 2
    case .v020: 3
    }
  }

  /// What the server calls its version.
  var version: String { self == .v020 ? "0.20.3" : "0.19.0" }
}
