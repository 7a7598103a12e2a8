import Figranium
import FoundationEssentials
import Testing

/// A stream and what it says.
struct EventStreamRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let events: [ServerSentEvent]
  var lastID = ""
  var retry: Duration?

  init(
    _ name: String, _ text: String, _ events: [ServerSentEvent], lastID: String = "",
    retry: Duration? = nil
  ) {
    self.init(name, Array(text.utf8), events, lastID: lastID, retry: retry)
  }

  init(
    _ name: String, _ bytes: [UInt8], _ events: [ServerSentEvent], lastID: String = "",
    retry: Duration? = nil
  ) {
    testDescription = name
    self.bytes = bytes
    self.events = events
    self.lastID = lastID
    self.retry = retry
  }

  private static let a = ServerSentEvent(data: "a")
  private static let b = ServerSentEvent(data: "b")

  static let all: [EventStreamRow] = [
    // Lines.
    .init("line feeds", "data: a\n\ndata: b\n\n", [a, b]),
    .init("carriage returns", "data: a\r\rdata: b\r\r", [a, b]),
    .init("both", "data: a\r\n\r\ndata: b\r\n\r\n", [a, b]),
    .init("all three, mixed", "data: a\r\n\ndata: b\n\r", [a, b]),
    .init("LF CR is two line ends", "data: a\n\r\ndata: b\n\n", [a, b]),
    .init("CR CR LF is two line ends", "data: a\r\r\ndata: b\n\n", [a, b]),
    .init(
      "NUL, VT, FF and NEL end no line", "data: a\0\u{0B}\u{0C}\u{85}b\n\n",
      [.init(data: "a\0\u{0B}\u{0C}\u{85}b")]),
    .init("nothing", "", []),
    .init("blank lines alone", "\n\r\n\r\n\n", []),
    // The end.
    .init("an end without a blank line", "data: a\n\ndata: b\n", [a]),
    .init("an end within a line", "data: a\n\ndata: b", [a]),
    .init("an end within CRLF", "data: a\r\n\r", [a]),
    // Fields.
    .init("no blank after the colon", "data:a\n\n", [a]),
    .init("one blank after the colon is dropped, no more", "data:  a \n\n", [.init(data: " a ")]),
    .init("a tab is not", "data:\ta\n\n", [.init(data: "\ta")]),
    .init("a field without a colon", "data\n\n", [.init(data: "")]),
    .init("two of them", "data\ndata\n\n", [.init(data: "\n")]),
    .init("data of several lines", "data: a\ndata:\ndata: b\n\n", [.init(data: "a\n\nb")]),
    .init("colons in data", "data: a:b: c\n\n", [.init(data: "a:b: c")]),
    .init("a comment", ": hello\n\n:\n:keep-alive\n\ndata: a\n\n", [a]),
    .init("a comment within an event", "data: a\n: x\ndata: b\n\n", [.init(data: "a\nb")]),
    .init("unknown fields", "foo: 1\ndata: a\nbar\ndatax: 2\n DATA: 3\nData: 4\n\n", [a]),
    .init("no data, no event", "event: x\n\ndata: a\n\n", [a]),
    .init("a name", "event: ready\ndata: {}\n\n", [.init(name: "ready", data: "{}")]),
    .init(
      "the last name counts, for one event", "event: x\nevent: y\ndata: a\n\ndata: b\n\n",
      [.init(name: "y", data: "a"), b]),
    .init("an empty name is none", "event: x\nevent:\ndata: a\n\n", [a]),
    // Identifiers.
    .init(
      "an identifier stays", "id: 1\ndata: a\n\ndata: b\n\n",
      [.init(data: "a", lastEventID: "1"), .init(data: "b", lastEventID: "1")], lastID: "1"),
    .init(
      "an empty one takes it back", "id: 1\ndata: a\n\nid\ndata: b\n\n",
      [.init(data: "a", lastEventID: "1"), b]),
    .init(
      "one with NUL is ignored", "id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n",
      [.init(data: "a", lastEventID: "1"), .init(data: "b", lastEventID: "1")], lastID: "1"),
    .init("one without data counts", "id: 7\n\n", [], lastID: "7"),
    .init(
      "one of an event that never ended does not", "id: 1\ndata: a\n\nid: 2\ndata: b\n",
      [.init(data: "a", lastEventID: "1")], lastID: "1"),
    .init(
      "one of any letters", "id: ü 7\ndata: a\n\n", [.init(data: "a", lastEventID: "ü 7")],
      lastID: "ü 7"),
    // Times.
    .init("a time to wait", "retry: 2500\n\n", [], retry: .milliseconds(2_500)),
    .init("without a blank line too", "retry: 0012\n", [], retry: .milliseconds(12)),
    .init("the last counts", "retry: 1\nretry: 2\n", [], retry: .milliseconds(2)),
    .init(
      "only digits", "retry: 1\nretry: -2\nretry: +3\nretry: 4s\nretry: 5.0\nretry: ٣\n\n", [],
      retry: .milliseconds(1)),
    .init("nothing is no time", "retry:\nretry\n", []),
    .init(
      "a very long time", "retry: 99999999999999999999999999\n", [],
      retry: .milliseconds(999_999_999_999_999)),
    // Bytes.
    .init("a byte-order mark", "\u{FEFF}data: a\n\n", [a]),
    .init(
      "only one, only at the start",
      "\u{FEFF}\u{FEFF}data: b\n\ndata: a\n\n\u{FEFF}data: c\n\n", [a]),
    .init("a mark that is cut off", [0xEF, 0xBB], []),
    .init("a part of a mark", [0xEF, 0xBB] + Array("data: b\n\ndata: a\n\n".utf8), [a]),
    .init(
      "letters of two, three and four bytes", "event: ü\ndata: ü € 🙂\n\n",
      [.init(name: "ü", data: "ü € 🙂")]),
    .init(
      "bytes that are no UTF-8", Array("data: a".utf8) + [0xFF, 0xC3, 0x0A, 0x0A],
      [.init(data: "a\u{FFFD}\u{FFFD}")]),
    .init(
      "a letter that a line end cuts", Array("data: ".utf8) + [0xE2, 0x82, 0x0D, 0xAC, 0x0D, 0x0D],
      [.init(data: "\u{FFFD}")]),
  ]
}

@Suite("The format of server-sent events") struct ServerSentEventParserTests {
  /// Reads `bytes` in pieces that end at `cuts`.
  private func read(
    _ bytes: [UInt8], cuts: [Int], limit: Int = 1 << 20
  ) throws -> (events: [ServerSentEvent], parser: ServerSentEventParser) {
    var parser = ServerSentEventParser(limit: limit)
    var events: [ServerSentEvent] = []
    var start = 0
    for cut in cuts.sorted() + [bytes.count] {
      // A piece of a larger block, as they come: its first index is not 0.
      let block = Data([0] + bytes[start..<cut])
      try parser.read(block.dropFirst(), into: &events)
      start = cut
    }
    return (events, parser)
  }

  @Test("A stream says what the format wants", arguments: EventStreamRow.all)
  func table(_ row: EventStreamRow) throws {
    let (events, parser) = try read(row.bytes, cuts: [])
    #expect(events == row.events)
    #expect(parser.lastEventID == row.lastID)
    #expect(parser.reconnectionTime == row.retry)
  }

  @Test("However it is cut in two or three, or in bytes", arguments: EventStreamRow.all)
  func everySplit(_ row: EventStreamRow) throws {
    let count = row.bytes.count
    var all = (0...count).map { [$0] } + [Array(0...count)]
    for first in 0...count { for second in first...count { all.append([first, second]) } }
    for cuts in all {
      let (events, parser) = try read(row.bytes, cuts: cuts)
      #expect(events == row.events, "cut at \(cuts)")
      #expect(parser.lastEventID == row.lastID)
      #expect(parser.reconnectionTime == row.retry)
    }
  }

  @Test("Generated streams, cut at any places, say the same")
  func generated() throws {
    var random = SplitMix(seed: 0x5EED)
    let parts: [[UInt8]] =
      [
        "data: a", "data:", "data", "event: e", "id: 1", "id: \0", "retry: 5", ": c", ":", "x", " ",
        "",
      ]
      .map { Array($0.utf8) } + [
        [0x0A], [0x0D], [0x0D, 0x0A], [0x0A, 0x0A], [0xEF, 0xBB, 0xBF], [0xE2, 0x82], [0xFF],
      ]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        bytes += parts.randomElement(using: &random) ?? []
      }
      let (whole, parser) = try read(bytes, cuts: [])
      for _ in 0..<20 {
        let cuts = (0..<Int.random(in: 1...8, using: &random)).map { _ in
          Int.random(in: 0...bytes.count, using: &random)
        }
        let (events, other) = try read(bytes, cuts: cuts)
        #expect(events == whole, "\(bytes) cut at \(cuts)")
        #expect(other.lastEventID == parser.lastEventID)
        #expect(other.reconnectionTime == parser.reconnectionTime)
      }
    }
  }

  @Test("A reconnection keeps the identifier, and drops the event that was cut off")
  func reconnected() throws {
    var parser = ServerSentEventParser(lastEventID: "7")
    var events: [ServerSentEvent] = []
    try parser.read(Data("data: a\n\n".utf8), into: &events)
    #expect(events == [.init(data: "a", lastEventID: "7")])
    #expect(parser.lastEventID == "7")
  }

  @Test("Lines of a megabyte, in pieces and whole")
  func longLines() throws {
    let text = String(repeating: "0123456789abcdef", count: 65_536)
    let bytes = Array("data: \(text)\r\ndata: \(text)\r\n\r\n: \(text)\ndata: a\n\n".utf8)
    let cuts = Array(stride(from: 0, to: bytes.count, by: 16_384))
    for cuts in [[], cuts] {
      let events = try read(bytes, cuts: cuts, limit: 4 << 20).events
      #expect(events == [.init(data: "\(text)\n\(text)"), .init(data: "a")])
    }
  }

  @Test("A line, or an event, over the limit is an error after the events before it")
  func limits() throws {
    let long = String(repeating: "x", count: 90)
    let rows = [
      "data: a\n\ndata: \(long)x\(long)", "data: a\n\n:\(long)\(long)\n",
      "data: a\n\n" + String(repeating: "data: \(long)\n", count: 2),
      "data: a\n\nid: \(long)\(long)\n",
    ]
    for row in rows {
      for size in [1, 7, 1_000] {
        var parser = ServerSentEventParser(limit: 100)
        var events: [ServerSentEvent] = []
        var rest = Data(row.utf8)
        #expect(throws: ServerSentEventParser.TooLong(limit: 100)) {
          while !rest.isEmpty {
            try parser.read(rest.prefix(size), into: &events)
            rest = rest.dropFirst(size)
          }
        }
        #expect(events == [.init(data: "a")])
      }
    }
    let fits = "data: \(long)\n\ndata: \(long)\n\n"
    #expect(try read(Array(fits.utf8), cuts: [], limit: 100).events.count == 2)
  }
}

/// A source of numbers that gives the same ones each time.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
