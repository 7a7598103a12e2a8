import GLibBridge
import Testing

/// Limits on the loop's thread.
@Suite struct AlarmTests {
  @Test("an alarm calls once its time is over; one that was stopped before does not")
  func alarm() {
    let calls = Monitor([String]())
    let stopped = Alarm(after: .milliseconds(1)) { calls.withLock { $0.append("stopped") } }
    stopped.stop()
    // Longer than the other's, and later in the loop's queue.
    let other = Alarm(after: .milliseconds(20)) { calls.withLock { $0.append("other") } }
    calls.wait { !$0.isEmpty }
    other.stop()
    #expect(calls.value == ["other"])
  }
}
