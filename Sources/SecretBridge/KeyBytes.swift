import GLibBridge
package import SystemBridge

/// What is wrong with bytes that are to be a key.
package enum KeyFault: Error, Sendable, CaseIterable {
  case empty
  case tooLong
  case notUTF8
  case nul
  case lineBreak
  case control
  case whiteSpace
  /// A character of format, such as a byte order mark: pages and editors add them unseen.
  case invisible
}

/// The rule for keys, applied to locked memory without a copy of it.
package enum KeyBytes {
  /// The most bytes a key may have.
  package static let limit = 4_096

  /// Finds the first rule that `bytes` break, `nil` when they can be a key.
  ///
  /// - Parameter allowingSpaces: Whether white space other than line ends and tabs, and characters of
  ///   format, are no fault, as within a password.
  package static func fault(in bytes: LockedBytes, allowingSpaces: Bool = false) -> KeyFault? {
    guard bytes.count > 0 else { return .empty }
    guard bytes.count <= limit else { return .tooLong }
    return bytes.withSpan { span in
      var index = 0
      while index < span.count {
        let (scalar, length) = scalar(in: span, at: index)
        guard let scalar else { return .notUTF8 }
        // A password may hold an emoji of several parts.
        let isAllowed =
          allowingSpaces
          && [.spaceSeparator, .format].contains(scalar.properties.generalCategory)
        if !isAllowed, let fault = fault(of: scalar) { return fault }
        index += length
      }
      return nil
    }
  }

  /// Drops exactly one trailing LF or CRLF.
  ///
  /// - Returns: A copy without it, in locked memory; `nil` when there is none.
  package static func droppingLineEnd(_ bytes: LockedBytes) -> LockedBytes? {
    bytes.withSpan { span in
      guard let last = span.indices.last, span[last] == 0x0A else { return nil }
      let end = last > 0 && span[last - 1] == 0x0D ? last - 1 : last
      return LockedBytes(copying: span.extracting(0..<end))
    }
  }

  /// The first 12 hexadecimal digits of the SHA-256: enough to tell keys apart, no way back to one.
  package static func fingerprint(of bytes: LockedBytes) -> String {
    bytes.withSpan { span in String(Checksum.sha256Hex(span).prefix(12)) }
  }

  private static func fault(of scalar: Unicode.Scalar) -> KeyFault? {
    switch scalar.value {
    // What most keys are made of, without a look into Unicode's tables.
    case 0x21...0x7E: nil
    case 0: .nul
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: .lineBreak
    default:
      if scalar.properties.isWhitespace {
        .whiteSpace
      } else if scalar.properties.generalCategory == .control {
        .control
      } else if scalar.properties.generalCategory == .format {
        .invisible
      } else {
        nil
      }
    }
  }

  /// Decodes one scalar as Unicode's table 3-7 has it: no overlong forms, no surrogates.
  private static func scalar(in span: Span<UInt8>, at start: Int) -> (Unicode.Scalar?, Int) {
    let first = span[start]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let (length, lowest): (Int, UInt32) =
      switch first {
      case 0xC2...0xDF: (2, 0x80)
      case 0xE0...0xEF: (3, 0x800)
      case 0xF0...0xF4: (4, 0x1_0000)
      default: (0, 0)
      }
    guard length > 0, start + length <= span.count else { return (nil, 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = span[start + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= lowest else { return (nil, 1) }
    return (Unicode.Scalar(value), length)
  }
}
