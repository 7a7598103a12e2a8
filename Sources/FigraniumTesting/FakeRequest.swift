public import Figranium
public import FoundationEssentials

/// A request as a ``FakeFigraniumServer`` received it.
///
/// It tells whether there was a key, never which.
public struct FakeRequest: Sendable {
  /// The method, upper case.
  public let method: String
  /// The path below the base URL, encoded as it was sent, without the query.
  public let path: String
  /// The query, encoded as it was sent; `nil` for none.
  public let query: String?
  /// Header fields, without the one that carries the key or session.
  public let headers: [(name: String, value: String)]
  /// The header that carries the key or session, such as `Authorization`; `nil` for none.
  public let credentialHeader: String?
  /// The body; `nil` for none, and for one that holds a password.
  public let body: Data?
  /// What the `*` of the route stand for, decoded.
  public internal(set) var parameters: [String] = []

  init(_ request: HTTPRequest, below base: String) {
    method = request.method
    let target = request.url.dropFirst(base.count)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    query = parts.count > 1 ? String(parts[1]) : nil
    headers = request.headers
    credentialHeader = request.credential?.name
    body = request.body
  }

  /// The body as JSON; `nil` when it is none.
  public var json: JSONValue? {
    body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
  }

  /// The first header field of this name, in any case of letters.
  ///
  /// - Parameter name: The name.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// `METHOD /path?query`.
  public var line: String { "\(method) \(path)" + (query.map { "?\($0)" } ?? "") }
}

extension FakeRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `METHOD /path?query`.
  public var description: String { line }
  /// `METHOD /path?query`.
  public var debugDescription: String { line }
  /// A mirror with the line only, so that `dump` shows no body.
  public var customMirror: Mirror { Mirror(self, children: ["line": line]) }
}
