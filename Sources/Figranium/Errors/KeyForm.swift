/// A form in which a server, or what stands before it, may write a key.
enum KeyForm {
  case plain
  /// The last byte first.
  case reversed
  case percent
  /// Only the plus sign, which would mean a blank.
  case plus
  case hexadecimal
  /// So many bits in a character, after so many bytes that are not the key's: where the key begins
  /// within a group decides on its characters.
  case radix(Alphabet, before: Int)

  /// The characters of an encoding by bits (RFC 4648).
  enum Alphabet {
    case base32
    case base64
    case base64URL

    var bits: Int { self == .base32 ? 5 : 6 }
    /// After so many bytes the characters begin anew.
    var group: Int { self == .base32 ? 5 : 3 }
  }

  /// The forms of a key of `count` bytes.
  static func all(for count: Int) -> [KeyForm] {
    if count == 0 { return [] }
    var all: [KeyForm] = [.plain, .percent, .plus, .hexadecimal]
    // Of a short one so little is left without its neighbours that it would match anything.
    guard count >= 6 else { return all }
    all.append(.reversed)
    for alphabet in [Alphabet.base64, .base64URL, .base32] {
      all += (0..<alphabet.group).map { .radix(alphabet, before: $0) }
    }
    return all
  }

  /// So many bytes have room for all forms of a key of `count` bytes.
  static func room(for count: Int) -> Int { count * 27 + 64 }

  /// Appends the form of `key`, in lower case.
  func write(_ key: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    switch self {
    case .plain:
      for index in key.indices { output.append(HiddenText.lowercased(key[index])) }
    case .reversed:
      for index in key.indices.reversed() { output.append(HiddenText.lowercased(key[index])) }
    case .percent, .plus:
      for index in key.indices {
        let byte = key[index]
        if needsPercent(byte) {
          output.append(UInt8(ascii: "%"))
          output.append(Self.digit(byte >> 4))
          output.append(Self.digit(byte & 15))
        } else {
          output.append(HiddenText.lowercased(byte))
        }
      }
    case .hexadecimal:
      for index in key.indices {
        output.append(Self.digit(key[index] >> 4))
        output.append(Self.digit(key[index] & 15))
      }
    case .radix(let alphabet, let before):
      write(key, in: alphabet, after: before, to: &output)
    }
  }

  /// Without the characters at either end that also depend on the neighbours.
  private func write(
    _ key: Span<UInt8>, in alphabet: Alphabet, after before: Int,
    to output: inout OutputSpan<UInt8>
  ) {
    let bits = alphabet.bits
    let first = (before * 8 + bits - 1) / bits
    for place in first..<((before + key.count) * 8 / bits) {
      let bit = place * bits - before * 8
      let index = bit >> 3
      let pair = UInt(key[index]) << 8 | (index + 1 < key.count ? UInt(key[index + 1]) : 0)
      let value = pair >> UInt(16 - bits - (bit & 7)) & (1 << UInt(bits) - 1)
      let character = Self.character(UInt8(truncatingIfNeeded: value), alphabet)
      output.append(HiddenText.lowercased(character))
    }
  }

  private func needsPercent(_ byte: UInt8) -> Bool {
    guard case .percent = self else { return byte == UInt8(ascii: "+") }
    return switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: false
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): false
    default: true
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }

  private static func character(_ value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: 0x41 + value
    case 26... where alphabet == .base32: 0x32 + value - 26
    case 26..<52: 0x61 + value - 26
    case 52..<62: 0x30 + value - 52
    case 62: UInt8(ascii: alphabet == .base64URL ? "-" : "+")
    default: UInt8(ascii: alphabet == .base64URL ? "_" : "/")
    }
  }
}
