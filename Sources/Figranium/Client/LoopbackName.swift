/// Hosts whose text alone says that they are this machine.
package enum LoopbackName {
  /// Whether `host` is one: `localhost` and all below it, also with the dot of a full name (RFC 6761),
  /// 127.0.0.0/8 in four decimal parts, `::1`.
  ///
  /// What the name comes to is looked at again when the connection stands.
  ///
  /// - Parameter host: Lower case; an IPv6 address with or without its brackets.
  package static func holds(_ host: String) -> Bool {
    if host == "::1" || host == "[::1]" { return true }
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // No leading zeros: some readers take those for octal.
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }
}
