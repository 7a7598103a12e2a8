import FoundationEssentials
import GLibBridge

/// A request with what the routes ask about it.
struct DemoRequest {
  let served: ServedRequest

  /// The path in its segments, each decoded once.
  ///
  /// Nil when the encoding is broken.
  let segments: [String]?

  /// The members of the JSON body that any route reads.
  let body: Body

  /// Whether the body says that it is JSON and is not.
  let hasMalformedBody: Bool

  /// What routes read from bodies.
  ///
  /// A member of another type counts as missing.
  struct Body: Decodable {
    var runID: String?
    var runSource: String?
    var apiKey: String?
    var email: String?
    var password: String?

    init() {}

    init(from decoder: any Decoder) throws {
      guard let members = try? decoder.container(keyedBy: Key.self) else { return }
      runID = try? members.decode(String.self, forKey: .runId)
      runSource = try? members.decode(String.self, forKey: .runSource)
      apiKey = try? members.decode(String.self, forKey: .apiKey)
      email = try? members.decode(String.self, forKey: .email)
      password = try? members.decode(String.self, forKey: .password)
    }

    private enum Key: CodingKey {
      case runId
      case runSource
      case apiKey
      case email
      case password
    }
  }

  init(_ served: ServedRequest) {
    self.served = served
    let parts = served.path.split(separator: "/").map { Self.decoded($0) }
    segments = parts.contains(nil) ? nil : parts.compactMap { $0 }
    let isJSON = served.header("content-type")?.hasPrefix("application/json") == true
    if isJSON, !served.body.isEmpty {
      let body = try? JSONDecoder().decode(Body.self, from: Data(served.body))
      self.body = body ?? Body()
      hasMalformedBody = body == nil
    } else {
      body = Body()
      hasMalformedBody = false
    }
  }

  /// The segment with its percent-encoding undone, once.
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
    if let value = served.header("authorization"), value.hasPrefix("Bearer ") {
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
  var isFromScript: Bool { served.header("x-requested-with") == "XMLHttpRequest" }

  /// Whether it could be another site's form, sent with the user's cookie.
  var mayBeForged: Bool {
    served.method != "GET" && served.method != "HEAD" && served.header("cookie") != nil
      && !isFromScript && served.header("origin") == nil && served.header("authorization") == nil
  }
}
