import CGLib

/// `GStrv`, the null-terminated array of C strings, from and to Swift.
enum StringVector {
  /// A new vector; the caller frees it with `g_strfreev`.
  @unsafe static func make(
    _ strings: [String]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let builder = unsafe g_strv_builder_new()
    defer { unsafe g_strv_builder_unref(builder) }
    for string in strings { unsafe g_strv_builder_add(builder, string) }
    return unsafe g_strv_builder_end(builder)
  }

  /// The strings of `vector`, which stays the caller's.
  @unsafe static func strings(
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> [String] {
    guard let vector = unsafe vector else { return [] }
    var strings: [String] = []
    var index = 0
    while let string = unsafe vector[index] {
      strings.append(unsafe String(cString: string))
      index += 1
    }
    return strings
  }
}
