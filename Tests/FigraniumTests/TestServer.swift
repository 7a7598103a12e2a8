import Figranium
import FoundationEssentials
import GLibBridge
import Synchronization

/// A loopback server that keeps what it was sent.
final class TestServer: Sendable {
  private let loopback: LoopbackServer
  private let log: Log

  private final class Log: Sendable {
    let requests = Mutex<[ServedRequest]>([])
  }

  /// Starts a server; `handler` is also given the request's number, from 1.
  init(_ handler: @escaping @Sendable (ServedRequest, Int) -> ServedReply) throws {
    let log = Log()
    self.log = log
    loopback = try LoopbackServer { request in
      let number = log.requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      return handler(request, number)
    }
  }

  convenience init(_ handler: @escaping @Sendable (ServedRequest) -> ServedReply) throws {
    try self.init { request, _ in handler(request) }
  }

  /// A server with one answer.
  convenience init(always reply: ServedReply) throws {
    try self.init { _, _ in reply }
  }

  var origin: String { loopback.baseURL }
  var requests: [ServedRequest] { log.requests.withLock { $0 } }
  /// What was asked, as `METHOD target`.
  var lines: [String] { requests.map(\.description) }

  func stop() { loopback.stop() }

  func waitForClientDisconnects(_ count: Int) -> Bool {
    loopback.waitForClientDisconnects(count, seconds: 20)
  }

  /// A client of this server that repeats nothing, so that one request is one exchange.
  func client(
    key: String? = "k-7f3a9c", header: APIKeyHeader = .authorization, path: String = "",
    options: ClientOptions = ClientOptions(retry: .never)
  ) throws -> Figranium {
    guard let url = URL(string: origin + path) else { throw CocoaError(.formatting) }
    let credential = key.map { FigraniumCredential.apiKey(Secret($0), header: header) } ?? .none
    return try Figranium(url: url, credential: credential, options: options)
  }
}

func json(_ body: String, status: Int = 200, headers: [(String, String)] = []) -> ServedReply {
  .response(
    status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
    body: Array(body.utf8))
}

func page(_ status: Int, _ text: String = "Cannot GET /x") -> ServedReply {
  .response(
    status: status, headers: [("Content-Type", "text/html; charset=utf-8")],
    body: Array("<!DOCTYPE html>\n<html><body><pre>\(text)</pre></body></html>\n".utf8))
}

func plain(_ status: Int, _ text: String, headers: [(String, String)] = []) -> ServedReply {
  .response(
    status: status, headers: [("Content-Type", "text/plain")] + headers, body: Array(text.utf8))
}

func raw(_ text: String) -> ServedStep { .send(Array(text.utf8)) }

/// The error of a call, or nil when it threw none or another.
func failure(of call: () async throws -> Void) async -> FigraniumError? {
  do {
    try await call()
    return nil
  } catch {
    return error as? FigraniumError
  }
}
