package import FoundationEssentials
package import SystemBridge

// What goes into a transfer and what comes out of it.

/// One request.
package struct CurlRequest: Sendable {
  /// A header field whose text exists only while the transfer runs.
  package struct SecretField: Sendable {
    package var name: String
    package var prefix: String
    package var value: LockedBytes

    package init(name: String, prefix: String, value: LockedBytes) {
      self.name = name
      self.prefix = prefix
      self.value = value
    }
  }

  /// The method, upper case.
  package var method: String
  /// The whole address, encoded.
  package var url: String
  /// Header fields; names and values without line breaks and NUL.
  package var headers: [(name: String, value: String)]
  /// The header field with the key.
  package var secret: SecretField?
  /// The body; `nil` for none.
  package var body: Data?
  /// A body that holds a secret, in place of `body`.
  package var secretBody: LockedBytes?
  /// Whether the answer holds a secret: its body is kept in locked memory.
  package var hasSecretAnswer = false
  /// Until the connection stands (`CURLOPT_CONNECTTIMEOUT_MS`).
  package var connectLimit: Duration
  /// Until the answer is complete (`CURLOPT_TIMEOUT_MS`); `nil` for no such limit.
  package var totalLimit: Duration?
  /// For a stream: until the header is complete.
  package var headLimit: Duration?
  /// Without a byte (`CURLOPT_LOW_SPEED_TIME`, whole seconds); `nil` for no such limit.
  package var silenceLimit: Duration?
  /// The largest body, after decompression.
  package var maximumBodyBytes: Int
  /// A PEM file of trusted certificates in place of the system's (`CURLOPT_CAINFO`).
  package var caFile: String?
  /// Whether to refuse, before sending, a connection that does not end on this machine.
  package var mustReachLoopback: Bool
  /// Whether the environment's proxy may be used.
  package var allowsProxy: Bool
  /// Whether to make a new connection (`CURLOPT_FRESH_CONNECT`).
  ///
  /// On a kept connection that turns out to be dead, libcurl sends a request again by itself, also
  /// a POST that the server may have begun to handle.
  package var needsFreshConnection: Bool

  package init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [],
    secret: SecretField? = nil, body: Data? = nil, connectLimit: Duration = .seconds(10),
    totalLimit: Duration? = .seconds(60), headLimit: Duration? = nil,
    silenceLimit: Duration? = nil,
    maximumBodyBytes: Int = 256 << 20, caFile: String? = nil, mustReachLoopback: Bool = false,
    allowsProxy: Bool = false, needsFreshConnection: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.secret = secret
    self.body = body
    self.connectLimit = connectLimit
    self.totalLimit = totalLimit
    self.headLimit = headLimit
    self.silenceLimit = silenceLimit
    self.maximumBodyBytes = maximumBodyBytes
    self.caFile = caFile
    self.mustReachLoopback = mustReachLoopback
    self.allowsProxy = allowsProxy
    self.needsFreshConnection = needsFreshConnection
  }
}

/// One answer.
package struct CurlResponse: Sendable {
  /// The status.
  package let status: Int
  /// The final answer's header lines as they came, the status line first.
  package let headerBlock: [UInt8]
  /// The body, decompressed; empty when the answer holds a secret.
  package let body: Data
  /// The body of an answer that holds a secret.
  package let secretBody: LockedBytes?
  /// `Content-Type`.
  package let contentType: String?
  /// `Retry-After`, a date turned into seconds from now.
  package let retryAfterSeconds: Int?
}

/// Why a transfer gave no answer.
package struct CurlFailure: Error, Sendable, Hashable {
  /// The kinds that callers tell apart.
  package enum Kind: Sendable, Hashable {
    /// The host's name has no address.
    case cannotResolve
    /// Nobody listens there.
    case refused
    /// No connection for another reason.
    case cannotConnect
    /// The proxy failed.
    case proxy
    /// The connection broke before an answer came.
    case broken
    /// The connection broke, or made no sense, within the answer.
    case cut
    /// `connectLimit` ran out.
    case connectTimeout
    /// `silenceLimit` ran out.
    case silenceTimeout
    /// `totalLimit` or `headLimit` ran out.
    case totalTimeout
    /// TLS failed, or the certificate is not trusted.
    case tls
    /// The file of trusted certificates cannot be used.
    case caFile
    /// The connection does not end on this machine; nothing was sent.
    case notLoopback
    /// The body is over `maximumBodyBytes`.
    case tooLarge
    /// The header has no end.
    case headerTooLarge
    /// What came is no HTTP.
    case malformed
    /// The body cannot be decompressed.
    case badEncoding
    /// The calling task was cancelled.
    case aborted
    /// libcurl is missing, too old, or out of memory.
    case unavailable
  }

  package let kind: Kind
  /// libcurl's or the system's words.
  package let reason: String
  /// Whether bytes of the request were handed to the system.
  package let mayHaveBeenSent: Bool

  package init(_ kind: Kind, _ reason: String, mayHaveBeenSent: Bool = false) {
    self.kind = kind
    self.reason = reason
    self.mayHaveBeenSent = mayHaveBeenSent
  }
}
