package import FoundationEssentials

// JSON text to `JSONValue`. Our own: Foundation's decoder takes six times as long for a result of
// 55 MB, and keeps neither the order of members nor all digits of numbers.

/// Reads one JSON text (RFC 8259): UTF-8, nothing after the value, no names without quotes, no
/// comments, no trailing commas.
///
/// Of two members with one name the later counts, at the place of the earlier.
package struct JSONParser {
  private var lexer = JSONLexer()
  private var shapes = JSONShapes()
  /// How long the last list at each depth was: the next one is likely to be as long.
  private var lengths: [Int] = []

  /// Reads a text.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no JSON, or nested too deep.
  package static func parse(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser()
    let value = try parser.value(bytes, depth: 0)
    try parser.lexer.end(bytes)
    return value
  }

  /// Reads a text.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no JSON, or nested too deep.
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    try parse(bytes.span)
  }

  /// Reads a text.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no JSON, or nested too deep.
  package static func parse(_ data: Data) throws(JSONSyntaxError) -> JSONValue {
    try parse(data.span)
  }

  // MARK: Values

  private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONValue
  {
    lexer.skipBlanks(bytes)
    switch lexer.next(bytes) {
    case UInt8(ascii: "\""): return .string(try string(bytes))
    case UInt8(ascii: "{"): return .object(try object(bytes, depth: depth))
    case UInt8(ascii: "["): return .array(try array(bytes, depth: depth))
    case UInt8(ascii: "t"):
      try lexer.word(JSONLexer.yes, bytes)
      return .bool(true)
    case UInt8(ascii: "f"):
      try lexer.word(JSONLexer.no, bytes)
      return .bool(false)
    case UInt8(ascii: "n"):
      try lexer.word(JSONLexer.null, bytes)
      return .null
    default: return try number(bytes)
    }
  }

  private mutating func array(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError)
    -> [JSONValue]
  {
    guard depth < JSONLexer.maximumDepth - 1 else { throw lexer.error }
    lexer.place += 1
    lexer.skipBlanks(bytes)
    if lexer.take(UInt8(ascii: "]"), bytes) { return [] }
    while lengths.count <= depth { lengths.append(1) }
    var elements: [JSONValue] = []
    elements.reserveCapacity(min(lengths[depth], 64))
    while true {
      elements.append(try value(bytes, depth: depth + 1))
      lexer.skipBlanks(bytes)
      if lexer.take(UInt8(ascii: ","), bytes) { continue }
      guard lexer.take(UInt8(ascii: "]"), bytes) else { throw lexer.error }
      lengths[depth] = elements.count
      return elements
    }
  }

  private mutating func object(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError)
    -> JSONObject
  {
    guard depth < JSONLexer.maximumDepth - 1 else { throw lexer.error }
    lexer.place += 1
    lexer.skipBlanks(bytes)
    if lexer.take(UInt8(ascii: "}"), bytes) { return JSONObject() }
    var shape = JSONShapes.root
    var values: [JSONValue] = []
    values.reserveCapacity(shapes.expectedCount(depth: depth))
    while true {
      lexer.skipBlanks(bytes)
      let start = lexer.place
      if let known = shapes.next(after: shape, at: start, in: bytes) {
        shape = known.shape
        lexer.place = known.end
      } else {
        let name = try string(bytes)
        guard let new = shapes.add(name, after: shape, at: start..<lexer.place) else {
          // Too many shapes or names, or a name that was there: an object of its own.
          let names = shapes.names(of: shape)
          return try object(bytes, names: names, values: values, next: name, depth: depth)
        }
        shape = new
      }
      values.append(try memberValue(bytes, depth: depth))
      if lexer.take(UInt8(ascii: ","), bytes) { continue }
      guard lexer.take(UInt8(ascii: "}"), bytes) else { throw lexer.error }
      shapes.expect(count: values.count, depth: depth)
      return JSONObject(names: shapes.names(of: shape), values: values)
    }
  }

  /// The rest of an object that shares its names with no other, from a name on.
  private mutating func object(
    _ bytes: Span<UInt8>, names: JSONNames, values: [JSONValue], next name: String, depth: Int
  ) throws(JSONSyntaxError) -> JSONObject {
    var object = JSONObject(names: names, values: values)
    var name = name
    while true {
      object[name] = try memberValue(bytes, depth: depth)
      if lexer.take(UInt8(ascii: ","), bytes) {
        lexer.skipBlanks(bytes)
        name = try string(bytes)
        continue
      }
      guard lexer.take(UInt8(ascii: "}"), bytes) else { throw lexer.error }
      return object
    }
  }

  /// A member after its name: the colon, the value, the blanks after it.
  private mutating func memberValue(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError)
    -> JSONValue
  {
    lexer.skipBlanks(bytes)
    guard lexer.take(UInt8(ascii: ":"), bytes) else { throw lexer.error }
    let value = try value(bytes, depth: depth + 1)
    lexer.skipBlanks(bytes)
    return value
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    let number = try lexer.number(bytes)
    return JSONNumber.value(of: number, in: bytes)
  }

  private mutating func string(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> String {
    let text = try lexer.text(bytes)
    return try lexer.string(text, bytes)
  }
}
