import SystemBridge

// JSON that holds a secret, made in memory that is overwritten afterwards: an encoder would leave
// copies behind.

/// The body of a request with a secret in it.
enum SecretBody {
  /// An object of text members.
  ///
  /// - Parameter members: Names, which need no escaping, and values.
  /// - Returns: The JSON; `nil` when a value is not UTF-8.
  static func object(_ members: [(name: String, value: Secret)]) -> LockedBytes? {
    for member in members {
      let isText = member.value.bytes.withSpan { (try? UTF8Span(validating: $0)) != nil }
      guard isText else { return nil }
    }
    // A byte becomes six at most.
    let capacity = members.reduce(2) { $0 + $1.name.utf8.count + 6 * $1.value.count + 6 }
    return LockedBytes(capacity: capacity) { output in
      var separator = "{\""
      for member in members {
        append(separator + member.name + "\":\"", to: &output)
        member.value.bytes.withSpan { span in
          for index in span.indices { append(escaping: span[index], to: &output) }
        }
        append("\"", to: &output)
        separator = ",\""
      }
      append(members.isEmpty ? "{}" : "}", to: &output)
    }
  }

  private static func append(_ text: String, to output: inout OutputSpan<UInt8>) {
    for byte in text.utf8 { output.append(byte) }
  }

  /// JSON wants no more than these escaped.
  private static func append(escaping byte: UInt8, to output: inout OutputSpan<UInt8>) {
    switch byte {
    case 0x22, 0x5c:
      output.append(0x5c)
      output.append(byte)
    case ..<0x20:
      append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16), to: &output)
    default: output.append(byte)
    }
  }
}
