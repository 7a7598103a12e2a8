public import FoundationEssentials

// Calls whose answer is read while it comes. The same limits until the answer begins, the same
// repeats and the same errors as for other calls.

/// What a streaming call takes for an answer.
enum StreamContent: Sendable {
  /// Server-sent events, from the one after the last known.
  case events(lastID: String)
  /// A file. A web page is one only where its name says so: outside `/api`, servers answer what
  /// they do not know with their web application.
  case file(mayBePage: Bool)

  var accept: String {
    switch self {
    case .events: "text/event-stream"
    case .file: "*/*"
    }
  }
}

extension APIRequest {
  /// A request for what is read while it comes.
  package static func reading(_ path: String, access: Access = .key) -> APIRequest {
    APIRequest(method: .get, path: path, repeatability: .read, access: access)
  }
}

extension HeaderFields {
  /// Whether an event's identifier, which may be any text, can stand in a header field.
  fileprivate static func canCarry(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 8_192
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }
}

/// An answer whose body is still to come, with what its errors need.
struct StreamingAnswer: Sendable {
  let response: HTTPStreamingResponse
  let request: APIRequest
  let writer: ErrorWriter
  /// What takes the key out of what is read as text; files are left as they are.
  let echo: EchoedKey?

  /// The body's length, where the server names it and it is that of the bytes that are read.
  var expectedCount: Int64? {
    let encoding = response.header("content-encoding") ?? "identity"
    guard encoding.lowercased() == "identity" else { return nil }
    return response.header("content-length").flatMap { Int64($0) }
  }

  /// Reads the next piece of the body.
  ///
  /// - Throws: `NETWORK_ERROR`, `TIMEOUT`, `INVALID_RESPONSE`; `REQUEST_ABORTED` when the calling
  ///   Swift task is cancelled.
  func next(
    _ pieces: inout HTTPBodyStream.AsyncIterator
  ) async throws(FigraniumError) -> Data? {
    do throws(HTTPFailure) {
      return try await pieces.next(isolation: nil)
    } catch {
      throw writer.error(for: error, request: request)
    }
  }
}

extension Figranium {
  /// Makes a call whose answer is read while it comes.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - content: What is an answer to it.
  ///   - retry: When to try again until an answer begins; the client's policy by default.
  ///   - options: Headers, and the limit for all of the call, the body included. Without one the
  ///     client's limit holds until the answer begins, and its limit on silence after that.
  func streamed(
    _ request: APIRequest, as content: StreamContent, retry: RetryPolicy? = nil,
    options: RequestOptions
  ) async throws(CallFailure) -> StreamingAnswer {
    let call: Call
    do {
      call = try Call(client: self, options: options)
    } catch {
      throw CallFailure(error: error)
    }
    let hasTotal = options.timeout != nil
    return try await attempts(request, in: call, retry: retry ?? self.options.retry) {
      http, writer async throws(HTTPFailure) in
      var http = http
      http.headers.removeAll { $0.name == "Accept" }
      http.headers.append(("Accept", content.accept))
      if case .events(let lastID) = content, HeaderFields.canCarry(lastID) {
        http.headers.append(("Last-Event-ID", lastID))
      }
      http.headLimit = http.totalLimit
      if !hasTotal { http.totalLimit = nil }
      http.maximumBodyBytes = .max
      let response = try await self.transport.stream(http)
      guard var failure = try await self.refusal(of: response, to: request, content, writer) else {
        let answer = StreamingAnswer(
          response: response, request: request, writer: writer, echo: self.echo(of: writer.proof))
        return Attempt(status: response.status, result: .success(answer))
      }
      failure.retryAfter = response.retryAfter
      return Attempt(status: response.status, result: .failure(failure))
    }
  }

  /// What is wrong with an answer, or nil.
  private func refusal(
    of response: HTTPStreamingResponse, to request: APIRequest, _ content: StreamContent,
    _ writer: ErrorWriter
  ) async throws(HTTPFailure) -> CallFailure? {
    let type = response.contentType?.lowercased() ?? ""
    if (200..<300).contains(response.status) {
      switch content {
      // "Stop": there are no events, and there will be none.
      case .events where response.status == 204 || type.hasPrefix("text/event-stream"): return nil
      case .file(let mayBePage) where mayBePage || !type.hasPrefix("text/html"): return nil
      default: break
      }
    }
    let whole = try await response.whole(limit: 1 << 20)
    if let failure = writer.failure(in: whole, to: request) { return failure }
    // JSON where something else was asked for.
    return CallFailure(error: writer.invalid(whole, request, "it is no stream of events"))
  }
}

/// Bytes that a server sends, read while they come.
///
/// For one reader. Each element is a piece of a few hundred kilobytes at most; what was not read
/// yet is bounded too, so that a slow reader holds the server back and needs no memory. Cancelling
/// the reading Swift task ends the transfer within a second, and so does dropping the sequence and
/// its iterator. The end of a body that came shorter than the server said is an error.
public struct ByteStream: AsyncSequence, Sendable {
  /// A piece, never empty.
  public typealias Element = Data
  /// What reading may throw: `NETWORK_ERROR`, `TIMEOUT` after a silence longer than the client's
  /// limit, `INVALID_RESPONSE`, `REQUEST_ABORTED`.
  public typealias Failure = FigraniumError

  private let answer: StreamingAnswer

  init(_ answer: StreamingAnswer) {
    self.answer = answer
  }

  /// The media type, where the server names one.
  public var contentType: String? { answer.response.contentType }

  /// The number of bytes to come, where the server names it.
  public var expectedCount: Int64? { answer.expectedCount }

  /// Reads the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let answer: StreamingAnswer
    private var pieces: HTTPBodyStream.AsyncIterator
    private var count: Int64 = 0

    fileprivate init(_ answer: StreamingAnswer) {
      self.answer = answer
      pieces = answer.response.body.makeAsyncIterator()
    }

    /// Waits for the next piece.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: The piece, `nil` at the end.
    /// - Throws: See ``ByteStream/Failure``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FigraniumError) -> Data? {
      if let piece = try await answer.next(&pieces) {
        count += Int64(piece.count)
        return piece
      }
      guard let expected = answer.expectedCount, expected != count else { return nil }
      let failure = HTTPFailure(kind: .cut, reason: "it is too short", mayHaveBeenSent: true)
      throw answer.writer.error(for: failure, request: answer.request)
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(answer) }
}

extension Figranium {
  /// Asks for bytes that are read while they come.
  package func bytes(
    of request: APIRequest, mayBePage: Bool = false, options: RequestOptions
  ) async throws(FigraniumError) -> ByteStream {
    do {
      return ByteStream(
        try await streamed(request, as: .file(mayBePage: mayBePage), options: options))
    } catch {
      throw error.error
    }
  }
}
