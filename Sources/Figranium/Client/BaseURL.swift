import FoundationEssentials

// The server's address: scheme, host, port and a path prefix. Nothing else may stand in it.

/// A checked base URL.
package struct BaseURL: Sendable, Hashable {
  /// `scheme://host[:port]`, as shown to people.
  package let origin: String
  /// The path before the API's own, without a slash at its end; empty for none.
  package let prefix: String
  /// The host, lower case, without brackets.
  package let host: String
  /// Whether it is plain `http://`.
  package let isPlain: Bool

  /// Everything before the API's own path.
  package var text: String { origin + prefix }

  /// The origin in the form that two spellings of one server share: without the scheme's own port.
  package var canonicalOrigin: String {
    let port = isPlain ? ":80" : ":443"
    return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
  }

  /// Whether the host's text names this machine.
  package var isLoopback: Bool { LoopbackName.holds(host) }

  /// Checks an address; white space around it is dropped.
  ///
  /// - Throws: `INVALID_BASE_URL`. The message does not repeat the text: it might hold a password.
  package init(_ text: String) throws(FigraniumError) {
    let text = text.trimmed
    guard !text.isEmpty else { throw Self.invalid("is empty") }
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https"
    else { throw Self.invalid("is not an http:// or https:// address") }
    guard let encodedHost = parts.encodedHost?.lowercased(), !encodedHost.isEmpty else {
      throw Self.invalid("names no host")
    }
    guard parts.percentEncodedUser == nil, parts.percentEncodedPassword == nil else {
      throw Self.invalid("holds a user name or password")
    }
    guard parts.percentEncodedQuery == nil, parts.percentEncodedFragment == nil else {
      throw Self.invalid("holds a query or a fragment")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw Self.invalid("names a port that does not exist")
    }
    origin = "\(scheme)://\(encodedHost)" + (parts.port.map { ":\($0)" } ?? "")
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    prefix = path
    host = encodedHost.hasPrefix("[") ? String(encodedHost.dropFirst().dropLast()) : encodedHost
    isPlain = scheme == "http"
  }

  private static func invalid(_ reason: String) -> FigraniumError {
    FigraniumError(
      message: "The base URL \(reason).", kind: .invalidBaseURL,
      hint: "Give it as http://localhost:11345 or https://figranium.example.com.")
  }
}

/// Encodes an identifier as one path segment: every byte outside the unreserved set, once.
package func pathSegment(_ identifier: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(identifier.utf8.count)
  for byte in identifier.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "%"))
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Encodes the members of a query, each name and value once, with the question mark; empty for none.
///
/// A value that is `nil` is left out.
package func queryString(_ items: [(name: String, value: String?)]) -> String {
  let pairs = items.compactMap { item in
    item.value.map { "\(pathSegment(item.name))=\(pathSegment($0))" }
  }
  return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
}
