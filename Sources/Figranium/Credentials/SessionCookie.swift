import SystemBridge

// The cookie that a signed-in session is. Of what a server sets, only the value counts: where it may
// go is decided by who keeps it, not by its attributes.

/// The session's cookie on the wire.
enum SessionCookie {
  /// Its name.
  static let name = "connect.sid"

  /// The longest value: more than any server makes.
  private static let limit = 4096

  /// Whether a cookie's value may hold the byte (RFC 6265, `cookie-octet`).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x22, 0x2c, 0x3b, 0x5c, 0x7f...: false
    default: true
    }
  }

  /// Refuses what no cookie's value can be, and a whole cookie where its value belongs.
  static func check(_ cookie: Secret) throws(FigraniumError) {
    let start = Array((name + "=").utf8)
    let reason = cookie.bytes.withSpan { bytes -> String? in
      if bytes.isEmpty { return "is empty" }
      if bytes.count > limit { return "has more than \(limit) bytes" }
      for index in bytes.indices where !isAllowed(bytes[index]) {
        return "holds a character that no cookie's value can hold"
      }
      if bytes.count > start.count, start.indices.allSatisfy({ bytes[$0] == start[$0] }) {
        return "begins with the cookie's name; only its value is needed"
      }
      return nil
    }
    guard let reason else { return }
    throw FigraniumError(
      message: "The session \(reason).", kind: .credentialInvalid,
      hint: "Sign in again: figctl login")
  }

  /// The value that an answer sets, the last one if there are several; `nil` for none.
  ///
  /// Read from the raw lines straight into locked memory.
  static func value(in headerBlock: [UInt8]) -> Secret? {
    let field = Array("set-cookie:".utf8)
    let start = Array((name + "=").utf8)
    var found: Secret?
    for line in headerBlock.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      // Most lines begin with another letter.
      guard let first = line.first, first | 0x20 == field[0], line.count > field.count,
        zip(line, field).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
      else { continue }
      let cookie = line.dropFirst(field.count).drop { $0 == 0x20 || $0 == 9 }
      guard cookie.starts(with: start) else { continue }
      let value = cookie.dropFirst(start.count).prefix { $0 != UInt8(ascii: ";") }
      found = Secret(
        bytes: LockedBytes(capacity: value.count) { output in
          for byte in value { output.append(byte) }
        })
    }
    return found
  }
}
