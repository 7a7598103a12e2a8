import GLibBridge

/// A request with what the routes ask about it.
struct DemoRequest {
  let served: ServedRequest

  /// The configuration as it was when the request came.
  let settings: DemoServerConfiguration

  /// The path in its segments, each decoded once.
  ///
  /// Nil when the encoding is broken.
  let segments: [String]?

  /// The members of the JSON body; none if it has no object as its body.
  let body: JSONMembers

  /// The parameters of the query, decoded; of two with the same name the first one.
  let query: [String: String]

  /// Where the body, which says that it is JSON, stops being it; nil when all is well.
  let brokenBodyPosition: Int?

  init(_ served: ServedRequest, _ settings: DemoServerConfiguration) {
    self.served = served
    self.settings = settings
    let parts = served.path.split(separator: "/").map { Self.decoded($0) }
    segments = parts.contains(nil) ? nil : parts.compactMap { $0 }
    query = Self.parameters(served.query)
    var body = JSONMembers()
    var broken: Int?
    if served.header("content-type")?.hasPrefix("application/json") == true, !served.body.isEmpty {
      do throws(JSONReader.Failure) {
        switch try JSONReader.value(of: served.body) {
        case .object(let members): body = members
        case .array: break
        // Only the two are a body to the server's framework.
        default: broken = 0
        }
      } catch {
        broken = error.position
      }
    }
    self.body = body
    brokenBodyPosition = broken
  }

  var dialect: DemoDialect { settings.dialect }

  var method: String { served.method }

  private static func parameters(_ query: String?) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map { decoded(Substring($0.map { $0 == "+" ? " " : $0 })) ?? "" }
      if let name = texts.first, parameters[name] == nil {
        parameters[name] = texts.count > 1 ? texts[1] : ""
      }
    }
    return parameters
  }

  /// The text with its percent-encoding undone, once.
  ///
  /// FoundationEssentials has no such call.
  private static func decoded(_ segment: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = segment.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The key, from any of the three header fields that carry one.
  var apiKey: String? {
    if let value = served.header("authorization"), value.lowercased().hasPrefix("bearer ") {
      return String(value.dropFirst("Bearer ".count))
    }
    return served.header("x-api-key") ?? served.header("key")
  }

  /// The session cookie.
  var session: String? {
    for cookie in (served.header("cookie") ?? "").split(separator: ";") {
      let cookie = cookie.drop { $0 == " " }
      if cookie.hasPrefix("connect.sid=") { return String(cookie.dropFirst("connect.sid=".count)) }
    }
    return nil
  }

  /// Whether a script of the web app, or a client that says so, sent it.
  var isFromScript: Bool { served.header("x-requested-with")?.lowercased() == "xmlhttprequest" }

  /// Whether it could be another site's form, sent with the user's cookie.
  var mayBeForged: Bool {
    let marks = ["origin", "referer", "authorization", "x-api-key", "key"]
    return !["GET", "HEAD", "OPTIONS"].contains(method) && !isFromScript
      && !marks.contains { served.header($0) != nil }
  }
}
