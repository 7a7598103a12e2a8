import SystemBridge

// What a client is given, checked once and made ready to send.

/// The checked set-up of a client.
package struct ClientConfiguration: Sendable {
  package let baseURL: BaseURL
  package let credential: FigraniumCredential
  /// The header fields of every request, the key's apart.
  let headers: [(name: String, value: String)]
  /// Values of the caller's own header fields that must not come back in an error.
  let sensitiveValues: [String]
  /// Whether each connection must end on this machine.
  let mustReachLoopback: Bool
  /// Whether the environment's proxy may be used.
  let allowsProxy: Bool

  package init(
    baseURL: BaseURL, credential: FigraniumCredential, options: ClientOptions
  ) throws(FigraniumError) {
    if baseURL.isPlain && !baseURL.isLoopback && !options.allowsInsecureHTTP {
      throw FigraniumError(
        message: "The server \(baseURL.origin) is not on this machine, and http:// would send"
          + " the key in clear.",
        kind: .insecureTransport,
        hint: "Use https://, or allow insecure HTTP for this server.")
    }
    if let secret = credential.secret { try Self.check(secret) }
    if let session = credential.session { try SessionCookie.check(session) }
    self.baseURL = baseURL
    self.credential = credential
    let checked = try HeaderFields(options.headers, credential: credential)
    headers = Self.ownHeaders + checked.fields
    sensitiveValues = checked.sensitiveValues
    mustReachLoopback = baseURL.isPlain && !options.allowsInsecureHTTP
    allowsProxy = !baseURL.isPlain && !baseURL.isLoopback
  }

  /// Sent with every request.
  ///
  /// Without `X-Requested-With` a server answers what it grants only to
  /// a session with a redirect to its sign-in page in place of an error.
  private static let ownHeaders: [(name: String, value: String)] = [
    ("Accept", "application/json"),
    ("X-Requested-With", "XMLHttpRequest"),
    ("User-Agent", "figranium-linux"),
  ]

  /// Refuses a key that no header field can carry.
  static func check(_ secret: Secret) throws(FigraniumError) {
    let reason = secret.bytes.withSpan { bytes -> String? in
      guard !bytes.isEmpty else { return "is empty" }
      for index in bytes.indices where bytes[index] <= 0x20 || bytes[index] == 0x7f {
        return "holds white space or a control character"
      }
      return nil
    }
    guard let reason else { return }
    throw FigraniumError(
      message: "The API key \(reason).", kind: .credentialInvalid, hint: "Store the key again.")
  }
}

/// Header fields of the caller's own, checked.
struct HeaderFields {
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var sensitiveValues: [String] = []

  /// Fields that only the client sets: they frame the message, or hold the protocol's rules.
  private static let reserved: Set<String> = [
    "accept", "accept-encoding", "connection", "content-length", "content-type", "expect", "host",
    "te", "trailer", "transfer-encoding", "upgrade", "x-requested-with",
  ]
  private static let sensitive: Set<String> = [
    "authorization", "cookie", "key", "proxy-authorization", "x-api-key",
  ]

  init(_ headers: [String: String], credential: FigraniumCredential) throws(FigraniumError) {
    guard !headers.isEmpty else { return }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      let lower = name.lowercased()
      guard Self.isToken(name) else {
        throw Self.invalid("A header's name is empty or holds a character that names cannot have.")
      }
      guard !Self.reserved.contains(lower) else {
        throw Self.invalid("The header \(name) is set by the client alone.")
      }
      guard credential.secret == nil || lower != credential.header.rawValue else {
        throw Self.invalid("The header \(name) carries the API key and cannot be set twice.")
      }
      guard credential.session == nil || lower != "cookie" else {
        throw Self.invalid("The header \(name) carries the session and cannot be set twice.")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 9 }) else {
        throw Self.invalid("The value of the header \(name) holds a control character.")
      }
      fields.append((name, value))
      if Self.sensitive.contains(lower) || lower.contains("token") || lower.contains("secret") {
        sensitiveValues.append(value)
      }
    }
  }

  private static func isToken(_ name: String) -> Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    return !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: marks.contains(byte)
        }
      }
  }

  private static func invalid(_ message: String) -> FigraniumError {
    FigraniumError(message: message, kind: .invalidHeader)
  }
}
