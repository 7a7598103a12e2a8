import SystemBridge

/// Whether the tests run under a sanitizer, as `install/test --sanitize=…` sets it up.
package enum Sanitizers {
  /// The sanitizers' options, for the environment of child processes that are built with them.
  package static let environment: [String: String] = {
    var result: [String: String] = [:]
    for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"] {
      result[name] = SystemEnvironment.value(name)
    }
    return result
  }()

  /// Whether one is on: then `mlock` does nothing, and memory is not laid out as in a release.
  package static var isOn: Bool { !environment.isEmpty }
}
