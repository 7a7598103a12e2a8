package import SystemBridge

/// A key, kept in memory that is never swapped out and is overwritten when no longer used.
///
/// Use it wherever a credential is held or passed on. Its text forms show `[redacted]`, it is not
/// `Codable`, and comparing two takes a time that does not depend on their content.
public struct Secret: Sendable, Hashable {
  package let bytes: LockedBytes

  /// Wraps bytes that are in locked memory already.
  package init(bytes: LockedBytes) {
    self.bytes = bytes
  }

  /// Copies `text` as UTF-8.
  ///
  /// Swift cannot wipe the string it is given; read keys from a store, a file or a terminal
  /// where you can.
  public init(_ text: String) {
    bytes = LockedBytes(copying: Array(text.utf8).span)
  }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Copies the secret into an ordinary string, for the one place that needs it.
  ///
  /// - Returns: The text, with each byte that is not UTF-8 replaced by U+FFFD.
  public func reveal() -> String {
    bytes.withSpan { span in
      var copy: [UInt8] = []
      copy.reserveCapacity(span.count)
      for index in span.indices { copy.append(span[index]) }
      return String(decoding: copy, as: UTF8.self)
    }
  }

  /// Compares in a time that depends on the lengths only.
  public static func == (left: Secret, right: Secret) -> Bool {
    left.bytes.isEqual(to: right.bytes)
  }

  /// Hashes the length only: a hash of the content could be told apart from outside.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
  /// Always `[redacted]`.
  public var debugDescription: String { "[redacted]" }
  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
