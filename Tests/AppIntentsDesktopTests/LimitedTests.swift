import GLibBridge
import TestSupport
import Testing

@testable import AppIntentsDesktop

/// Work with an end, and tasks that wait for something.
@Suite struct LimitedTests {
  private let events = EventLog<String>()

  /// Ends when it is cancelled, and a moment later.
  private func work() async throws {
    do {
      try await Task.sleep(for: .seconds(60))
    } catch {
      for _ in 0..<10 { await Task.yield() }
      events.append("ended")
      throw error
    }
  }

  @Test("What has a result in time gives it, or throws what it throws")
  func inTime() async throws {
    #expect(try await Limited.run(.seconds(60)) { 42 } == 42)
    await #expect(throws: World.Failure.self) {
      try await Limited.run(.seconds(60)) { throw World.Failure(description: "no") }
    }
  }

  @Test("What takes too long is cancelled, and has ended when the error comes")
  func timeLimit() async {
    await #expect(throws: Limited.TimedOut(limit: .milliseconds(20), isLeft: false)) {
      // A moment is long where many tests run at once.
      try await Limited.run(.milliseconds(20), grace: .seconds(60)) { try await work() }
    }
    #expect(events.elements == ["ended"])
  }

  @Test("A caller that is cancelled waits for its end as well")
  func cancelledCaller() async throws {
    let caller = Task {
      try await Limited.run(.seconds(60), grace: .seconds(60)) {
        events.append("begun")
        try await work()
      }
    }
    try await events.first { $0 == "begun" }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(events.elements == ["begun", "ended"])
  }

  @Test("What does not heed cancellation is left to itself")
  func heedless() async throws {
    let release = EventLog<Void>()
    await #expect(throws: Limited.TimedOut(limit: .milliseconds(20), isLeft: true)) {
      try await Limited.run(.milliseconds(20), grace: .milliseconds(20)) {
        try await release.wait { !$0.isEmpty }
        events.append("released")
      }
    }
    #expect(events.elements == [])
    release.append(())
    try await events.first { $0 == "released" }
  }

  @Test("A condition: met at once, met by a change, never met in a task that is cancelled")
  func condition() async throws {
    let condition = Condition()
    let value = LockedCounter()
    await condition.wait { value.count == 0 }
    let waiter = Task { [events] in
      await condition.wait {
        events.append("looked")
        return value.count == 2
      }
      events.append("met")
    }
    try await events.first { $0 == "looked" }
    value.add()
    condition.changed()
    value.add()
    condition.changed()
    await waiter.value
    #expect(events.elements.last == "met")
    let never = Task { await condition.wait { false } }
    never.cancel()
    await never.value
    // Cancelled before it waits.
    let (gate, open) = AsyncStream<Void>.makeStream()
    let late = Task {
      for await _ in gate { break }
      #expect(Task.isCancelled)
      await condition.wait { false }
    }
    late.cancel()
    open.yield()
    await late.value
  }
}

/// A number that tasks count up.
private final class LockedCounter: Sendable {
  private let value = Monitor(0)
  var count: Int { value.value }
  func add() { value.withLock { $0 += 1 } }
}
