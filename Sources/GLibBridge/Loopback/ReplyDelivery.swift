/// Sends what a handler replied over its connection, to the end of that reply.
enum ReplyDelivery {
  /// How it ended.
  enum Ended {
    case keepOpen
    case finished
    case clientLeft
  }

  /// Bodies up to this size go out together with their head.
  private static let smallBody = 16 * 1024

  static func deliver(
    _ reply: ServedReply, to request: ServedRequest, on connection: borrowing LoopbackConnection
  ) throws(GLibError) -> Ended {
    switch reply {
    case .response(let status, let headers, let body):
      return try deliver([body], status, headers, to: request, on: connection)
    case .parts(let status, let headers, let body):
      return try deliver(body, status, headers, to: request, on: connection)
    case .stream(let status, let headers, let source):
      return try deliver(source, status, headers, to: request, on: connection)
    case .held(let release, let milliseconds, let then):
      switch connection.wait(milliseconds: milliseconds, release: release) {
      case .released, .elapsed: return try deliver(then(), to: request, on: connection)
      case .clientLeft: return .clientLeft
      case .stopping: return .finished
      }
    case .scripted(let steps): return try deliver(steps, on: connection)
    }
  }

  private static func deliver(
    _ parts: [[UInt8]], _ status: Int, _ headers: [(String, String)], to request: ServedRequest,
    on connection: borrowing LoopbackConnection
  ) throws(GLibError) -> Ended {
    let length = parts.reduce(0) { $0 + $1.count }
    let hasBody = ResponseWriter.hasBody(status: status, to: request)
    var bytes = ResponseWriter.head(status: status, headers: headers, length: length)
    if hasBody, length <= Self.smallBody {
      for part in parts { bytes += part }
      try connection.write(bytes)
    } else {
      try connection.write(bytes)
      if hasBody {
        for part in parts { try connection.write(part) }
      }
    }
    return wantsClose(request) ? .finished : .keepOpen
  }

  private static func deliver(
    _ source: any ServedStream, _ status: Int, _ headers: [(String, String)],
    to request: ServedRequest, on connection: borrowing LoopbackConnection
  ) throws(GLibError) -> Ended {
    try connection.write(
      ResponseWriter.head(
        status: status, headers: headers + [("transfer-encoding", "chunked")], length: nil))
    var isTimeOver = false
    while true {
      switch source.next(isTimeOver: isTimeOver) {
      case .send(let bytes):
        isTimeOver = false
        // An empty chunk would be the last one.
        if !bytes.isEmpty { try connection.write(ResponseWriter.chunk(bytes)) }
      case .wait(let release, let milliseconds):
        switch connection.wait(milliseconds: milliseconds, release: release) {
        case .released: isTimeOver = false
        case .elapsed: isTimeOver = true
        case .clientLeft: return .clientLeft
        case .stopping: return .finished
        }
      case .end:
        try connection.write(ResponseWriter.chunk([]))
        return wantsClose(request) ? .finished : .keepOpen
      }
    }
  }

  private static func deliver(
    _ steps: [ServedStep], on connection: borrowing LoopbackConnection
  ) throws(GLibError) -> Ended {
    for step in steps {
      let waited: LoopbackConnection.Waited
      switch step {
      case .send(let bytes):
        try connection.write(bytes)
        continue
      case .sendForever(let bytes):
        while true { try connection.write(bytes) }
      case .wait(let milliseconds): waited = connection.wait(milliseconds: milliseconds)
      case .hold(let release): waited = connection.wait(release: release)
      case .hang: waited = connection.wait()
      case .reset:
        connection.reset()
        return .finished
      case .close: return .finished
      }
      switch waited {
      case .elapsed, .released: continue
      case .clientLeft: return .clientLeft
      case .stopping: return .finished
      }
    }
    return .finished
  }

  private static func wantsClose(_ request: ServedRequest) -> Bool {
    request.header("connection")?.lowercased() == "close"
  }
}
