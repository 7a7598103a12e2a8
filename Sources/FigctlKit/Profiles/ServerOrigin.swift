import Figranium

/// Scheme, host and port of a server: what a stored key belongs to.
///
/// Written as browsers do, lower-case and without the scheme's own port, so that two spellings of
/// one server are equal.
package struct ServerOrigin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// A name or an address; IPv6 in brackets.
  package let host: String
  /// The TCP port.
  package let port: Int

  /// For example `https://figranium.example.com` or `http://localhost:11345`.
  package var description: String {
    let standard = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host)" + (port == standard ? "" : ":\(port)")
  }

  /// Whether requests stay on this machine.
  package var isLoopback: Bool { LoopbackName.holds(host) }

  /// Reads the origin of any web address, such as a webhook's; a query is its owner's business.
  package init(ofURL text: String, called name: String) throws(CommandFailure) {
    let address = text.prefix { $0 != "?" && $0 != "#" }
    do throws(CommandFailure) {
      try self.init(of: String(address))
    } catch {
      throw .usage("\(name) takes an address that begins with http:// or https://.")
    }
  }

  /// Reads the origin of a server's address.
  ///
  /// - Parameter text: `http://` or `https://`, a host, maybe a port and a path.
  /// - Throws: ``CommandFailure`` (exit code 2, `INVALID_BASE_URL`). Its message never holds user
  ///   name or password of an address that has them.
  package init(of text: String) throws(CommandFailure) {
    func invalid(_ reason: String, shown: Bool = true) -> CommandFailure {
      .usage(
        shown ? "'\(text)' is no server address: \(reason)." : "Not a server address: \(reason).",
        hint: "An address looks like https://figranium.example.com or http://localhost:11345.",
        code: "INVALID_BASE_URL")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw invalid("it does not begin with http:// or https://", shown: !text.contains("@"))
    }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw invalid("it does not begin with http:// or https://", shown: !text.contains("@"))
    }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let authority = rest.prefix { !"/?#".contains($0) }
    if authority.contains("@") {
      throw invalid("it holds a user name or password", shown: false)
    }
    if rest.contains("?") || rest.contains("#") {
      throw invalid("it has a query or a fragment", shown: false)
    }
    if text.unicodeScalars.contains(where: { $0.value <= 0x20 || VisibleText.needsEscape($0) }) {
      throw invalid("it holds spaces or control characters")
    }
    var host = authority
    var portText: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw invalid("a bracket is open") }
      host = authority[...end]
      let tail = authority[authority.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { throw invalid("its port is no number") }
      portText = tail.isEmpty ? nil : tail.dropFirst()
    } else if let separator = authority.firstIndex(of: ":") {
      host = authority[..<separator]
      portText = authority[authority.index(after: separator)...]
    }
    if host.isEmpty { throw invalid("it names no host") }
    self.host = host.lowercased()
    if let portText {
      guard portText.allSatisfy({ $0.isASCII && $0.isNumber }), let port = Int(portText),
        (1...65_535).contains(port)
      else { throw invalid("its port is no number from 1 to 65535") }
      self.port = port
    } else {
      port = scheme == "https" ? 443 : 80
    }
  }
}
