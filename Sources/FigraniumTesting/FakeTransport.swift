import Figranium
import FoundationEssentials
import Synchronization

/// Brings requests to a ``FakeFigraniumServer``, and its answers back, within the request's limits.
struct FakeTransport: HTTPTransport {
  let server: FakeFigraniumServer

  func prepare() {}

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await within(request.totalLimit, else: .totalTimeout) {
      let answer = await server.answer(to: request)
      var body = Data()
      switch answer.outcome {
      case .body(let data): body = data
      case .stream(let chunks, let end):
        for await chunk in chunks { body.append(chunk) }
        if let end { throw end.failure }
      case .failure(let failure): throw failure.failure
      case .silence: try await silence(request.silenceLimit)
      }
      guard body.count <= request.maximumBodyBytes else { throw FakeFailure.tooLarge.failure }
      return HTTPResponse(
        status: answer.status, headerBlock: answer.headerBlock, body: body,
        contentType: answer.contentType, retryAfter: answer.retryAfter)
    }
  }

  func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStreamingResponse {
    let start = ContinuousClock.now
    return try await within(request.headLimit ?? request.totalLimit, else: .totalTimeout) {
      let answer = await server.answer(to: request)
      let body: HTTPBodyStream
      switch answer.outcome {
      case .body(let data):
        let rest = Rest(data.isEmpty ? nil : data)
        body = HTTPBodyStream { () async throws(HTTPFailure) in rest.take() }
      case .stream(let chunks, let end):
        body = HTTPBodyStream { () async throws(HTTPFailure) -> Data? in
          let left = request.totalLimit.map { $0 - start.duration(to: .now) }
          let isSilence = left.map { left in request.silenceLimit.map { $0 < left } ?? false }
          let limit = [left, request.silenceLimit].compactMap(\.self).min()
          return try await within(
            limit, else: isSilence ?? true ? .silenceTimeout : .totalTimeout
          ) {
            // Each iterator goes on where the one before stopped.
            for await chunk in chunks where !chunk.isEmpty { return chunk }
            if let end { throw end.failure }
            return nil
          }
        }
      case .failure(let failure): throw failure.failure
      case .silence:
        try await silence(request.silenceLimit)
        throw FakeFailure.silenceTimeout.failure
      }
      return HTTPStreamingResponse(
        status: answer.status, headerBlock: answer.headerBlock, body: body,
        contentType: answer.contentType, retryAfter: answer.retryAfter)
    }
  }

  /// Waits until nobody waits any more.
  private func silence(_ limit: Duration?) async throws {
    if let limit {
      try await Swift.Task.sleep(for: limit)
      throw FakeFailure.silenceTimeout.failure
    }
    while true { try await Swift.Task.sleep(for: .seconds(3_600)) }
  }

  /// Does work that ends within a limit, and at once when the calling Swift task is cancelled.
  private func within<Value: Sendable>(
    _ limit: Duration?, else late: FakeFailure,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws(HTTPFailure) -> Value {
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: work)
        if let limit {
          group.addTask {
            try await Swift.Task.sleep(for: max(limit, .zero))
            throw late.failure
          }
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        try Swift.Task.checkCancellation()
        return value
      }
    } catch let failure as HTTPFailure where !Swift.Task.isCancelled {
      throw failure
    } catch {
      throw FakeFailure.aborted.failure
    }
  }

  /// What is left of a body that comes in one piece.
  private final class Rest: Sendable {
    private let data: Mutex<Data?>
    init(_ data: Data?) { self.data = Mutex(data) }
    func take() -> Data? {
      data.withLock { data in
        defer { data = nil }
        return data
      }
    }
  }
}

extension FakeAnswer {
  /// The header fields as lines.
  var headerBlock: [UInt8] {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Array("HTTP/1.1 \(status)\r\n\(lines.joined())\r\n".utf8)
  }

  var contentType: String? { header("content-type") }

  /// The pause that `Retry-After` asks for, in seconds.
  var retryAfter: Duration? { header("retry-after").flatMap { Int64($0) }.map { .seconds($0) } }

  private func header(_ name: String) -> String? {
    headers.first { $0.key.lowercased() == name }?.value
  }
}
