import SystemBridge

/// Whether suites that take more than a minute run: `install/test-all` sets `FIGRANIUM_LONG`.
package enum LongTests {
  package static var areOn: Bool { SystemEnvironment.value("FIGRANIUM_LONG") != nil }
}
