import CGLib

/// Small files that only their user reads: caches and notes.
package enum PrivateFile {
  /// The whole of a file.
  ///
  /// - Returns: `nil` when there is none, when it is no regular file, or when it has more than
  ///   `limit` bytes.
  /// - Throws: ``GLibError`` when it cannot be read.
  package static func read(_ path: String, limit: Int) throws(GLibError) -> [UInt8]? {
    guard unsafe g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 else { return nil }
    var contents: UnsafeMutablePointer<CChar>?
    var length: UInt = 0
    _ = try unsafe throwingGLibError { error in
      unsafe g_file_get_contents(path, &contents, &length, error)
    }
    guard let contents = unsafe contents else { return nil }
    defer { unsafe g_free(contents) }
    guard Int(length) <= limit else { return nil }
    return unsafe contents.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
  }

  /// Replaces a file as a whole, mode 0600.
  ///
  /// - Throws: ``GLibError`` that names the path and the reason; the old file is there then.
  package static func write(_ bytes: [UInt8], to path: String, mode: Int32 = 0o600)
    throws(GLibError)
  {
    _ = try unsafe throwingGLibError { error in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe g_file_set_contents_full(
          path, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), gssize(bytes.count),
          G_FILE_SET_CONTENTS_CONSISTENT, mode, error)
      }
    }
  }
}
