import CurlBridge
import FoundationEssentials
import GLibBridge
import Synchronization
import Testing

extension CurlTests {
  @Suite("Connections") struct CurlConnectionTests {
    @Test("A connection is used again")
    func reuse() async throws {
      let server = try LoopbackServer { _ in answer() }
      let engine = CurlEngine()
      for _ in 0..<5 { _ = try await engine.perform(CurlRequest(url: server.baseURL)) }
      #expect(server.openConnections == 1)
    }

    @Test("A request that needs a fresh connection gets one")
    func fresh() async throws {
      let server = try LoopbackServer { _ in answer() }
      let engine = CurlEngine()
      _ = try await engine.perform(CurlRequest(url: server.baseURL))
      _ = try await engine.perform(
        CurlRequest(url: server.baseURL, needsFreshConnection: true))
      #expect(server.openConnections == 2)
    }

    /// A server that answers the first request of a path and resets at every later one.
    private func resetting(_ log: RequestLog) throws -> LoopbackServer {
      try LoopbackServer { request in
        log.note(request) == 1 ? answer() : .scripted([.reset])
      }
    }

    @Test("On a kept connection that breaks, libcurl sends a POST twice by itself")
    func hazard() async throws {
      // Not wanted: it shows that the next test tests something.
      let log = RequestLog()
      let server = try resetting(log)
      let engine = CurlEngine()
      _ = try await engine.perform(CurlRequest(url: server.baseURL))
      await #expect(throws: CurlFailure.self) {
        try await engine.perform(
          CurlRequest(method: "POST", url: server.baseURL, body: Data("{}".utf8)))
      }
      #expect(log.all.map(\.method) == ["GET", "POST", "POST"])
    }

    @Test("On a fresh connection that breaks, a POST is sent once")
    func once() async throws {
      let log = RequestLog()
      let server = try resetting(log)
      _ = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL))
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(
          CurlRequest(
            method: "POST", url: server.baseURL, body: Data("{}".utf8), needsFreshConnection: true))
      }
      #expect(failure?.kind == .broken)
      #expect(failure?.mayHaveBeenSent == true)
      #expect(log.all.map(\.method) == ["GET", "POST"])
    }

    @Test("Cancelling the task closes the connection at once")
    func cancelling() async throws {
      let arrived = AsyncStream.makeStream(of: Void.self)
      let server = try LoopbackServer { _ in
        arrived.continuation.yield()
        return .scripted([.hang])
      }
      let url = server.baseURL
      let task = Task {
        try await CurlEngine.shared.perform(
          CurlRequest(method: "POST", url: url, body: Data("{}".utf8)))
      }
      for await _ in arrived.stream { break }
      task.cancel()
      let failure = await #expect(throws: CurlFailure.self) { try await task.value }
      #expect(failure?.kind == .aborted)
      #expect(failure?.mayHaveBeenSent == true)
      #expect(server.waitForClientDisconnects(1, seconds: 20))
    }

    @Test("A task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
      let log = RequestLog()
      let server = try LoopbackServer { request in
        log.note(request)
        return answer()
      }
      let url = server.baseURL
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await CurlEngine.shared.perform(CurlRequest(url: url))
      }
      let failure = await #expect(throws: CurlFailure.self) { try await task.value }
      #expect(failure == CurlFailure(.aborted, "cancelled"))
      #expect(log.all.isEmpty)
    }
  }
}
