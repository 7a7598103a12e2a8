extension EnvironmentText {
  /// Goes through the assignments of a text, from front to end.
  struct Scanner {
    /// The name that is looked for.
    let name: [UInt8]
    /// Where the next line begins.
    var index: Int
    /// What looks like an assignment of the name, within the quotes of another.
    private(set) var hidden: (line: Int, start: Int)?
    /// The first line that is more than an assignment to a shell.
    private(set) var construct: ShellConstruct?
    private var continued: Set<Int> = []
    private var line = 1

    init(name: [UInt8], index: Int) {
      self.name = name
      self.index = index
    }

    /// The next assignment, and whether it is one of the name.
    mutating func next(in text: Span<UInt8>) -> (isMatch: Bool, value: Assignment)? {
      while index < text.count {
        let start = index
        let firstLine = line
        let end = Self.lineEnd(from: start, in: text)
        guard let (name, valueStart) = Self.leftSide(from: start, to: end, in: text) else {
          look(at: start..<end, isAssignment: false, in: text)
          step(past: end, in: text)
          continue
        }
        let isMatch = Self.isEqual(text.extracting(name), self.name)
        let (value, lastEnd) = Self.rightSide(from: valueStart, to: end, in: text)
        step(past: end, in: text)
        while index <= lastEnd, index < text.count {
          // Within a quoted value of several lines.
          let inner = Self.lineEnd(from: index, in: text)
          if !isMatch, hidden == nil, looksLikeIt(from: index, to: inner, in: text) {
            hidden = (line, firstLine)
          }
          step(past: inner, in: text)
        }
        if !isMatch {
          look(at: valueStart..<lastEnd, isAssignment: true, from: firstLine, in: text)
        }
        return (isMatch, Assignment(line: firstLine, lines: start..<index, value: value))
      }
      return nil
    }

    /// A line before the assignment that goes on in the assignment's.
    func continuation(before assignment: Assignment) -> ShellConstruct? {
      let before = assignment.line - 1
      guard continued.contains(before) else { return nil }
      return ShellConstruct(line: before, reason: "ends with a backslash and so goes on in it")
    }

    private mutating func look(
      at range: Range<Int>, isAssignment: Bool, from firstLine: Int? = nil, in text: Span<UInt8>
    ) {
      var reader = ShellReader(name: name, isAssignment: isAssignment)
      reader.read(range, in: text)
      if let reason = reader.reason, construct == nil {
        construct = ShellConstruct(line: firstLine ?? line, reason: reason)
      }
      // After the last line of a value the next one is at hand already.
      if reader.isContinued { continued.insert(firstLine == nil ? line : line - 1) }
    }

    private mutating func step(past end: Int, in text: Span<UInt8>) {
      index = min(end + 1, text.count)
      line += 1
    }

    private func looksLikeIt(from start: Int, to end: Int, in text: Span<UInt8>) -> Bool {
      guard let (name, _) = Self.leftSide(from: start, to: end, in: text) else { return false }
      return Self.isEqual(text.extracting(name), self.name)
    }

    // MARK: Parts

    /// The place of the next line feed, or of the end.
    private static func lineEnd(from start: Int, in text: Span<UInt8>) -> Int {
      var index = start
      while index < text.count, text[index] != Byte.lineFeed { index += 1 }
      return index
    }

    private static func skipBlanks(_ index: inout Int, to end: Int, in text: Span<UInt8>) {
      while index < end, Byte.isBlank(text[index]) { index += 1 }
    }

    /// `export NAME =`: the place of the name, and where the right side begins.
    private static func leftSide(from start: Int, to end: Int, in text: Span<UInt8>) -> (
      Range<Int>, Int
    )? {
      var index = start
      skipBlanks(&index, to: end, in: text)
      guard var name = word(&index, to: end, in: text) else { return nil }
      let afterName = index
      skipBlanks(&index, to: end, in: text)
      if index > afterName, isEqual(text.extracting(name), Array("export".utf8)),
        let exported = word(&index, to: end, in: text)
      {
        name = exported
        skipBlanks(&index, to: end, in: text)
      }
      guard index < end, text[index] == Byte.equals else { return nil }
      index += 1
      skipBlanks(&index, to: end, in: text)
      return (name, index)
    }

    private static func word(_ index: inout Int, to end: Int, in text: Span<UInt8>) -> Range<Int>? {
      let start = index
      guard index < end, Byte.startsName(text[index]) else { return nil }
      while index < end, Byte.continuesName(text[index]) { index += 1 }
      return start..<index
    }

    private static func isEqual(_ span: Span<UInt8>, _ name: [UInt8]) -> Bool {
      guard span.count == name.count else { return false }
      return name.indices.allSatisfy { span[$0] == name[$0] }
    }

    /// The value, and the end of its last line.
    private static func rightSide(from start: Int, to end: Int, in text: Span<UInt8>) -> (
      Value, Int
    ) {
      guard start < end else { return (.plain(start..<start), end) }
      let quote = text[start]
      guard quote == Byte.single || quote == Byte.double || quote == Byte.backtick else {
        return (unquoted(from: start, to: end, in: text), end)
      }
      var index = start + 1
      while index < text.count, text[index] != quote {
        // In single quotes a backslash is itself.
        if text[index] == Byte.backslash, quote != Byte.single { index += 1 }
        index += 1
      }
      guard index < text.count else {
        return (.unclear("the quote in front of its value has no end"), end)
      }
      let inside = start + 1..<index
      let lastEnd = lineEnd(from: index, in: text)
      if quote == Byte.backtick {
        return (.unclear("its value stands in backticks, which not every program takes"), lastEnd)
      }
      if quote == Byte.double, let reason = expansion(in: text.extracting(inside)) {
        return (.unclear(reason), lastEnd)
      }
      index += 1
      let afterQuote = index
      skipBlanks(&index, to: lastEnd, in: text)
      let isComment = index > afterQuote && index < lastEnd && text[index] == Byte.hash
      let isOver =
        index == lastEnd || index == lastEnd - 1 && text[index] == Byte.carriageReturn
      guard isOver || isComment else {
        return (.unclear("something follows the quote behind its value"), lastEnd)
      }
      return (.plain(inside), lastEnd)
    }

    private static func expansion(in value: Span<UInt8>) -> String? {
      for index in value.indices {
        switch value[index] {
        case Byte.dollar: return "its value refers to another one with \"$\""
        case Byte.backslash, Byte.backtick:
          return "its value holds a character that not every program reads alike"
        default: break
        }
      }
      return nil
    }

    /// Up to the comment or the end of the line, without blanks behind.
    private static func unquoted(from start: Int, to lineEnd: Int, in text: Span<UInt8>) -> Value {
      var end = lineEnd
      if end > start, text[end - 1] == Byte.carriageReturn { end -= 1 }
      for index in start..<end {
        switch text[index] {
        case Byte.hash:
          guard index == start || Byte.isBlank(text[index - 1]) else {
            return .unclear("its value holds a \"#\" and has no quotes")
          }
          end = index
        case Byte.dollar: return .unclear("its value refers to another one with \"$\"")
        case Byte.backslash, Byte.backtick, Byte.single, Byte.double, UInt8(ascii: ";"),
          UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"),
          UInt8(ascii: "("), UInt8(ascii: ")"):
          return .unclear("its value holds a character that not every program reads alike")
        default: break
        }
        if end == index { break }
      }
      while end > start, Byte.isBlank(text[end - 1]) { end -= 1 }
      return .plain(start..<end)
    }
  }
}
