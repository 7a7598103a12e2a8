/// A D-Bus value, for arguments and answers that hold no secret.
///
/// A secret never becomes one: it goes between `GVariant` and locked memory directly.
package indirect enum BusValue: Sendable, Equatable {
  case boolean(Bool)
  case byte(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  /// Values of one type, given as its signature.
  case array(of: String, [BusValue])
  /// A structure, or the arguments of a call.
  case tuple([BusValue])
  /// One pair of a dictionary.
  case entry(BusValue, BusValue)
  case variant(BusValue)

  /// A dictionary `a{ss}`, in the order of its keys.
  package static func strings(_ values: [String: String]) -> BusValue {
    .array(
      of: "{ss}",
      values.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
  }

  /// A dictionary `a{sv}`, in the order of its keys.
  package static func properties(_ values: [String: BusValue]) -> BusValue {
    .array(
      of: "{sv}",
      values.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
  }

  /// An array of object paths.
  package static func objectPaths(_ paths: [String]) -> BusValue {
    .array(of: "o", paths.map { .objectPath($0) })
  }

  /// Text or an object path as text, else `nil`.
  package var text: String? {
    switch self {
    case .string(let text), .objectPath(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// A truth value, else `nil`.
  package var bool: Bool? {
    switch self {
    case .boolean(let value): value
    case .variant(let value): value.bool
    default: nil
    }
  }

  /// An unsigned number, else `nil`.
  package var unsigned: UInt64? {
    switch self {
    case .byte(let value): UInt64(value)
    case .uint32(let value): UInt64(value)
    case .uint64(let value): value
    case .variant(let value): value.unsigned
    default: nil
    }
  }

  /// Members of an array or a structure, else none.
  package var members: [BusValue] {
    switch self {
    case .array(_, let members), .tuple(let members): members
    case .variant(let value): value.members
    default: []
    }
  }

  /// A dictionary with text as keys; empty when it is not one.
  package var dictionary: [String: BusValue] {
    var result: [String: BusValue] = [:]
    for case .entry(let key, let value) in members {
      if let key = key.text { result[key] = value }
    }
    return result
  }

  /// The member at a position, `nil` when there is none.
  package subscript(index: Int) -> BusValue? {
    let members = members
    return members.indices.contains(index) ? members[index] : nil
  }
}
