package import FoundationEssentials
import SystemBridge

// Our own, since no library that Linux distributions carry reads this format: bytes in, events out,
// as the "Server-sent events" chapter of the WHATWG's HTML standard has it.

/// Reads a `text/event-stream`, however its bytes are cut.
///
/// A value without input or output of its own. Lines end with CR, LF or CRLF. An event that has no
/// blank line after it when the stream ends is dropped, as the format wants it.
package struct ServerSentEventParser: Sendable {
  /// A line, or an event's data, is longer than the limit.
  package struct TooLong: Error, Sendable, Hashable {
    package let limit: Int

    package init(limit: Int) {
      self.limit = limit
    }
  }

  /// The identifier that a reconnection names (`Last-Event-ID`); empty for none.
  ///
  /// It changes with the blank line after an event, not with the `id` line itself: until then the
  /// event has not been seen.
  package private(set) var lastEventID: String
  /// How long the server wants clients to wait before they reconnect, once it has said so.
  package private(set) var reconnectionTime: Duration?

  private let limit: Int
  /// The start of a line whose end has not come yet.
  private var pending = Data()
  /// Whether the last byte was a CR: an LF that comes next belongs to it.
  private var endedWithCR = false
  private var isFirstLine = true

  private var name = ""
  private var data = Data()
  private var idToCome: String

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: What the request named as `Last-Event-ID`.
  ///   - limit: The most bytes of a line, and of an event's data.
  package init(lastEventID: String = "", limit: Int = 16 << 20) {
    self.lastEventID = lastEventID
    idToCome = lastEventID
    self.limit = limit
  }

  /// Takes the next bytes and appends the events that they complete.
  ///
  /// - Throws: ``TooLong``, after the events before; nothing more can be read then.
  package mutating func read(
    _ bytes: Data, into events: inout [ServerSentEvent]
  ) throws(TooLong) {
    let count = bytes.count
    var start = 0
    if endedWithCR, count > 0 {
      if bytes.span[0] == UInt8(ascii: "\n") { start = 1 }
      endedWithCR = false
    }
    // Each is found once and kept until it is passed, so that no byte is searched twice.
    var feed = ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: start) ?? count
    var carriage = ByteSearch.first(UInt8(ascii: "\r"), in: bytes.span, from: start) ?? count
    while true {
      let end = min(feed, carriage)
      guard end < count else { break }
      try take(lineEnd: bytes.piece(start, end), into: &events)
      start = end + 1
      if end == carriage {
        if start == count { endedWithCR = true } else if feed == start { start += 1 }
        carriage = ByteSearch.first(UInt8(ascii: "\r"), in: bytes.span, from: start) ?? count
      }
      if feed < start {
        feed = ByteSearch.first(UInt8(ascii: "\n"), in: bytes.span, from: start) ?? count
      }
    }
    guard pending.count + count - start <= limit else { throw TooLong(limit: limit) }
    if start < count { pending.append(bytes.piece(start, count)) }
  }

  // MARK: Lines

  /// Takes what completes a line.
  private mutating func take(
    lineEnd piece: Data, into events: inout [ServerSentEvent]
  ) throws(TooLong) {
    guard pending.count + piece.count <= limit else { throw TooLong(limit: limit) }
    var line = piece
    if !pending.isEmpty {
      pending.append(piece)
      line = pending
      pending = Data()
    }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    }
    if line.isEmpty {
      if let event = dispatched() { events.append(event) }
      return
    }
    guard let colon = ByteSearch.first(UInt8(ascii: ":"), in: line.span) else {
      try take(field: line, Data())
      return
    }
    // A line that begins with a colon is a comment.
    if colon == 0 { return }
    let isSpace = colon + 1 < line.count && line.span[colon + 1] == UInt8(ascii: " ")
    try take(field: line.piece(0, colon), line.piece(colon + (isSpace ? 2 : 1), line.count))
  }

  private mutating func take(field: Data, _ value: Data) throws(TooLong) {
    // The longest name that means something has five letters.
    switch field.count <= 5 ? String(decoding: field, as: UTF8.self) : "" {
    case "data":
      guard data.count + value.count < limit else { throw TooLong(limit: limit) }
      data.append(value)
      data.append(UInt8(ascii: "\n"))
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id" where ByteSearch.first(0, in: value.span) == nil:
      idToCome = String(decoding: value, as: UTF8.self)
    case "retry":
      let isNumber = value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber, !value.isEmpty else { return }
      // What has more digits than this is as good as for ever.
      let digits = String(
        decoding: value.drop { $0 == UInt8(ascii: "0") }.prefix(15), as: UTF8.self)
      reconnectionTime = .milliseconds(Int64(digits) ?? 0)
    default: break
    }
  }

  /// The event that a blank line ends, if it has data.
  private mutating func dispatched() -> ServerSentEvent? {
    lastEventID = idToCome
    defer {
      name = ""
      data = Data()
    }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      name: name.isEmpty ? "message" : name,
      data: String(decoding: data.dropLast(), as: UTF8.self), lastEventID: lastEventID)
  }
}

extension Data {
  /// The bytes from one place, counted from the first, up to another.
  fileprivate func piece(_ start: Int, _ end: Int) -> Data {
    self[(startIndex + start)..<(startIndex + end)]
  }
}
