import Figranium
import FoundationEssentials
import Synchronization

/// Many runs at a time, each as soon as another has ended.
final class ConcurrentRuns: Sendable {
  private let client: Figranium
  private let left: Atomic<Int>

  private init(_ client: Figranium, count: Int) {
    self.client = client
    left = Atomic(count)
  }

  /// Makes `count` runs of the task `task_1`, `jobs` at a time.
  ///
  /// - Returns: How many a second.
  static func rate(_ url: URL, key: Secret, count: Int, jobs: Int) async throws -> Int {
    let client = try Figranium(url: url, credential: .apiKey(key))
    let _: ExecutionResult<JSONValue> = try await client.runTask("task_1")
    let runs = ConcurrentRuns(client, count: count)
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<jobs { group.addTask { try await runs.work() } }
      try await group.waitForAll()
    }
    return Int(Double(count) / (start.duration(to: .now) / .seconds(1)))
  }

  private func work() async throws {
    while left.subtract(1, ordering: .relaxed).newValue >= 0 {
      let _: ExecutionResult<JSONValue> = try await client.runTask("task_1")
    }
  }
}
