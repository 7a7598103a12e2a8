package import GLibBridge

/// The ways in which a server fails its clients, each as a server on loopback that does just that to
/// every request.
package enum LoopbackFault: String, Sendable, CaseIterable {
  /// Takes the request and says nothing, ever.
  case neverAnswers

  /// Sends its header fields byte by byte, without an end.
  case slowHeaders

  /// Sends a long body, a byte at a time.
  case drips

  /// Sends header fields without an end.
  case endlessHeaders

  /// Sends a body without a length and without an end, as fast as it is read.
  case flood

  /// Sends a gzip body that unpacks to about 160 times its size, without an end.
  case gzipBomb

  /// Ends the connection with RST before any answer.
  case resets

  /// Ends the connection with RST in the middle of the body.
  case resetsInBody

  /// Closes the connection before any answer.
  case closes

  /// Closes the connection before the body has its promised length.
  case cutsBody

  /// Closes the connection before the last chunk.
  case cutsChunkedBody

  /// Promises fewer bytes than it sends, so that the JSON ends too early.
  case wrongLength

  /// Answers 200 with a web page, as a captive portal or a web app's shell does.
  case htmlPage

  /// Answers 200 with JSON that is called plain text.
  case plainText

  /// Answers 200 with a JSON header and bytes that are neither JSON nor UTF-8.
  case garbageBody

  /// Answers 200 with a JSON header and an empty body.
  case emptyBody

  /// Answers with bytes that are no HTTP.
  case garbage

  /// Redirects to another host.
  case redirect

  /// Where ``redirect`` points: nothing listens there, and a client must not even try.
  package static let redirectTarget = "http://127.0.0.1:1/elsewhere"

  /// Whether the answer has no end of its own, so that only the client's limits can end it.
  package var isEndless: Bool {
    switch self {
    case .neverAnswers, .slowHeaders, .drips, .endlessHeaders, .flood, .gzipBomb: true
    default: false
    }
  }

  /// Starts the server.
  package func server() throws -> LoopbackServer {
    let reply = self.reply
    return try LoopbackServer { _ in reply }
  }

  /// What the server does about a request, for handlers that fail only at times.
  package var reply: ServedReply {
    switch self {
    case .neverAnswers: .scripted([.hang])
    case .slowHeaders: .scripted([.send(Self.head("X-Slow: "))] + Self.drops(Array("x".utf8)))
    case .drips:
      .scripted(
        [.send(Self.head(Self.json, "content-length: 1000000\r\n", "\r\n[\""))]
          + Self.drops(Array("x".utf8)))
    case .endlessHeaders:
      .scripted([
        .send(Self.head()),
        .sendForever(Array("x-filler: \(String(repeating: "x", count: 1000))\r\n".utf8)),
      ])
    case .flood:
      .scripted([
        .send(Self.head(Self.json, "connection: close\r\n", "\r\n[\"")),
        .sendForever([UInt8](repeating: UInt8(ascii: "x"), count: 65_536)),
      ])
    case .gzipBomb:
      .scripted([
        .send(
          Self.head(Self.json, "content-encoding: gzip\r\n", "connection: close\r\n", "\r\n")
            + GzipBomb.start),
        .sendForever(GzipBomb.rest),
      ])
    case .resets: .scripted([.reset])
    case .resetsInBody:
      .scripted([.send(Self.head(Self.json, "content-length: 100\r\n", "\r\n{\"a")), .reset])
    case .closes: .scripted([.close])
    case .cutsBody:
      .scripted([.send(Self.head(Self.json, "content-length: 100\r\n", "\r\n{\"tasks\":[]}"))])
    case .cutsChunkedBody:
      .scripted([
        .send(Self.head(Self.json, "transfer-encoding: chunked\r\n", "\r\nc\r\n{\"tasks\":[]}\r\n"))
      ])
    case .wrongLength:
      .scripted([.send(Self.head(Self.json, "content-length: 5\r\n", "\r\n{\"tasks\":[]}"))])
    case .htmlPage:
      .response(
        status: 200, headers: [("content-type", "text/html; charset=utf-8")],
        body: Array("<!doctype html><html><body>Sign in to the network</body></html>".utf8))
    case .plainText:
      .response(
        status: 200, headers: [("content-type", "text/plain")], body: Array("{\"tasks\":[]}".utf8))
    case .garbageBody:
      .response(
        status: 200, headers: [("content-type", "application/json")],
        body: [0x7B, 0xFF, 0x00, 0xFE, 0x22, 0x80])
    case .emptyBody:
      .response(status: 200, headers: [("content-type", "application/json")], body: [])
    case .garbage: .scripted([.send(Array("SSH-2.0-OpenSSH_9.2\r\n\u{0}\u{1}\r\n\r\n".utf8))])
    case .redirect:
      .response(
        status: 302,
        headers: [("location", Self.redirectTarget), ("content-type", "text/plain")],
        body: Array("Found. Redirecting".utf8))
    }
  }

  private static let json = "content-type: application/json; charset=utf-8\r\n"

  private static func head(_ parts: String...) -> [UInt8] {
    Array(("HTTP/1.1 200 OK\r\n" + parts.joined()).utf8)
  }

  /// More drops than any client's patience has room for: 20 minutes of them.
  private static func drops(_ drop: [UInt8]) -> [ServedStep] {
    Array(repeating: [ServedStep.send(drop), .wait(milliseconds: 50)], count: 24_000).flatMap { $0 }
  }
}

/// A gzip stream (RFC 1952) that never ends: one zero byte, then copies of 258 zero bytes (RFC 1951,
/// fixed codes), 13 bits each.
private enum GzipBomb {
  /// The member header, and the bits of the block's start up to a whole byte.
  static let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + stream.prefix(2)

  /// What may be sent again and again after ``start``.
  static let rest: [UInt8] = {
    let period = Array(stream.dropFirst(2).prefix(13))
    return Array(repeating: period, count: 5000).flatMap { $0 }
  }()

  /// The first bytes of the stream; from the third one on they repeat every 13 bytes.
  private static let stream: [UInt8] = {
    // Last block, fixed codes; the literal 0; then length 258 (code 285, no extra bits) at distance
    // 1 (code 0). Huffman codes are written from their highest bit.
    var bits = "1" + "10" + "00110000"
    for _ in 0..<16 { bits += "11000101" + "00000" }
    var bytes: [UInt8] = []
    var rest = Array(bits)[...]
    while rest.count >= 8 {
      // The first bit is the lowest of its byte.
      let byte = rest.prefix(8).enumerated().reduce(UInt8(0)) { byte, bit in
        bit.element == "1" ? byte | 1 << bit.offset : byte
      }
      bytes.append(byte)
      rest = rest.dropFirst(8)
    }
    return bytes
  }()
}
