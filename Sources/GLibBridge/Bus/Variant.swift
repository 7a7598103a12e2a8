import CGLib

/// The owner of a `GVariant`; immutable, so that any thread may use it.
@safe package final class Variant: Sendable {
  // Set once in `init`, given back in `deinit`; a GVariant's counter is atomic.
  package nonisolated(unsafe) let pointer: OpaquePointer

  /// Takes a reference of its own, also of a floating value.
  package init(sinking pointer: OpaquePointer) {
    unsafe self.pointer = g_variant_ref_sink(pointer)
  }

  /// Takes over the caller's reference.
  package init(taking pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  /// Makes one from a value.
  ///
  /// - Throws: `malformed` for text with a NUL byte and for an object path that is none.
  package convenience init(_ value: BusValue) throws(BusError) {
    unsafe self.init(sinking: try Self.make(value))
  }

  deinit { unsafe g_variant_unref(pointer) }

  /// Its type, as a D-Bus signature.
  package var signature: String { unsafe String(cString: g_variant_get_type_string(pointer)) }

  /// A member of a container, `nil` past the end.
  package func member(_ index: Int) -> Variant? {
    guard unsafe g_variant_is_container(pointer) != 0, index >= 0,
      unsafe index < Int(g_variant_n_children(pointer))
    else { return nil }
    return unsafe g_variant_get_child_value(pointer, UInt(index)).map { unsafe Variant(taking: $0) }
  }

  /// The value, copied into Swift; not for values that hold a secret.
  package var value: BusValue { unsafe Self.read(pointer) }

  /// A tuple of variants, some of which may hold a secret in its encrypted form.
  package static func tuple(_ members: [Variant]) -> Variant {
    var pointers: [OpaquePointer?] = unsafe members.map { unsafe $0.pointer }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      unsafe Variant(sinking: g_variant_new_tuple(buffer.baseAddress, UInt(buffer.count)))
    }
  }

  private static func make(_ value: BusValue) throws(BusError) -> OpaquePointer {
    switch value {
    case .boolean(let value): return unsafe g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): return unsafe g_variant_new_byte(value)
    case .int32(let value): return unsafe g_variant_new_int32(value)
    case .uint32(let value): return unsafe g_variant_new_uint32(value)
    case .int64(let value): return unsafe g_variant_new_int64(Int(value))
    case .uint64(let value): return unsafe g_variant_new_uint64(UInt(value))
    case .double(let value): return unsafe g_variant_new_double(value)
    case .string(let text):
      guard !text.utf8.contains(0) else { throw .malformed("a NUL byte in text") }
      return unsafe g_variant_new_string(text)
    case .objectPath(let path):
      guard !path.utf8.contains(0), unsafe g_variant_is_object_path(path) != 0 else {
        throw .malformed("an object path that is none")
      }
      return unsafe g_variant_new_object_path(path)
    case .variant(let inner): return unsafe g_variant_new_variant(try make(inner))
    case .entry(let key, let inner):
      return unsafe g_variant_new_dict_entry(try make(key), try make(inner))
    case .tuple(let members):
      var children = unsafe try make(members)
      return unsafe g_variant_new_tuple(&children, UInt(children.count))
    case .array(let element, let members):
      guard unsafe g_variant_type_string_is_valid(element) != 0 else {
        throw .malformed("a type that is none")
      }
      var children = unsafe try make(members)
      let type = unsafe g_variant_type_new(element)
      defer { unsafe g_variant_type_free(type) }
      let fit = unsafe children.allSatisfy { child in
        guard let child = unsafe child else { return false }
        return unsafe g_variant_is_of_type(child, type) != 0
      }
      guard fit else { throw .malformed("an array of several types") }
      return unsafe g_variant_new_array(type, &children, UInt(children.count))
    }
  }

  private static func make(_ members: [BusValue]) throws(BusError) -> [OpaquePointer?] {
    var children: [OpaquePointer?] = unsafe []
    for member in members { unsafe children.append(try make(member)) }
    return unsafe children
  }

  private static func read(_ pointer: OpaquePointer) -> BusValue {
    let kind = unsafe g_variant_classify(pointer)
    switch kind {
    case G_VARIANT_CLASS_BOOLEAN: return unsafe .boolean(g_variant_get_boolean(pointer) != 0)
    case G_VARIANT_CLASS_BYTE: return unsafe .byte(g_variant_get_byte(pointer))
    case G_VARIANT_CLASS_INT32: return unsafe .int32(g_variant_get_int32(pointer))
    case G_VARIANT_CLASS_UINT32: return unsafe .uint32(g_variant_get_uint32(pointer))
    case G_VARIANT_CLASS_INT64: return unsafe .int64(Int64(g_variant_get_int64(pointer)))
    case G_VARIANT_CLASS_UINT64: return unsafe .uint64(UInt64(g_variant_get_uint64(pointer)))
    case G_VARIANT_CLASS_DOUBLE: return unsafe .double(g_variant_get_double(pointer))
    case G_VARIANT_CLASS_STRING, G_VARIANT_CLASS_SIGNATURE:
      return unsafe .string(String(cString: g_variant_get_string(pointer, nil)))
    case G_VARIANT_CLASS_OBJECT_PATH:
      return unsafe .objectPath(String(cString: g_variant_get_string(pointer, nil)))
    case G_VARIANT_CLASS_VARIANT: return unsafe .variant(children(pointer).first ?? .tuple([]))
    case G_VARIANT_CLASS_ARRAY:
      let type = unsafe String(cString: g_variant_get_type_string(pointer))
      return unsafe .array(of: String(type.dropFirst()), children(pointer))
    case G_VARIANT_CLASS_DICT_ENTRY:
      let pair = unsafe children(pointer)
      return pair.count == 2 ? .entry(pair[0], pair[1]) : .tuple(pair)
    case G_VARIANT_CLASS_TUPLE: return unsafe .tuple(children(pointer))
    // Small integers and file handles: no member of the interfaces used here has one.
    default: return .tuple([])
    }
  }

  private static func children(_ pointer: OpaquePointer) -> [BusValue] {
    var result: [BusValue] = []
    for index in unsafe 0..<g_variant_n_children(pointer) {
      guard let child = unsafe g_variant_get_child_value(pointer, index) else { continue }
      result.append(unsafe read(child))
      unsafe g_variant_unref(child)
    }
    return result
  }
}
