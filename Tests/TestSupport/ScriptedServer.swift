package import GLibBridge
import Synchronization

/// A server on loopback whose answer a test changes as it goes, and that keeps what it was sent.
package final class ScriptedServer: Sendable {
  package typealias Handler = @Sendable (ServedRequest) -> ServedReply

  private final class State: Sendable {
    let handler: Mutex<Handler>
    let requests = Mutex<[ServedRequest]>([])

    init(_ handler: @escaping Handler) { self.handler = Mutex(handler) }
  }

  private let state: State
  private let loopback: LoopbackServer

  /// Starts it.
  package init(_ handler: @escaping Handler = { _ in .scripted([.close]) }) throws {
    let state = State(handler)
    self.state = state
    loopback = try LoopbackServer { request in
      state.requests.withLock { $0.append(request) }
      return state.handler.withLock { $0 }(request)
    }
  }

  package var baseURL: String { loopback.baseURL }
  package var port: UInt16 { loopback.port }

  /// What was asked since the last ``answer(with:)``.
  package var requests: [ServedRequest] { state.requests.withLock { $0 } }

  /// Answers like that from now on, and forgets what was asked.
  package func answer(with handler: @escaping Handler) {
    state.handler.withLock { $0 = handler }
    state.requests.withLock { $0 = [] }
  }

  /// Ends every connection.
  package func stop() { loopback.stop() }
}
