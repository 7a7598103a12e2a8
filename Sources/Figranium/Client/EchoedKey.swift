import FoundationEssentials
import SystemBridge

// A server may send back, as a task's name or in a run's data, the key that it was sent: what a
// program does with names and data is not known here, so the key goes no further.

/// Takes a key out of the answer to the request that showed it.
enum EchoedKey {
  /// A shorter key may be an ordinary word of the answer, which must stay as it is.
  static let shortest = 16

  /// `body` with `[redacted]` in the key's places; the same bytes when it is nowhere.
  ///
  /// Looks for the key as it is and as JSON may escape it. Errors look for more forms, in
  /// ``Redactor``: those are short texts, and an answer may have gigabytes.
  ///
  /// - Parameters:
  ///   - body: The answer.
  ///   - secret: What the request showed; `nil` for nothing.
  static func removed(from body: Data, _ secret: Secret?) -> Data {
    guard let secret, secret.count >= shortest, !isNumber(secret.bytes) else { return body }
    var result = removed(secret.bytes, from: body)
    for escape in Escape.allCases where secret.bytes.withSpan({ escape.changes($0) }) {
      result = removed(escape.form(of: secret.bytes), from: result)
    }
    return result
  }

  /// In JSON a number cannot be replaced by a word.
  private static func isNumber(_ bytes: LockedBytes) -> Bool {
    bytes.withSpan { span in span.indices.allSatisfy { (0x30...0x39).contains(span[$0]) } }
  }

  private static func removed(_ form: LockedBytes, from body: Data) -> Data {
    form.withSpan { needle in
      guard var found = ByteSearch.first(needle, in: body.span) else { return body }
      var clean = Data(capacity: body.count)
      var from = 0
      while true {
        clean.append(body[(body.startIndex + from)..<(body.startIndex + found)])
        clean.append(contentsOf: Array("[redacted]".utf8))
        from = found + needle.count
        guard let next = ByteSearch.first(needle, in: body.span, from: from) else { break }
        found = next
      }
      clean.append(body[(body.startIndex + from)...])
      return clean
    }
  }

  /// How writers of JSON escape what needs no escaping.
  private enum Escape: CaseIterable {
    case slash
    case lowerHexadecimal
    case upperHexadecimal

    private func isEscaped(_ byte: UInt8) -> Bool {
      switch self {
      case .slash: byte == UInt8(ascii: "/") || byte == 0x22 || byte == 0x5c
      case .lowerHexadecimal, .upperHexadecimal:
        // What has a meaning in HTML, and what has one in JSON.
        [0x22, 0x26, 0x27, 0x2b, 0x2f, 0x3c, 0x3d, 0x3e, 0x5c].contains(byte)
      }
    }

    func changes(_ span: Span<UInt8>) -> Bool {
      span.indices.contains { isEscaped(span[$0]) }
    }

    func form(of bytes: LockedBytes) -> LockedBytes {
      let digits = Array((self == .upperHexadecimal ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
      return bytes.withSpan { span in
        LockedBytes(capacity: span.count * 6) { output in
          for index in span.indices {
            let byte = span[index]
            guard isEscaped(byte) else {
              output.append(byte)
              continue
            }
            output.append(0x5c)
            if self == .slash {
              output.append(byte)
            } else {
              for digit in "u00".utf8 { output.append(digit) }
              output.append(digits[Int(byte >> 4)])
              output.append(digits[Int(byte & 15)])
            }
          }
        }
      }
    }
  }
}
