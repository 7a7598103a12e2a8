// GSocketListener and not its subclass GSocketService: accepting in a thread of our own needs no
// main loop, and no thread pool whose hand-over the thread sanitizer cannot see.
import CGLib

/// An HTTP/1.1 server on 127.0.0.1, for the demo and the tests; never for a network.
///
/// Each connection has its own thread, so a handler may block. Connections are kept alive; request
/// bodies may have a length or be chunked.
@safe package final class LoopbackServer: Sendable {
  /// Answers a request.
  ///
  /// Called on a connection's own thread; may block, but must end on ``stop()``.
  package typealias Handler = @Sendable (ServedRequest) -> ServedReply

  private struct State {
    var connections = 0
    var disconnects = 0
    var isStopped = false
  }

  /// What the threads share; they hold no reference to the server, so that dropping it ends them.
  private final class Core: Sendable {
    let handler: Handler
    let stopping = Cancellation()
    let state = Monitor(State())

    init(handler: @escaping Handler) { self.handler = handler }
  }

  /// The port that it listens on.
  package let port: UInt16

  private let core: Core
  private let acceptor: BridgeThread

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - port: The port to listen on, 0 for one that is free.
  ///   - handler: Answers each request.
  /// - Throws: ``GLibError`` when no port or no thread could be had.
  package init(port wanted: UInt16 = 0, handler: @escaping Handler) throws(GLibError) {
    let listener = SocketListener()
    port = try listener.listenOnLoopback(wanted)
    let core = Core(handler: handler)
    self.core = core
    acceptor = try BridgeThread(name: "loopback") {
      while let connection = unsafe listener.accept(core.stopping) {
        unsafe Self.serve(connection, core)
      }
      listener.close()
    }
  }

  deinit {
    stop()
  }

  /// The server's address, such as `http://127.0.0.1:40123`.
  package var baseURL: String { "http://127.0.0.1:\(port)" }

  /// How many clients left, or broke off, before their answer was complete.
  package var clientDisconnects: Int { core.state.value.disconnects }

  /// Blocks until at least `count` clients have left early.
  ///
  /// - Returns: Whether they had within `seconds`.
  package func waitForClientDisconnects(_ count: Int, seconds: Double) -> Bool {
    core.state.wait(seconds: seconds) { $0.disconnects >= count }
  }

  /// How many connections are open.
  package var openConnections: Int { core.state.value.connections }

  /// Ends every connection and returns when their threads are done.
  ///
  /// Not from a handler.
  ///
  /// - Returns: False when a handler was still busy after 30 seconds.
  @discardableResult package func stop() -> Bool {
    let isFirst = core.state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    core.stopping.cancel()
    if isFirst { acceptor.join() }
    return core.state.wait(seconds: 30) { $0.connections == 0 }
  }

  /// Starts the thread of one connection.
  private static func serve(_ accepted: UnsafeMutablePointer<GSocketConnection>, _ core: Core) {
    core.state.withLock { $0.connections += 1 }
    // The address crosses to the new thread, which owns the connection from then on.
    let address = UInt(bitPattern: accepted)
    do {
      _ = try BridgeThread(name: "connection") {
        if let pointer = unsafe UnsafeMutablePointer<GSocketConnection>(bitPattern: address) {
          let leftEarly = converse(
            unsafe LoopbackConnection(owning: pointer, stopping: core.stopping), core)
          core.state.withLock { state in
            if leftEarly { state.disconnects += 1 }
          }
        }
        core.state.withLock { $0.connections -= 1 }
      }
    } catch {
      // No thread: the client sees its connection closed.
      unsafe g_object_unref(accepted)
      core.state.withLock { $0.connections -= 1 }
    }
  }

  /// Serves one connection to its end.
  ///
  /// - Returns: Whether the client left before an answer was complete.
  private static func converse(_ connection: consuming LoopbackConnection, _ core: Core) -> Bool {
    var parser = HTTPRequestParser()
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    do {
      while true {
        while let request = try parser.next() {
          let reply = core.handler(request)
          switch try ReplyDelivery.deliver(reply, to: request, on: connection) {
          case .keepOpen: continue
          case .finished: return false
          case .clientLeft: return true
          }
        }
        if parser.takeContinueWish() {
          try connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        let count = try connection.read(into: &buffer)
        if count == 0 { return parser.isInsideRequest }
        parser.append(buffer[..<count])
      }
    } catch is HTTPRequestParser.Failure {
      try? connection.write(ResponseWriter.badRequest)
      return false
    } catch {
      // Reading or writing failed: the client broke off, unless it is we who stop.
      return !core.stopping.isCancelled
    }
  }
}
