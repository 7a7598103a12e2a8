import DemoServer

/// A dialect as a test's argument.
enum DemoDialectName: String, Sendable, CaseIterable {
  case documented
  case v09
  case v019

  var dialect: DemoDialect { DemoDialect(rawValue: rawValue) ?? .documented }
}
