import GLibBridge

/// A good answer as bytes, to be cut at any place.
enum WholeAnswer: String, Sendable, CaseIterable {
  case run
  case status
  case list

  /// How its end is told.
  enum Framing: String, Sendable, CaseIterable {
    case length
    case chunks
  }

  var body: String {
    switch self {
    case .run: #"{"outcome":"success","final_url":"http://x/","logs":[],"data":{"n":[1,2]}}"#
    case .status:
      #"{"execution":{"id":"e","status":"finished","taskName":"A","outcome":"success"}}"#
    case .list: #"{"tasks":[{"id":"a","name":"A"},{"id":"b","name":"B"}]}"#
    }
  }

  func bytes(_ framing: Framing) -> [UInt8] {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n"
    switch framing {
    case .length:
      return Array("\(head)content-length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    case .chunks:
      let bytes = Array(body.utf8)
      let parts = [bytes[..<20], bytes[20...]].map { part in
        String(part.count, radix: 16) + "\r\n" + String(decoding: part, as: UTF8.self) + "\r\n"
      }
      return Array("\(head)transfer-encoding: chunked\r\n\r\n\(parts.joined())0\r\n\r\n".utf8)
    }
  }

  /// How the server leaves after the last byte.
  enum End: String, Sendable, CaseIterable {
    case closes
    case resets

    var step: ServedStep { self == .closes ? .close : .reset }
  }

  /// One place, and what happens there.
  struct Cut: Sendable {
    var answer: WholeAnswer
    var framing: Framing
    var end: End
    var place: Int
    var count: Int

    /// Only what ends a chunked body is missing: all of the answer is there.
    var hasWholeBody: Bool { place >= count - (framing == .chunks ? 2 : 0) }
    var reply: ServedReply {
      .scripted([.send(Array(answer.bytes(framing)[..<place])), end.step])
    }
    var name: String { "\(answer.rawValue) in \(framing.rawValue) \(end.rawValue) at \(place)" }
  }

  /// Every `step`th place of an answer; the last one is the whole of it.
  func cuts(_ framing: Framing, _ end: End, step: Int = 1) -> [Cut] {
    let count = bytes(framing).count
    return stride(from: 0, to: count, by: step).map {
      Cut(answer: self, framing: framing, end: end, place: $0, count: count)
    }
  }
}
