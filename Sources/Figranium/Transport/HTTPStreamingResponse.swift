package import FoundationEssentials

// An answer whose body is read while it comes.

/// The start of an answer, and the way to its body.
package struct HTTPStreamingResponse: Sendable {
  /// The status.
  package var status: Int
  /// The header lines as they came, without those of interim answers.
  package var headerBlock: [UInt8]
  /// The body, decompressed, as it comes.
  package var body: HTTPBodyStream
  /// The media type with its parameters, if one came.
  package var contentType: String?
  /// The pause that `Retry-After` asks for.
  package var retryAfter: Duration?

  package init(
    status: Int, headerBlock: [UInt8], body: HTTPBodyStream, contentType: String?,
    retryAfter: Duration?
  ) {
    self.status = status
    self.headerBlock = headerBlock
    self.body = body
    self.contentType = contentType
    self.retryAfter = retryAfter
  }

  /// The first header field of this name.
  package func header(_ name: String) -> String? {
    HeaderBlock.value(of: name, in: headerBlock)
  }

  /// The same answer with its body read, as far as `limit` bytes: for what is no stream, such as an
  /// error in words.
  package func whole(limit: Int) async throws(HTTPFailure) -> HTTPResponse {
    var whole = Data()
    var pieces = body.makeAsyncIterator()
    while whole.count < limit, let piece = try await pieces.next() {
      whole.append(piece.prefix(limit - whole.count))
    }
    return HTTPResponse(
      status: status, headerBlock: headerBlock, body: whole, contentType: contentType,
      retryAfter: retryAfter)
  }
}

/// The pieces of a body, each not empty, in order.
///
/// For one reader: two of them would share the pieces. What has come and was not read is bounded;
/// beyond it the server waits. Dropping the last copy and iterator ends the transfer.
package struct HTTPBodyStream: AsyncSequence, Sendable {
  package typealias Element = Data
  package typealias Failure = HTTPFailure

  private let produce: @Sendable () async throws(HTTPFailure) -> Data?

  /// - Parameter next: Gives the next piece, `nil` at the end and ever after.
  package init(next: @escaping @Sendable () async throws(HTTPFailure) -> Data?) {
    produce = next
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let produce: @Sendable () async throws(HTTPFailure) -> Data?

    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HTTPFailure) -> Data? {
      try await produce()
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: produce) }
}
