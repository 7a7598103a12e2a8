import FoundationEssentials
import Testing

@testable import Figranium
@testable import FigraniumTesting

@Suite("Answers that come in pieces") struct FakeStreamTests {
  private let server = FakeFigraniumServer()

  private func request(
    total: Duration? = nil, head: Duration? = nil, silence: Duration? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method: "GET", url: server.baseURL + "/x", headers: [], connectLimit: .seconds(10),
      totalLimit: total, headLimit: head, silenceLimit: silence, maximumBodyBytes: 1_000,
      mustReachLoopback: false, allowsProxy: false, needsFreshConnection: false)
  }

  private func pieces(_ request: HTTPRequest) async throws -> [String] {
    let response = try await FakeTransport(server: server).stream(request)
    var pieces: [String] = []
    for try await piece in response.body { pieces.append(String(decoding: piece, as: UTF8.self)) }
    return pieces
  }

  @Test("Pieces come as they are, and then the end")
  func whole() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for text in ["a", "", "bc"] { continuation.yield(Data(text.utf8)) }
    continuation.finish()
    server.on("GET /x", .stream(chunks, contentType: "text/plain"))
    #expect(try await pieces(request()) == ["a", "bc"])
    server.on("GET /x", .json([1]))
    #expect(try await pieces(request()) == ["[1]"])
    server.on("GET /x", .body(Data(), contentType: "text/plain"))
    #expect(try await pieces(request()) == [])
    server.on("GET /x", .events([["n": 1], "two"]))
    let events = try await pieces(request())
    #expect(events == ["data: {\"n\":1}\n\n", "data: \"two\"\n\n"])
    let head = try await FakeTransport(server: server).stream(request())
    #expect(head.contentType == "text/event-stream")
  }

  @Test("A call that wants the whole body gets it from pieces")
  func collected() async throws {
    server.on("GET /x", .events([1, 2]))
    let response = try await FakeTransport(server: server).send(request())
    #expect(String(decoding: response.body, as: UTF8.self) == "data: 1\n\ndata: 2\n\n")
  }

  @Test("It can break off, and fail before it begins")
  func broken() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    continuation.yield(Data("a".utf8))
    continuation.finish()
    server.on("GET /x", .stream(chunks, contentType: "text/plain", then: .cut))
    let response = try await FakeTransport(server: server).stream(request())
    var iterator = response.body.makeAsyncIterator()
    #expect(try await iterator.next() == Data("a".utf8))
    let cut = await #expect(throws: HTTPFailure.self) { _ = try await iterator.next() }
    #expect(cut?.kind == .cut)
    server.on("GET /x", .failure(.tls))
    let tls = await #expect(throws: HTTPFailure.self) { try await pieces(request()) }
    #expect(tls?.kind == .tls)
  }

  @Test("Limits on silence, on the head and on the whole")
  func limits() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    defer { continuation.finish() }
    let tick = Duration.milliseconds(20)
    server.on("GET /x", .stream(chunks, contentType: "text/plain"))
    let silent = await #expect(throws: HTTPFailure.self) {
      try await pieces(request(silence: tick))
    }
    #expect(silent?.kind == .silenceTimeout)
    server.on("GET /x", .silence)
    for limits in [request(head: tick), request(total: tick)] {
      let late = await #expect(throws: HTTPFailure.self) { try await pieces(limits) }
      #expect(late?.kind == .totalTimeout)
    }
    let quiet = await #expect(throws: HTTPFailure.self) {
      try await pieces(request(silence: tick))
    }
    #expect(quiet?.kind == .silenceTimeout)
    let (others, other) = AsyncStream.makeStream(of: Data.self)
    defer { other.finish() }
    server.on("GET /x", .stream(others, contentType: "text/plain"))
    let total = await #expect(throws: HTTPFailure.self) {
      try await pieces(request(total: tick, silence: .seconds(600)))
    }
    #expect(total?.kind == .totalTimeout)
  }
}
