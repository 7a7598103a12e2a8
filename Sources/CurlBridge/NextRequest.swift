import Glibc
import Synchronization

/// The engine's short look-out for the next request, before its thread sleeps.
///
/// To sleep and to be woken costs a tenth of a request to this machine. Who makes one request after the
/// other is back within some microseconds: where the last one came that soon, the next one is looked out
/// for. Whoever wants the processor meanwhile has it.
struct NextRequest {
  /// How long the look-out takes at most: twice what a caller needs for a small answer.
  private static let limit = Duration.microseconds(50)

  /// When the last transfer ended; `nil` while there is one.
  private var idleSince: ContinuousClock.Instant?
  private var cameSoon = false

  /// Called when there is no transfer, before the letters are looked at.
  mutating func lookOut(for hasCome: borrowing Atomic<Bool>) {
    guard idleSince == nil else { return }
    let now = ContinuousClock.now
    idleSince = now
    guard cameSoon else { return }
    let end = now + Self.limit
    while !hasCome.load(ordering: .relaxed), ContinuousClock.now < end { sched_yield() }
  }

  /// Called when a request has come.
  mutating func came() {
    guard let since = idleSince else { return }
    // To be woken, where it was not looked out for, takes about as long again.
    cameSoon = since.duration(to: .now) < Self.limit * 2
    idleSince = nil
  }
}
