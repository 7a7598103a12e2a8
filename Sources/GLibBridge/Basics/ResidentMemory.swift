import CGLib
import Synchronization

/// What a program that stays holds in memory and has no use for at the moment.
package enum ResidentMemory {
  /// Lets go of freed heap, and of the pages of program files that only a start or a single task
  /// needed.
  ///
  /// For a service at rest. Pages come back from the system's cache of files when they are run or read
  /// again, for some microseconds each; nothing that was written is touched.
  package static func release() { figranium_release_resident_memory() }

  /// Lets go again and again while something goes on, on a thread of its own: all of Swift's may be
  /// busy with that.
  package final class Release: Sendable {
    private let isStopped: Shared

    private final class Shared: Sendable {
      let flag = Atomic(false)
    }

    /// Begins; nothing happens where no thread can be made.
    ///
    /// - Parameter pause: How long to wait each time.
    package init(every pause: Duration) {
      let shared = Shared()
      isStopped = shared
      let microseconds = UInt(pause / .microseconds(1))
      _ = try? BridgeThread(name: "memory") {
        while !shared.flag.load(ordering: .relaxed) {
          g_usleep(microseconds)
          ResidentMemory.release()
        }
      }
    }

    /// Ends it, soon.
    package func stop() { isStopped.flag.store(true, ordering: .relaxed) }

    deinit { stop() }
  }
}
