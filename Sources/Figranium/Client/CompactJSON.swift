import SystemBridge

/// The letters and digits of a JSON text's strings, in lower case: what is left of a key however it is
/// escaped, broken into lines or taken apart.
///
/// Our own reader, since a parser gives values and not their places. What is no JSON has letters and
/// digits between quotation marks as well.
struct CompactJSON {
  /// Where to go on.
  private(set) var index = 0
  /// Where the last letter or digit began.
  private(set) var lastStart = 0
  private var isInString = false

  /// Whether all has been read.
  func isAtEnd(of body: Span<UInt8>) -> Bool { index >= body.count }

  /// Reads on, until the buffer has so many bytes or the text ends.
  ///
  /// Each string begins with a quotation mark, so that nothing goes from one into the next.
  ///
  /// - Returns: How many bytes the buffer has now.
  mutating func fill(
    _ buffer: inout [UInt8], from start: Int, to end: Int, _ body: Span<UInt8>
  ) -> Int {
    var output = buffer.mutableSpan
    var count = start
    while count < end, index < body.count {
      guard isInString else {
        guard let quote = ByteSearch.first(Self.quote, in: body, from: index) else {
          index = body.count
          break
        }
        output[count] = Self.quote
        count += 1
        lastStart = quote
        index = quote + 1
        isInString = true
        continue
      }
      let byte = body[index]
      switch byte {
      case 0x61...0x7a, 0x30...0x39:
        output[count] = byte
        count += 1
        lastStart = index
        index += 1
      case 0x41...0x5a:
        output[count] = byte | 0x20
        count += 1
        lastStart = index
        index += 1
      case Self.quote:
        isInString = false
        index += 1
      case Self.backslash:
        guard index + 1 < body.count, body[index + 1] == UInt8(ascii: "u") else {
          index += 2
          continue
        }
        if let letter = Self.escaped(body, at: index + 2) {
          output[count] = letter
          count += 1
          lastStart = index
        }
        index += 6
      default: index += 1
      }
    }
    index = min(index, body.count)
    return count
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The letter or digit that four hexadecimal digits stand for.
  private static func escaped(_ body: Span<UInt8>, at start: Int) -> UInt8? {
    guard start + 4 <= body.count else { return nil }
    var value = 0
    for index in start..<(start + 4) {
      switch body[index] {
      case let digit where (0x30...0x39).contains(digit): value = value << 4 | Int(digit - 0x30)
      case let digit where (0x61...0x66).contains(digit | 0x20):
        value = value << 4 | Int((digit | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    guard value < 0x80, HiddenText.isLetterOrDigit(UInt8(value)) else { return nil }
    return HiddenText.lowercased(UInt8(value))
  }
}
