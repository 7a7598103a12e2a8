package import GLibBridge

/// A Figranium server on loopback, for the demo and the tests: it answers as the real ones do, byte
/// for byte where that does not depend on a browser, and runs nothing.
///
/// What lives here: the wire of the server, one file a resource below `Routes`. What may not: any
/// code of the client, so that a mistake there cannot hide behind the same mistake here.
package final class DemoServer: Sendable {
  private let core: DemoCore
  private let server: LoopbackServer

  /// Starts a server on 127.0.0.1.
  ///
  /// - Parameter port: The port to listen on, 0 for one that is free.
  /// - Throws: `GLibError` when no port or no thread could be had.
  package init(_ configuration: DemoServerConfiguration, port: UInt16 = 0) throws(GLibError) {
    let core = DemoCore(configuration)
    self.core = core
    server = try LoopbackServer(port: port) { core.answer($0) }
  }

  deinit {
    stop()
  }

  /// The address, such as `http://127.0.0.1:40123`.
  package var baseURL: String { server.baseURL }

  /// The port.
  package var port: UInt16 { server.port }

  /// Ends every connection and the server.
  ///
  /// The server also stops when it is dropped.
  package func stop() {
    server.stop()
  }

  /// All requests so far, in the order of their arrival.
  package var requests: [ServedRequest] { core.state.withLock { $0.requests } }

  /// How many clients left before their answer.
  package var clientDisconnects: Int { server.clientDisconnects }

  /// Blocks until `count` clients have left early; tells whether they had within `seconds`.
  package func waitForClientDisconnects(_ count: Int, seconds: Double) -> Bool {
    server.waitForClientDisconnects(count, seconds: seconds)
  }

  /// Blocks until a request that satisfies `matches` has come, and gives the first such.
  ///
  /// - Returns: Nil when none came within `seconds`.
  package func waitForRequest(
    seconds: Double = 30, matching matches: (ServedRequest) -> Bool
  ) -> ServedRequest? {
    var found: ServedRequest?
    _ = core.state.wait(seconds: seconds) { state in
      found = state.requests.first(where: matches)
      return found != nil
    }
    return found
  }

  /// The runs so far, newest first.
  package var runs: [DemoRun] {
    core.endDueRuns()
    return core.state.withLock { $0.executions.newestFirst }
  }

  /// Blocks until a run satisfies `matches`, and gives it; nil when none did within `seconds`.
  package func waitForRun(
    seconds: Double = 30, matching matches: (DemoRun) -> Bool
  ) -> DemoRun? {
    var found: DemoRun?
    _ = core.state.wait(seconds: seconds) { state in
      found = state.executions.newestFirst.first(where: matches)
      return found != nil
    }
    return found
  }

  /// Waits until the runs of all time, newest first, are as wanted.
  ///
  /// - Returns: Whether they came to be in time.
  package func waitForRuns(
    seconds: Double = 30, matching matches: ([DemoRun]) -> Bool
  ) -> Bool {
    core.state.wait(seconds: seconds) { matches($0.executions.newestFirst) }
  }

  /// Ends the runs that are being held, with the configured outcome.
  package func releaseRuns() {
    for run in core.state.withLock({ $0.executions.running }) { core.end(run.executionID) }
  }

  /// The key that the server accepts now.
  package var apiKey: String { core.state.withLock { $0.configuration.apiKey } }

  /// Changes the accepted key; the old one is dead at once.
  package func setAPIKey(_ key: String) {
    core.state.withLock { $0.configuration.apiKey = key }
  }

  /// The scoped keys that the server has now.
  package var scopedKeys: [DemoScopedKey] { core.state.withLock { $0.configuration.scopedKeys } }

  /// The `connect.sid` values that are signed in now.
  package var sessions: Set<String> { core.state.withLock { $0.sessions } }

  /// Turns the server into one of another kind, as an update of it would.
  package func setDialect(_ dialect: DemoDialect) {
    core.state.withLock { $0.configuration.dialect = dialect }
  }

  /// Changes anything about the behaviour.
  package func configure(_ change: (inout DemoServerConfiguration) -> Void) {
    core.state.withLock { $0.reconfigure(change) }
  }

  /// The full task as JSON text, with its versions; nil if it is not there.
  package func taskJSON(_ id: String) -> String? {
    core.state.withLock { $0.tasks[id] }?.json.text
  }

  // MARK: - Streams

  /// Sends the JSON text to all streams of this run.
  package func send(event json: String, toRun runID: String) {
    core.events.send(json, to: .run(runID))
  }

  /// Ends all streams of events as complete, as a server that is restarted does.
  package func endStreams() { core.events.endAll() }

  /// Blocks until exactly `count` streams of events are open; tells whether they were in time.
  package func waitForStreams(_ count: Int, seconds: Double = 30) -> Bool {
    core.events.waitForStreams(count, seconds: seconds)
  }
}
