import AppIntents
import Testing

@testable import AppIntentsDesktop

/// Whoever is told of a stop hears of each, also of one that comes while another takes over.
@Suite struct ServiceControlTests {
  private func told(_ control: ServiceControl, after heard: ServiceControl.Stop?) -> [String] {
    let words = LockedValue<[String]>([])
    control.onStop(after: heard) { stop in words.withLock { $0.append("\(stop)") } }
    return words.withLock { $0 }
  }

  @Test func aStopBeforeAnybodyListensIsTold() {
    let control = ServiceControl()
    #expect(told(control, after: nil) == [])
    control.stop(.wait)
    #expect(told(control, after: nil) == ["wait"])
  }

  @Test func aStopBetweenTwoListenersIsTold() {
    let control = ServiceControl()
    control.onStop { _ in }
    control.stop(.wait)
    #expect(told(control, after: .wait) == [])
    control.stop(.stopRuns)
    #expect(told(control, after: .wait) == ["stopRuns"])
  }
}
