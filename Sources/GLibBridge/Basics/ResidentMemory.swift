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
    /// What the thread looks at: it keeps this and not the object that ends it.
    private final class End: Sendable {
      let hasCome = Atomic(false)
    }
    private let end = End()

    /// Begins; nothing happens where no thread can be made.
    ///
    /// - Parameter pause: How long to wait at first; each time a hundredth longer, since what goes on
    ///   for seconds waits for somebody else.
    package init(every pause: Duration) {
      let first = pause / .microseconds(1)
      _ = try? BridgeThread(name: "memory") { [end] in
        var microseconds = first
        while true {
          g_usleep(UInt(microseconds))
          if end.hasCome.load(ordering: .relaxed) { return }
          ResidentMemory.release()
          microseconds *= 1.01
        }
      }
    }

    /// Ends it, after the pause that it is in.
    package func stop() { end.hasCome.store(true, ordering: .relaxed) }

    deinit { stop() }
  }
}
