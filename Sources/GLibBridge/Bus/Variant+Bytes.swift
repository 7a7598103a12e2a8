import CGLib

extension Variant {
  /// An array of bytes (`ay`).
  package convenience init(bytes: [UInt8]) {
    let type = unsafe g_variant_type_new("y")
    defer { unsafe g_variant_type_free(type) }
    unsafe self.init(
      sinking: bytes.withUnsafeBufferPointer { buffer in
        unsafe g_variant_new_fixed_array(type, buffer.baseAddress, UInt(buffer.count), 1)
      })
  }

  /// A value of any type in a variant (`v`).
  package static func boxing(_ value: Variant) -> Variant {
    unsafe Variant(sinking: g_variant_new_variant(value.pointer))
  }

  /// Lends the bytes of an `ay`; of any other type, none.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    guard signature == "ay" else { return body(Span()) }
    var count: UInt = 0
    let start = unsafe g_variant_get_fixed_array(pointer, &count, 1)
    let bytes = unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
    return body(unsafe Span(_unsafeElements: bytes))
  }
}
