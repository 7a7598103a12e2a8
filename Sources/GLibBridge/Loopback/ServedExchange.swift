/// A request as it came over the wire: nothing decoded, nothing merged.
package struct ServedRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// The method, such as `GET`.
  package let method: String

  /// The request target as sent: the path with its percent-encoding, and the query.
  package let target: String

  /// The header fields in their order, names as sent.
  package let headers: [(name: String, value: String)]

  /// The body, with a chunked one put together.
  package let body: [UInt8]

  /// Creates a request, for a handler's own tests.
  package init(
    method: String, target: String, headers: [(name: String, value: String)], body: [UInt8]
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The target up to the question mark, still percent-encoded.
  package var path: String {
    target.firstIndex(of: "?").map { String(target[..<$0]) } ?? target
  }

  /// The target after the question mark, or nil.
  package var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The first value of the header field `name`, without regard to case.
  package func header(_ name: String) -> String? {
    headers.first { Self.isSame($0.name, name) }?.value
  }

  /// Compares names of header fields, which are ASCII, and makes no strings for that.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
    return left.utf8.elementsEqual(right.utf8) { lower($0) == lower($1) }
  }

  // The header fields carry keys: a failed expectation must not print them.
  package var description: String { "\(method) \(target)" }

  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What the server does about a request.
package enum ServedReply: Sendable {
  /// An ordinary answer. `Content-Length` is added unless the fields have it or
  /// `Transfer-Encoding`; the connection stays open.
  case response(status: Int, headers: [(String, String)], body: [UInt8])

  /// An ordinary answer whose body goes out in its parts, one after another, without a copy of all.
  case parts(status: Int, headers: [(String, String)], body: [[UInt8]])

  /// An answer that goes on for as long as its source has something to say: chunked, and the
  /// connection stays open.
  case stream(status: Int, headers: [(String, String)], source: any ServedStream)

  /// Raw steps, for answers that no sane server gives. The connection closes after the last one.
  case scripted([ServedStep])

  /// Waits until `until` is cancelled, the time is over, the client leaves or the server stops;
  /// then, if the client is still there, goes on with the reply of `then`. A blocked handler could
  /// not tell when its client has left.
  case held(until: Cancellation, milliseconds: Int? = nil, then: @Sendable () -> ServedReply)
}

/// One step of a scripted answer.
package enum ServedStep: Sendable {
  /// Sends these bytes as they are, status line and all.
  case send([UInt8])

  /// Sends these bytes again and again, until the client leaves or the server stops.
  case sendForever([UInt8])

  /// Lets this time pass; ends early when the client leaves or the server stops.
  case wait(milliseconds: Int)

  /// Does nothing until `until` is cancelled; ends early when the client leaves or the server
  /// stops.
  case hold(until: Cancellation)

  /// Does nothing until the client leaves or the server stops.
  case hang

  /// Ends the connection with RST, as a crashed peer does.
  case reset

  /// Ends the connection with FIN.
  case close
}

/// Where the body of a ``ServedReply/stream(status:headers:source:)`` comes from.
///
/// It is dropped when the answer ends, also when that is because the client has left.
package protocol ServedStream: Sendable {
  /// What to do next; asked again after each step, on the connection's thread.
  ///
  /// - Parameter isTimeOver: Whether the last step was a wait that nobody ended.
  func next(isTimeOver: Bool) -> ServedStreamStep
}

/// One step of a streamed answer.
package enum ServedStreamStep: Sendable {
  /// Sends these bytes; returns to the source when the client has taken them, or the system has.
  case send([UInt8])

  /// Waits until `until` is cancelled or the time is over; ends the answer if the client leaves or
  /// the server stops.
  case wait(until: Cancellation, milliseconds: Int?)

  /// Ends the answer as complete.
  case end
}
