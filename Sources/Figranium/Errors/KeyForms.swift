import SystemBridge

/// The forms a key takes on the wire, in locked memory: as it is, percent-encoded, in hexadecimal
/// and in Base64.
///
/// Without regard to the case of ASCII letters: all are held in lower case.
struct KeyForms {
  private let bytes: LockedBytes
  /// Where each form is, the longest first, so that no piece of a longer one stays behind.
  private let ranges: [Range<Int>]

  /// Writes the forms.
  ///
  /// - Parameter key: The key; without bytes it has no forms.
  init(of key: LockedBytes) {
    var ranges: [Range<Int>] = []
    // At most three for each byte when percent-encoded, twice; two in hexadecimal, one as it is; and
    // six times four for three, with what is cut off at the ends.
    bytes = LockedBytes(capacity: key.count * 17 + 48) { output in
      key.withSpan { key in
        for form in Form.all(for: key.count) {
          let start = output.count
          form.write(key, to: &output)
          if output.count > start { ranges.append(start..<output.count) }
        }
      }
    }
    self.ranges = ranges.sorted { $0.count > $1.count }
  }

  /// `text` with `[redacted]` in the place of each form, `nil` when there is none.
  func redacted(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    bytes.withSpan { span in
      for range in ranges {
        let form = span.extracting(range)
        if let clean = HiddenText.replace(form, in: result ?? text) { result = clean }
      }
    }
    return result
  }

  private enum Form {
    case plain
    case percent
    /// Only the plus sign, which would mean a blank.
    case plus
    case hexadecimal
    /// Base64 of text that holds the key at any place: so many bytes before it, modulo three.
    case base64(shift: Int, isForURL: Bool)

    static func all(for count: Int) -> [Form] {
      if count == 0 { return [] }
      var all: [Form] = [.plain, .percent, .plus, .hexadecimal]
      // Of a short one so little is left without its neighbours that it would match anything.
      for shift in 0..<3 where count >= 6 {
        all += [.base64(shift: shift, isForURL: false), .base64(shift: shift, isForURL: true)]
      }
      return all
    }

    func write(_ key: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
      switch self {
      case .plain:
        for index in key.indices { output.append(HiddenText.lowercased(key[index])) }
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
      case .base64(let shift, let isForURL):
        // Without the characters at either end that also depend on the neighbours.
        let first = shift == 0 ? 0 : shift + 1
        for place in first..<((shift + key.count) * 8 / 6) {
          let bit = place * 6 - shift * 8
          func byte(_ index: Int) -> UInt {
            index >= 0 && index < key.count ? UInt(key[index]) : 0
          }
          let index = bit >> 3
          let pair = byte(index) << 8 | byte(index + 1)
          let value = UInt8(truncatingIfNeeded: pair >> UInt(10 - (bit & 7))) & 63
          output.append(HiddenText.lowercased(Self.base64Digit(value, isForURL)))
        }
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

    private static func base64Digit(_ value: UInt8, _ isForURL: Bool) -> UInt8 {
      switch value {
      case 0..<26: 0x41 + value
      case 26..<52: 0x61 + value - 26
      case 52..<62: 0x30 + value - 52
      case 62: UInt8(ascii: isForURL ? "-" : "+")
      default: UInt8(ascii: isForURL ? "_" : "/")
      }
    }
  }
}
