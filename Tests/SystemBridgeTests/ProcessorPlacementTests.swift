import FoundationEssentials
import GLibBridge
import SystemBridge
import Testing

/// Where threads may run, as the kernel tells it.
@Suite(
  .serialized, .enabled(if: allowed().contains { ",-".contains($0) }, "there is one processor only")
)
struct ProcessorPlacementTests {
  @Test("a thread that computes and one that is to wake share no processor until it is done")
  func apart() throws {
    let before = allowed()
    let sleeper = try Sleeper()
    let name = sleeper.name
    let (mine, its) = ProcessorPlacement.apart { (allowed(), allowed(name)) }
    #expect(!mine.contains { ",-".contains($0) }, "one processor and no other")
    #expect(its != before)
    #expect(its != mine)
    #expect(allowed() == before)
    #expect(allowed(name) == before)
    #expect(sleeper.wake() == before)
  }

  @Test("a thread that wakes before the other is done may run anywhere again")
  func wakesFirst() throws {
    let before = allowed()
    let sleeper = try Sleeper()
    ProcessorPlacement.apart { #expect(sleeper.wake() == before) }
    #expect(allowed() == before)
  }

  /// A thread that waits until it is told to go on.
  private struct Sleeper {
    private struct State: Sendable {
      var name: String?
      var goesOn = false
      var after: String?
    }

    private let state = Monitor(State())

    init() throws {
      _ = try BridgeThread(name: "sleeper") { [state] in
        ProcessorPlacement.waking {
          state.withLock { $0.name = threadName() }
          state.wait { $0.goesOn }
        }
        state.withLock { $0.after = allowed() }
      }
    }

    /// Its folder in `/proc`, once it waits.
    var name: String {
      state.wait { $0.name != nil }
      return state.value.name ?? ""
    }

    /// Has it go on.
    ///
    /// - Returns: The processors that it may run on afterwards.
    func wake() -> String {
      state.wait { $0.name != nil }
      state.withLock { $0.goesOn = true }
      state.wait { $0.after != nil }
      return state.value.after ?? ""
    }
  }
}

/// The calling thread's folder in `/proc`.
private func threadName() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
}

/// The processors that a thread may run on, such as `0-1`.
private func allowed(_ thread: String = threadName()) -> String {
  let text = (try? String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)) ?? ""
  let title = "Cpus_allowed_list:\t"
  return text.split(separator: "\n").first { $0.hasPrefix(title) }
    .map { String($0.dropFirst(title.count)) } ?? ""
}
