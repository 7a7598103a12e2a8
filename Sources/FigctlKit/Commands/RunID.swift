import FoundationEssentials

/// Names for runs, chosen here so that a run can be stopped before its answer comes.
enum RunID {
  /// A new one, such as `run-5f0c2c1e-…`: unique, and with dashes, so that it never looks like a
  /// key.
  static func make() -> String { "run-" + UUID().uuidString.lowercased() }
}
