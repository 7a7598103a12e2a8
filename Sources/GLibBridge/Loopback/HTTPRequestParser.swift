// Our own: GLib has no HTTP, and libsoup would be a dependency for a server that only the demo and
// the tests use.

/// Reads HTTP/1.1 requests (RFC 9112) out of the bytes of one connection.
///
/// A value without input or output: bytes go in by ``append(_:)``, requests come out by ``next()``.
struct HTTPRequestParser {
  /// Why a request cannot be read.
  ///
  /// The connection is of no more use then.
  enum Failure: Error {
    case malformed
    case tooLarge
  }

  private static let largestHead = 64 * 1024
  private static let largestBody = 64 * 1024 * 1024

  private var bytes: [UInt8] = []
  private var head: Head?
  private var continueSent = false

  /// The start line and header fields of the request that is being read.
  private struct Head {
    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let length: Int
    let isChunked: Bool
    let expectsContinue: Bool
  }

  /// Whether a request has begun and is not complete.
  var isInsideRequest: Bool { head != nil || !bytes.isEmpty }

  /// Whether the client waits for `100 Continue` before it sends the body.
  ///
  /// True once a request.
  mutating func takeContinueWish() -> Bool {
    guard let head, head.expectsContinue, !continueSent else { return false }
    continueSent = true
    return true
  }

  /// Adds bytes that came from the client.
  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// The next complete request, or nil when more bytes are needed.
  mutating func next() throws(Failure) -> ServedRequest? {
    if head == nil {
      while bytes.first == 13 || bytes.first == 10 { bytes.removeFirst() }
      guard let end = endOfHead() else {
        guard bytes.count <= Self.largestHead else { throw .tooLarge }
        return nil
      }
      head = try Self.parseHead(bytes[..<end])
      bytes.removeFirst(end)
      continueSent = false
    }
    guard let current = head else { return nil }
    let body: [UInt8]
    if current.isChunked {
      guard let (content, end) = try Self.dechunk(bytes) else { return nil }
      body = content
      bytes.removeFirst(end)
    } else {
      guard bytes.count >= current.length else { return nil }
      body = Array(bytes.prefix(current.length))
      bytes.removeFirst(current.length)
    }
    head = nil
    return ServedRequest(
      method: current.method, target: current.target, headers: current.headers, body: body)
  }

  /// The index after the empty line that ends the head.
  private func endOfHead() -> Int? {
    var index = 3
    while index < bytes.count {
      if bytes[index] == 10, bytes[index - 1] == 13, bytes[index - 2] == 10,
        bytes[index - 3] == 13
      {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  private static func parseHead(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Head {
    guard bytes.count <= largestHead else { throw .tooLarge }
    var lines = bytes.split(separator: 10).map { line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
    let start = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3, start[2].hasPrefix("HTTP/1."), !start[1].isEmpty else {
      throw .malformed
    }
    var headers: [(name: String, value: String)] = []
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw .malformed
      }
      headers.append((String(line[..<colon]), trimmed(line[line.index(after: colon)...])))
    }
    func value(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }
    let isChunked = value("transfer-encoding")?.lowercased() == "chunked"
    var length = 0
    if !isChunked, let text = value("content-length") {
      guard let number = Int(text), number >= 0 else { throw .malformed }
      guard number <= largestBody else { throw .tooLarge }
      length = number
    }
    return Head(
      method: String(start[0]), target: String(start[1]), headers: headers, length: length,
      isChunked: isChunked, expectsContinue: value("expect")?.lowercased() == "100-continue")
  }

  /// The content of a chunked body and the index after it, or nil when it is not complete.
  private static func dechunk(
    _ bytes: [UInt8]
  ) throws(Failure) -> (content: [UInt8], end: Int)? {
    var content: [UInt8] = []
    var index = 0
    while true {
      guard let (line, afterLine) = self.line(in: bytes, from: index) else { return nil }
      let digits = line.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
      guard let size = Int(trimmed(digits), radix: 16), size >= 0 else { throw .malformed }
      guard content.count + size <= largestBody else { throw .tooLarge }
      index = afterLine
      if size == 0 { break }
      guard bytes.count >= index + size + 2 else { return nil }
      content.append(contentsOf: bytes[index..<index + size])
      guard bytes[index + size] == 13, bytes[index + size + 1] == 10 else { throw .malformed }
      index += size + 2
    }
    // Trailer fields, up to an empty line.
    while true {
      guard let (line, afterLine) = self.line(in: bytes, from: index) else { return nil }
      index = afterLine
      if line.isEmpty { return (content, index) }
    }
  }

  private static func line(in bytes: [UInt8], from start: Int) -> (text: String, end: Int)? {
    guard let newline = bytes[start...].firstIndex(of: 10) else { return nil }
    let line = bytes[start..<newline]
    return (
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self), newline + 1
    )
  }

  private static func trimmed(_ text: Substring) -> String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = text
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
