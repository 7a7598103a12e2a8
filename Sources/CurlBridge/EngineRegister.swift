import Glibc
import Synchronization

/// The engines of a process, which end before it does.
///
/// `exit` takes apart the libraries that a thread of ours may be in the midst of: opening them, or talking
/// to a server. So their threads stand still by then. `_exit` takes nothing apart.
final class EngineRegister: Sendable {
  static let shared = EngineRegister()

  private let engines = Mutex<[CurlEngine]>([])
  private let process = getpid()

  private init() {
    atexit { EngineRegister.shared.end() }
  }

  /// Called when an engine's thread is about to start; the engine stays as long as the process.
  func add(_ engine: CurlEngine) {
    engines.withLock { engines in
      if !engines.contains(where: { $0 === engine }) { engines.append(engine) }
    }
  }

  private func end() {
    // A forked child has none of the threads.
    guard getpid() == process else { return }
    for engine in engines.withLock({ $0 }) { engine.end() }
  }
}
