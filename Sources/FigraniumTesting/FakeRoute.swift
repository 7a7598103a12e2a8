/// A method and a path in which `*` stands for one segment.
struct FakeRoute: Sendable {
  let method: String
  let segments: [String]

  /// - Parameter text: `METHOD /path`, its segments encoded or not.
  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    precondition(
      parts.count == 2 && parts[1].hasPrefix("/"),
      "`\(text)` is no route: write a method, a blank and a path, such as `GET /api/health`")
    method = parts[0].uppercased()
    segments = Self.segments(of: String(parts[1]))
  }

  /// What the `*` stand for in a request, or nil when it is another route.
  func parameters(of request: FakeRequest) -> [String]? {
    let others = Self.segments(of: request.path)
    guard method == request.method, segments.count == others.count else { return nil }
    var parameters: [String] = []
    for (own, other) in zip(segments, others) {
      if own == "*" {
        parameters.append(other)
      } else if own != other {
        return nil
      }
    }
    return parameters
  }

  private static func segments(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(decoded)
  }

  /// A segment without percent signs; FoundationEssentials has no such thing.
  private static func decoded(_ segment: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = segment.utf8[...]
    while let byte = rest.popFirst() {
      let code = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), code.utf8.count == 2, let value = UInt8(code, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
