import CurlBridge
import FoundationEssentials
import GLibBridge
import Synchronization
import SystemBridge
import Testing

/// One after the other: all share the process's pool of connections, which has room for 32.
@Suite(.serialized) enum CurlTests {}

/// Keeps what a server was sent.
final class RequestLog: Sendable {
  private let requests = Mutex<[ServedRequest]>([])

  var all: [ServedRequest] { requests.withLock { $0 } }

  /// Notes a request and gives its number, from 1.
  @discardableResult func note(_ request: ServedRequest) -> Int {
    requests.withLock { requests in
      requests.append(request)
      return requests.count
    }
  }
}

func answer(
  _ status: Int = 200, _ headers: [(String, String)] = [("Content-Type", "application/json")],
  _ body: String = "{}"
) -> ServedReply {
  .response(status: status, headers: headers, body: Array(body.utf8))
}

extension CurlTests {
  @Suite("One exchange over libcurl") struct CurlExchangeTests {
    @Test("Status, header lines, media type, pause and body come back as they were sent")
    func response() async throws {
      let server = try LoopbackServer { _ in
        answer(503, [("Content-Type", "text/plain"), ("Retry-After", "7"), ("X-A", "b")], "later")
      }
      let response = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL + "/x"))
      #expect(response.status == 503)
      #expect(response.contentType == "text/plain")
      #expect(response.retryAfterSeconds == 7)
      #expect(response.body == Data("later".utf8))
      let header = String(decoding: response.headerBlock, as: UTF8.self)
      #expect(header.hasPrefix("HTTP/1.1 503"))
      #expect(header.contains("X-A: b\r\n"))
    }

    @Test("Header fields, the secret one, method and body reach the server; no Expect does")
    func request() async throws {
      let log = RequestLog()
      let server = try LoopbackServer { request in
        log.note(request)
        return answer()
      }
      let secret = LockedBytes(copying: Array("k-12345".utf8).span)
      let body = Data(repeating: UInt8(ascii: "a"), count: 2 << 20)
      let request = CurlRequest(
        method: "POST", url: server.baseURL + "/p%2Fq?r=s",
        headers: [("X-One", "1"), ("X-Empty", "")],
        secret: .init(name: "Authorization", prefix: "Bearer ", value: secret), body: body)
      _ = try await CurlEngine.shared.perform(request)
      let seen = try #require(log.all.first)
      #expect(seen.method == "POST")
      #expect(seen.target == "/p%2Fq?r=s")
      #expect(seen.header("X-One") == "1")
      #expect(seen.header("X-Empty") == "")
      #expect(seen.header("Authorization") == "Bearer k-12345")
      #expect(seen.header("Expect") == nil)
      #expect(seen.header("Cookie") == nil)
      #expect(seen.body == [UInt8](body))
      #expect(log.all.count == 1)
    }

    @Test(
      "Each method goes out with and without a body", arguments: ["GET", "POST", "PATCH", "DELETE"])
    func methods(method: String) async throws {
      let log = RequestLog()
      let server = try LoopbackServer { request in
        log.note(request)
        return answer()
      }
      for body in [nil, Data("{}".utf8)] {
        let request = CurlRequest(method: method, url: server.baseURL, body: body)
        _ = try await CurlEngine.shared.perform(request)
      }
      #expect(log.all.map(\.method) == [method, method])
      #expect(log.all.map(\.body) == [[], Array("{}".utf8)])
    }

    @Test("An interim answer is dropped, the final one counts")
    func interim() async throws {
      let server = try LoopbackServer { _ in
        .scripted([
          .send(Array("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n".utf8)),
          .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)),
        ])
      }
      let response = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL))
      #expect(response.status == 200)
      #expect(!String(decoding: response.headerBlock, as: UTF8.self).contains("X-Early"))
    }

    @Test("A redirect is brought back and not followed")
    func redirect() async throws {
      let log = RequestLog()
      let server = try LoopbackServer { request in
        log.note(request)
        return answer(302, [("Location", "/elsewhere")], "")
      }
      let response = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL))
      #expect(response.status == 302)
      #expect(log.all.count == 1)
    }

    @Test("Cookies are not kept")
    func cookies() async throws {
      let log = RequestLog()
      let server = try LoopbackServer { request in
        log.note(request)
        return answer(200, [("Set-Cookie", "a=b"), ("Content-Type", "application/json")])
      }
      for _ in 0..<2 { _ = try await CurlEngine.shared.perform(CurlRequest(url: server.baseURL)) }
      #expect(log.all.map { $0.header("Cookie") } == [nil, nil])
    }

    @Test("Many requests at once all come back, each with its own answer")
    func parallel() async throws {
      let server = try LoopbackServer { request in answer(200, [], request.target) }
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<24 {
          group.addTask {
            let url = "\(server.baseURL)/\(number)"
            let response = try await CurlEngine.shared.perform(CurlRequest(url: url))
            return response.body == Data("/\(number)".utf8)
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }

    @Test(
      "Addresses of this machine",
      arguments: [
        ("127.0.0.1", true), ("127.8.9.1", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("10.0.0.1", false), ("::ffff:10.0.0.1", false), ("fe80::1", false), ("0.0.0.0", false),
        ("1.127.0.1", false), ("", false),
      ])
    func loopback(address: String, expected: Bool) {
      #expect(isLoopback(address: address) == expected)
    }
  }
}
