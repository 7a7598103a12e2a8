// Where things are in a JSON text, without making anything of it. Our own, on the parser's lexer: a
// library would be a second opinion on what JSON is.

/// Where the members of an object are in its text.
package struct JSONOutline: Sendable {
  /// The first byte of the value: `{`, `[`, a quote, a digit, `-`, `t`, `f` or `n`.
  package var first: UInt8
  /// The members of an object, in order; empty for anything else.
  package var members: [(name: String, value: Range<Int>)] = []

  /// Where the value of a member is; of two with one name the later counts.
  package func range(of name: String) -> Range<Int>? {
    members.last { $0.name == name }?.value
  }
}

/// Goes through one JSON text, checking it as the parser does.
package struct JSONScanner {
  private var lexer = JSONLexer()

  /// Checks a whole text, and notes where the members of an object are.
  ///
  /// - Throws: ``JSONSyntaxError`` when it is no JSON, no UTF-8, or nested too deep: exactly when
  ///   ``JSONParser`` does.
  package static func outline(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONOutline {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes)
    } catch {
      throw JSONSyntaxError(offset: error.byteOffsets.lowerBound)
    }
    var scanner = JSONScanner()
    scanner.lexer.skipBlanks(bytes)
    var outline = JSONOutline(first: scanner.lexer.next(bytes))
    if outline.first == UInt8(ascii: "{") {
      outline.members = try scanner.members(bytes)
    } else {
      try scanner.skip(bytes, depth: 0)
    }
    try scanner.lexer.end(bytes)
    return outline
  }

  private mutating func members(
    _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) -> [(name: String, value: Range<Int>)] {
    var members: [(name: String, value: Range<Int>)] = []
    lexer.place += 1
    lexer.skipBlanks(bytes)
    if lexer.take(UInt8(ascii: "}"), bytes) { return members }
    while true {
      lexer.skipBlanks(bytes)
      let name = try lexer.string(try lexer.text(bytes), bytes)
      try colon(bytes)
      let start = lexer.place
      try skip(bytes, depth: 1)
      members.append((name, start..<lexer.place))
      lexer.skipBlanks(bytes)
      if lexer.take(UInt8(ascii: ","), bytes) { continue }
      guard lexer.take(UInt8(ascii: "}"), bytes) else { throw lexer.error }
      return members
    }
  }

  private mutating func colon(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    lexer.skipBlanks(bytes)
    guard lexer.take(UInt8(ascii: ":"), bytes) else { throw lexer.error }
    lexer.skipBlanks(bytes)
  }

  /// Skips the value that starts at the place.
  private mutating func skip(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
    switch lexer.next(bytes) {
    case UInt8(ascii: "\""): _ = try lexer.text(bytes)
    case UInt8(ascii: "{"): try skipObject(bytes, depth: depth)
    case UInt8(ascii: "["): try skipArray(bytes, depth: depth)
    case UInt8(ascii: "t"): try lexer.word(JSONLexer.yes, bytes)
    case UInt8(ascii: "f"): try lexer.word(JSONLexer.no, bytes)
    case UInt8(ascii: "n"): try lexer.word(JSONLexer.null, bytes)
    default: _ = try lexer.number(bytes)
    }
  }

  private mutating func skipObject(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
    guard depth < JSONLexer.maximumDepth - 1 else { throw lexer.error }
    lexer.place += 1
    lexer.skipBlanks(bytes)
    if lexer.take(UInt8(ascii: "}"), bytes) { return }
    while true {
      lexer.skipBlanks(bytes)
      _ = try lexer.text(bytes)
      try colon(bytes)
      try skip(bytes, depth: depth + 1)
      lexer.skipBlanks(bytes)
      if lexer.take(UInt8(ascii: ","), bytes) { continue }
      guard lexer.take(UInt8(ascii: "}"), bytes) else { throw lexer.error }
      return
    }
  }

  private mutating func skipArray(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
    guard depth < JSONLexer.maximumDepth - 1 else { throw lexer.error }
    lexer.place += 1
    lexer.skipBlanks(bytes)
    if lexer.take(UInt8(ascii: "]"), bytes) { return }
    while true {
      lexer.skipBlanks(bytes)
      try skip(bytes, depth: depth + 1)
      lexer.skipBlanks(bytes)
      if lexer.take(UInt8(ascii: ","), bytes) { continue }
      guard lexer.take(UInt8(ascii: "]"), bytes) else { throw lexer.error }
      return
    }
  }
}
