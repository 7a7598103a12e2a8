import Synchronization

/// How often the tested provider has ended by itself in the course of one test.
///
/// KeePassXC 2.7.4 has a fault of its own: now and then (once in some hundred times) it ends with
/// SIGSEGV when an item is deleted while another program searches. What it had not yet written is
/// lost then, whoever stored it.
package final class ProviderCrashes: Sendable {
  /// Those of the test that runs in this task.
  @TaskLocal package static var current: ProviderCrashes?

  private struct State {
    var count = 0
    var hasFallen: [@Sendable () -> Bool] = []
  }
  private let state = Mutex(State())

  package init() {}

  /// Whether there was one, also one that nobody has noticed yet.
  package var areAny: Bool {
    let (count, hasFallen) = state.withLock { ($0.count, $0.hasFallen) }
    return count > 0 || hasFallen.contains { $0() }
  }

  func note() { state.withLock { $0.count += 1 } }

  func watch(_ bus: PrivateBus) {
    state.withLock { state in state.hasFallen.append { [weak bus] in bus?.hasFallen ?? false } }
  }
}
