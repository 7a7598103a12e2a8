import CGLib

/// Checksums, by `GChecksum`.
package enum Checksum {
  /// The SHA-256 of `bytes` as 64 hexadecimal digits in lower case.
  ///
  /// GLib's own working memory is freed but not overwritten; ``bytes`` stay the caller's.
  package static func sha256Hex(_ bytes: Span<UInt8>) -> String {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard
        let text = unsafe g_compute_checksum_for_data(
          G_CHECKSUM_SHA256, bytes.baseAddress, UInt(bytes.count))
      else { return "" }
      defer { unsafe g_free(text) }
      return unsafe String(cString: text)
    }
  }
}
