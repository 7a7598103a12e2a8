import Figranium
import FoundationEssentials

/// Lays out JSON that is text already, without taking it apart: a result may be 55 MB.
///
/// Names, numbers and texts stay as the server wrote them; only what a terminal would obey is
/// written as an escape.
struct JSONTextFormat {
  /// Two spaces a level from here on; `nil` for one line.
  private let indentation: Int?
  private var depth = 0
  private var bytes: [UInt8]

  /// Appends `text` to `bytes`.
  static func append(_ text: JSONText, to bytes: inout [UInt8], indentation: Int?) {
    var format = JSONTextFormat(indentation: indentation, bytes: bytes)
    bytes = []
    format.write(text.bytes.span)
    bytes = format.bytes
  }

  private init(indentation: Int?, bytes: consuming [UInt8]) {
    self.indentation = indentation
    self.bytes = bytes
  }

  private mutating func write(_ text: Span<UInt8>) {
    bytes.reserveCapacity(bytes.count + text.count)
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0d: continue
      case UInt8(ascii: "\""): place = writeText(text, from: place)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        bytes.append(byte)
        while place < text.count, text[place] <= 0x20 { place += 1 }
        if place < text.count, text[place] == byte + 2 {
          bytes.append(byte + 2)
          place += 1
        } else {
          depth += 1
          breakLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        breakLine()
        bytes.append(byte)
      case UInt8(ascii: ","):
        bytes.append(byte)
        breakLine()
      case UInt8(ascii: ":"):
        bytes.append(byte)
        if indentation != nil { bytes.append(0x20) }
      default: bytes.append(byte)
      }
    }
  }

  private mutating func breakLine() {
    guard let indentation else { return }
    bytes.append(0x0a)
    for _ in 0..<2 * (indentation + depth) { bytes.append(0x20) }
  }

  /// Writes text from behind its first quote, and tells where it ends.
  private mutating func writeText(_ text: Span<UInt8>, from start: Int) -> Int {
    bytes.append(UInt8(ascii: "\""))
    var place = start
    while place < text.count {
      let byte = text[place]
      if byte >= 0x7f, let scalar = Self.scalar(text, at: place),
        VisibleText.needsEscape(scalar)
      {
        JSONDocument.writeEscape(scalar, to: &bytes)
        place += UTF8.width(scalar)
        continue
      }
      bytes.append(byte)
      place += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), place < text.count {
        bytes.append(text[place])
        place += 1
      }
    }
    return place
  }

  /// The character of up to three bytes at a place; `nil` within one and for longer ones.
  private static func scalar(_ text: Span<UInt8>, at place: Int) -> Unicode.Scalar? {
    let first = UInt32(text[place])
    func next(_ offset: Int) -> UInt32 {
      place + offset < text.count ? UInt32(text[place + offset] & 0x3f) : 0
    }
    switch first {
    case 0x7f: return Unicode.Scalar(first)
    case 0xc2...0xdf: return Unicode.Scalar((first & 0x1f) << 6 | next(1))
    case 0xe0...0xef: return Unicode.Scalar((first & 0x0f) << 12 | next(1) << 6 | next(2))
    default: return nil
    }
  }
}
