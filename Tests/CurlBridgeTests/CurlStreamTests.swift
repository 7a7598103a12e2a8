import CurlBridge
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

extension CurlTests {
  @Suite("A body that is read as it comes") struct CurlStreamTests {
    private static let start = Fault.text("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")

    private func rest(of body: CurlBody) async throws -> String {
      var all = Data()
      while let piece = try await body.next() { all.append(piece) }
      return String(decoding: all, as: UTF8.self)
    }

    @Test("The header comes first, then each piece once it is sent")
    func headerFirst() async throws {
      let gate = Cancellation()
      let server = try LoopbackServer { request in
        guard request.path == "/stream" else {
          gate.cancel()
          return answer()
        }
        return .scripted([
          Fault.text("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"),
          Self.start, Fault.text("Retry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n"),
          Fault.text("3\r\none\r\n"), .hold(until: gate), Fault.text("3\r\ntwo\r\n0\r\n\r\n"),
        ])
      }
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL + "/stream"))
      #expect(stream.head.status == 200)
      #expect(stream.head.contentType == "text/plain")
      #expect(stream.head.retryAfterSeconds == 7)
      let header = String(decoding: stream.head.headerBlock, as: UTF8.self)
      #expect(header.hasPrefix("HTTP/1.1 200"))
      #expect(!header.contains("X-Early"))
      #expect(try await stream.body.next() == Data("one".utf8))
      // The server goes on only now; other transfers run beside an open stream.
      _ = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL + "/go"))
      #expect(try await rest(of: stream.body) == "two")
      #expect(try await stream.body.next() == nil)
    }

    @Test("An answer without a body, and one of an error, come as they are")
    func small() async throws {
      let server = try LoopbackServer { request in
        request.path == "/none" ? answer(204, [], "") : answer(503, [], "later")
      }
      let none = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL + "/none"))
      #expect(none.head.status == 204)
      #expect(try await none.body.next() == nil)
      let failed = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
      #expect(failed.head.status == 503)
      #expect(try await rest(of: failed.body) == "later")
    }

    @Test("A large body arrives whole, however it is paused; what waits is bounded")
    func paused() async throws {
      let count = 24 << 20
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 16) }
      let server = try LoopbackServer { request in
        request.path == "/small" ? answer() : .response(status: 200, headers: [], body: body)
      }
      let stream = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
      var received: [UInt8] = []
      var largest = 0
      while let piece = try await stream.body.next() {
        #expect(!piece.isEmpty)
        received += piece
        largest = max(largest, piece.count)
        // The engine's thread is busy with something else, and would read on if it could.
        _ = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL + "/small"))
      }
      #expect(received.count == count)
      #expect(received == body)
      // At least once more came than one piece of libcurl's, and never more than the limit.
      #expect(largest > 16_384)
      #expect(largest <= 256 << 10)
    }

    @Test("It asks for no compression, and undoes one that comes all the same")
    func compressed() async throws {
      let log = RequestLog()
      let packed = try Gzip.packed(bytes: 3 << 20)
      let server = try LoopbackServer { request in
        log.note(request)
        return .response(status: 200, headers: [("Content-Encoding", "gzip")], body: packed)
      }
      let stream = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
      var count = 0
      while let piece = try await stream.body.next() { count += piece.count }
      #expect(count == 3 << 20)
      #expect(log.all.first?.header("Accept-Encoding") == "identity")
    }

    @Test("Cancelling the reader closes the connection at once")
    func cancelled() async throws {
      let server = try LoopbackServer { _ in .scripted([Self.start, Fault.text("\r\na"), .hang]) }
      let stream = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
      #expect(try await stream.body.next() == Data("a".utf8))
      let body = stream.body
      let reader = Task { try await body.next() }
      reader.cancel()
      let failure = await #expect(throws: CurlFailure.self) { try await reader.value }
      #expect(failure?.kind == .aborted)
      #expect(server.waitForClientDisconnects(1, seconds: 20))
      let again = await #expect(throws: CurlFailure.self) { try await body.next() }
      #expect(again?.kind == .aborted)
    }

    @Test("Cancelling who waits for the header closes the connection at once")
    func cancelledBeforeHeader() async throws {
      let arrived = AsyncStream.makeStream(of: Void.self)
      let server = try LoopbackServer { _ in
        arrived.continuation.yield()
        return .scripted([.hang])
      }
      let url = server.baseURL
      let task = Task { try await CurlEngine.shared.stream(CurlRequest(url: url)) }
      for await _ in arrived.stream { break }
      task.cancel()
      let failure = await #expect(throws: CurlFailure.self) { try await task.value }
      #expect(failure?.kind == .aborted)
      #expect(server.waitForClientDisconnects(1, seconds: 20))
    }

    @Test("Dropping the body closes the connection, also of a server that sends and sends")
    func dropped() async throws {
      let server = try LoopbackServer { request in
        let last: ServedStep =
          request.path == "/quiet" ? .hang : .sendForever([UInt8](repeating: 97, count: 65_536))
        return .scripted([Self.start, Fault.text("\r\n"), last])
      }
      for path in ["/quiet", "/loud"] {
        let stream = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL + path))
        #expect(stream.head.status == 200)
      }
      #expect(server.waitForClientDisconnects(2, seconds: 20))
    }

    @Test(
      "A body that breaks off: first all that came, then the failure", arguments: [true, false])
    func cut(resets: Bool) async throws {
      let gate = Cancellation()
      let server = try LoopbackServer { _ in
        .scripted([
          Self.start, Fault.text("Content-Length: 9\r\n\r\nabc"), .hold(until: gate),
          resets ? .reset : .close,
        ])
      }
      let stream = try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
      #expect(try await stream.body.next() == Data("abc".utf8))
      gate.cancel()
      let failure = await #expect(throws: CurlFailure.self) { try await stream.body.next() }
      #expect(failure?.kind == .cut)
      #expect(failure?.mayHaveBeenSent == true)
    }

    @Test("Faults before the header have their kinds")
    func faults() async throws {
      let expected: [(LoopbackFault, CurlFailure.Kind)] = [
        (.closes, .broken), (.resets, .broken), (.garbage, .malformed),
        (.endlessHeaders, .headerTooLarge),
      ]
      for (fault, kind) in expected {
        let server = try fault.server()
        let failure = await #expect(throws: CurlFailure.self) {
          try await CurlEngine.shared.stream(CurlRequest(url: server.baseURL))
        }
        #expect(failure?.kind == kind, "\(fault)")
      }
    }

    @Test("A body over the limit ends with a failure")
    func tooLarge() async throws {
      let server = try LoopbackFault.flood.server()
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL, maximumBodyBytes: 1_000_000))
      var count = 0
      let failure = await #expect(throws: CurlFailure.self) {
        while let piece = try await stream.body.next() { count += piece.count }
      }
      #expect(failure?.kind == .tooLarge)
      #expect(count <= 1_000_000)
    }

    // MARK: Limits

    @Test("Silence has a limit, before the header and after it")
    func silence() async throws {
      let server = try LoopbackServer { request in
        .scripted(
          request.path == "/late"
            ? [.hang] : [Self.start, Fault.text("\r\n"), .hang])
      }
      let late = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.stream(
          CurlRequest(
            url: server.baseURL + "/late", totalLimit: nil, silenceLimit: .milliseconds(50)))
      }
      #expect(late?.kind == .silenceTimeout)
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL, totalLimit: nil, silenceLimit: .milliseconds(50)))
      let failure = await #expect(throws: CurlFailure.self) { try await stream.body.next() }
      #expect(failure?.kind == .silenceTimeout)
    }

    @Test("A few bytes now and then are no silence")
    func comments() async throws {
      let drops = Array(repeating: [Fault.text(":\n\n"), .wait(milliseconds: 100)], count: 15)
      let server = try LoopbackServer { _ in
        .scripted([Self.start, Fault.text("\r\n")] + drops.flatMap(\.self))
      }
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL, totalLimit: nil, silenceLimit: .seconds(1)))
      #expect(try await rest(of: stream.body).utf8.count == 45)
    }

    @Test("The reader's own time is no silence")
    func slowReader() async throws {
      let server = try LoopbackServer { request in
        request.path == "/wait"
          ? .held(until: Cancellation(), milliseconds: 1_500, then: { answer() })
          : .response(status: 200, headers: [], body: [UInt8](repeating: 97, count: 16 << 20))
      }
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL, totalLimit: nil, silenceLimit: .milliseconds(500)))
      _ = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL + "/wait"))
      #expect(try await rest(of: stream.body).utf8.count == 16 << 20)
    }

    @Test("The header has a limit of its own, the body only if a total is given")
    func total() async throws {
      let slow = try LoopbackFault.slowHeaders.server()
      let header = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.stream(
          CurlRequest(url: slow.baseURL, totalLimit: nil, headLimit: .milliseconds(300)))
      }
      #expect(header?.kind == .totalTimeout)
      let server = try LoopbackFault.drips.server()
      let stream = try await CurlEngine.shared.stream(
        CurlRequest(url: server.baseURL, totalLimit: .seconds(1), headLimit: .seconds(30)))
      let failure = await #expect(throws: CurlFailure.self) {
        while try await stream.body.next() != nil {}
      }
      #expect(failure?.kind == .totalTimeout)
    }
  }
}
