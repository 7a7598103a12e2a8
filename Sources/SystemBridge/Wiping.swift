import Glibc

/// Overwrites bytes that nobody may read any longer.
package enum Wiping {
  /// Fills an array with zeros (`explicit_bzero`), before its memory goes to somebody else.
  package static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe explicit_bzero(start, buffer.count)
    }
  }
}
