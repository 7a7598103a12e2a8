/// Any JSON value.
///
/// Use it where the server may send what no model names: results of a run, details of an error,
/// members of later versions.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction or exponent that fits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// An ordered list.
  case array([JSONValue])
  /// Members by name.
  case object([String: JSONValue])
}
