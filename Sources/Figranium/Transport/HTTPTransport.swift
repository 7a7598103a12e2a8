package import FoundationEssentials
package import SystemBridge

// What the client asks of whatever speaks HTTP. libcurl fills it on Linux; another system's own
// client can fill it elsewhere.

/// Sends requests and brings their answers.
package protocol HTTPTransport: Sendable {
  /// Sends `request`, once, following no redirect.
  ///
  /// Ends within the request's limits, and at once when the calling Swift task is cancelled; the
  /// connection is closed then.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// Sends `request`, once, following no redirect, and brings the start of the answer; the body is
  /// read as it comes.
  ///
  /// The silence limit does not run while the reader takes its time. Dropping the answer's body, or
  /// cancelling the Swift task that waits for it, closes the connection at once.
  func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStreamingResponse

  /// Makes ready in the background what the first request would otherwise wait for.
  func prepare()
}

/// One request.
package struct HTTPRequest: Sendable {
  /// The method, upper case.
  package var method: String
  /// The whole address, encoded.
  package var url: String
  /// Header fields, in order, checked.
  package var headers: [(name: String, value: String)]
  /// The header field with the key; its text exists only while the request is sent.
  package var credential: CredentialField?
  /// The body, with its length; `nil` sends none.
  package var body: Data?
  /// A body that holds a secret, in place of `body`.
  package var secretBody: LockedBytes?
  /// Whether the answer holds a secret, and is best kept in locked memory.
  package var hasSecretAnswer = false
  /// Until the connection stands.
  package var connectLimit: Duration
  /// Until the answer is complete; `nil` for none.
  package var totalLimit: Duration?
  /// For a stream: until the answer's header is complete.
  package var headLimit: Duration?
  /// Without a byte from the server; `nil` for none.
  package var silenceLimit: Duration?
  /// The largest body, after decompression.
  package var maximumBodyBytes: Int
  /// A PEM file with the certificates to trust in place of the system's.
  package var caFile: String?
  /// Whether the connection must end on this machine; checked by its address before sending.
  package var mustReachLoopback: Bool
  /// Whether the environment's proxy may be used.
  package var allowsProxy: Bool
  /// Whether a connection of its own is made, which is never silently replaced by another one.
  ///
  /// HTTP clients repeat a request when a kept connection turns out to be dead. Not for a run.
  package var needsFreshConnection: Bool

  /// A header field with a secret value.
  package struct CredentialField: Sendable {
    package var name: String
    package var prefix: String
    package var secret: LockedBytes

    package init(name: String, prefix: String, secret: LockedBytes) {
      self.name = name
      self.prefix = prefix
      self.secret = secret
    }
  }
}

/// One answer.
package struct HTTPResponse: Sendable {
  /// The status.
  package var status: Int
  /// The header lines as they came, without those of interim answers.
  package var headerBlock: [UInt8]
  /// The body, decompressed; empty while `secretBody` is there.
  package var body: Data
  /// The body of an answer that holds a secret, from transports that can keep it so.
  package var secretBody: LockedBytes?
  /// The secret that was taken out of the body.
  package var secret: Secret?
  /// The media type with its parameters, if one came.
  package var contentType: String?
  /// The pause that `Retry-After` asks for.
  package var retryAfter: Duration?

  package init(
    status: Int, headerBlock: [UInt8], body: Data, contentType: String?, retryAfter: Duration?
  ) {
    self.status = status
    self.headerBlock = headerBlock
    self.body = body
    self.contentType = contentType
    self.retryAfter = retryAfter
  }

  /// The first header field of this name.
  ///
  /// Found in the raw lines when asked for: most answers are never asked.
  package func header(_ name: String) -> String? {
    HeaderBlock.value(of: name, in: headerBlock)
  }

  /// Whether the media type is JSON, or none was named.
  package var isJSON: Bool {
    // What nearly every answer says, without taking the text apart.
    if let contentType, contentType.hasPrefix("application/json") { return true }
    guard let type = mediaType else { return true }
    return type == "application/json" || type.hasSuffix("+json")
  }

  /// Whether this is a web page, whatever its media type says.
  package var isHTML: Bool {
    if let contentType, contentType.lowercased().hasPrefix("text/html") { return true }
    // No JSON begins with "<", and nearly every answer is JSON.
    guard let first = body.first(where: { $0 > 0x20 }), first == UInt8(ascii: "<") else {
      return false
    }
    if mediaType == "application/xhtml+xml" { return true }
    let start = String(decoding: body.prefix(64), as: UTF8.self).trimmed.lowercased()
    return start.hasPrefix("<!doctype") || start.hasPrefix("<html")
  }

  private var mediaType: String? {
    contentType?.split(separator: ";", maxSplits: 1).first.map { String($0).trimmed.lowercased() }
  }
}

/// Header fields as they came over the wire.
enum HeaderBlock {
  /// The first field of this name.
  static func value(of name: String, in block: [UInt8]) -> String? {
    let wanted = Array(name.lowercased().utf8)
    for line in block.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      guard let colon = line.firstIndex(of: 58),
        line[..<colon].elementsEqual(wanted, by: { ($0 | 0x20) == ($1 | 0x20) })
      else { continue }
      let value = line[line.index(after: colon)...]
      return String(decoding: value, as: UTF8.self).trimmed
    }
    return nil
  }
}

/// Why no answer came.
package struct HTTPFailure: Error, Sendable, Hashable {
  /// The kinds that callers tell apart.
  package enum Kind: Sendable, Hashable {
    case cannotResolve
    case refused
    case cannotConnect
    case proxy
    case broken
    case cut
    case connectTimeout
    case silenceTimeout
    case totalTimeout
    case tls
    case caFile
    case notLoopback
    case tooLarge
    case headerTooLarge
    case malformed
    case badEncoding
    case aborted
    case unavailable
  }

  package var kind: Kind
  /// The cause in a few words, without the key.
  package var reason: String
  /// Whether the server may have seen the request.
  package var mayHaveBeenSent: Bool

  package init(kind: Kind, reason: String, mayHaveBeenSent: Bool) {
    self.kind = kind
    self.reason = reason
    self.mayHaveBeenSent = mayHaveBeenSent
  }
}

extension String {
  /// Without white space at both ends.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
