package import DemoServer

/// A dialect as a test's argument.
package enum DemoDialectName: String, Sendable, CaseIterable {
  case documented
  case v09
  case v019

  package var dialect: DemoDialect { DemoDialect(rawValue: rawValue) ?? .documented }
}
