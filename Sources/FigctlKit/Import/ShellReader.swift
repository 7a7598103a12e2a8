/// What in a line is more than an assignment to a shell that reads the file.
struct ShellConstruct: Sendable, Equatable {
  /// The line, counted from 1.
  var line: Int
  /// What it is, as the end of a sentence that begins with the line.
  var reason: String
}

/// Reads one line, or one value, as a shell would, and tells what may reach into other lines.
///
/// It runs nothing and need not know all of the language: what it takes for a construct by mistake
/// is refused, and the file stays as it is. A word with an apostrophe (`A=it's`) is not one: files
/// that no shell reads have such values.
struct ShellReader {
  private typealias Byte = EnvironmentText.Byte

  private static let open = UInt8(ascii: "(")
  private static let close = UInt8(ascii: ")")
  private static let less = UInt8(ascii: "<")
  private static let ampersand = UInt8(ascii: "&")
  private static let bar = UInt8(ascii: "|")
  private static let keywords = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "select", "do", "done", "case",
    "esac", "function", "{", "}",
  ].map { Array($0.utf8) }

  /// Why it is one; `nil` for what stands for itself.
  private(set) var reason: String?
  /// Whether a backslash takes the next line along.
  private(set) var isContinued = false

  private let name: [UInt8]
  private let isAssignment: Bool
  /// The quotes and parentheses that are open.
  private var nesting: [UInt8] = []
  private var hasOddBackticks = false
  /// Whether a command may begin here, and not only a further word of one.
  private var isCommand: Bool
  private var isWordStart = true

  /// - Parameters:
  ///   - name: The variable that is looked for.
  ///   - isAssignment: Whether it is the right side of an assignment that is read.
  init(name: [UInt8], isAssignment: Bool) {
    self.name = name
    self.isAssignment = isAssignment
    isCommand = !isAssignment
  }

  /// Reads what stands in `range`.
  mutating func read(_ range: Range<Int>, in text: Span<UInt8>) {
    var end = range.upperBound
    if end > range.lowerBound, text[end - 1] == Byte.carriageReturn { end -= 1 }
    var index = range.lowerBound
    while index < end, reason == nil {
      if nesting.last == Byte.double {
        quoted(&index, to: end, in: text)
      } else {
        if isWordStart, text[index] == Byte.hash { break }
        plain(&index, to: end, in: text)
      }
    }
    guard reason == nil else { return }
    let startsQuoted =
      range.lowerBound < end
      && (text[range.lowerBound] == Byte.single || text[range.lowerBound] == Byte.double)
    if hasOddBackticks || nesting.contains(Self.open) {
      reason = "opens a command or a list and does not close it"
    } else if !nesting.isEmpty, !isAssignment || startsQuoted {
      reason = "has a quote without an end"
    } else if goesOn(range.lowerBound..<index, in: text) {
      reason = "goes on in the next one"
    }
  }

  /// One step within double quotes.
  private mutating func quoted(_ index: inout Int, to end: Int, in text: Span<UInt8>) {
    switch text[index] {
    case Byte.backslash: index += 1
    case Byte.double: nesting.removeLast()
    case Byte.backtick: hasOddBackticks.toggle()
    case Byte.dollar where index + 1 < end && text[index + 1] == Self.open:
      nesting.append(Self.open)
      index += 1
      isWordStart = true
      isCommand = true
      index += 1
      return
    default: break
    }
    index += 1
    isWordStart = false
  }

  /// One step outside of them.
  private mutating func plain(_ index: inout Int, to end: Int, in text: Span<UInt8>) {
    if isWordStart, isCommand || !isAssignment { check(wordFrom: index, to: end, in: text) }
    let byte = text[index]
    index += 1
    switch byte {
    case Byte.backslash:
      isContinued = index >= end
      index += 1
    case Byte.single:
      while index < end, text[index] != Byte.single { index += 1 }
      if index >= end { nesting.append(Byte.single) }
      index += 1
    case Byte.double: nesting.append(Byte.double)
    case Byte.backtick: hasOddBackticks.toggle()
    case Self.open: nesting.append(Self.open)
    case Self.close: if nesting.last == Self.open { nesting.removeLast() } else { strayClose() }
    case Self.less where index < end && text[index] == Self.less:
      if index + 1 < end, text[index + 1] == Self.less {
        index += 2  // A string, in the same line.
      } else {
        reason = "begins a here-document (<<)"
      }
    default: break
    }
    index = min(index, end)
    switch byte {
    case UInt8(ascii: ";"), Self.ampersand, Self.bar, Self.open, Self.close:
      isWordStart = true
      isCommand = true
    case Byte.space, Byte.tab, Byte.lineFeed: isWordStart = true
    default:
      isWordStart = false
      isCommand = false
    }
  }

  /// The end of a `case` pattern, or of a list that began above.
  private mutating func strayClose() {
    if !isAssignment { reason = "closes what another one opens" }
  }

  private mutating func check(wordFrom start: Int, to end: Int, in text: Span<UInt8>) {
    var wordEnd = start
    while wordEnd < end, !Self.endsWord(text[wordEnd]) { wordEnd += 1 }
    let word = text.extracting(start..<wordEnd)
    if let keyword = Self.keywords.first(where: { isEqual(word, $0) }) {
      reason = "holds \"\(String(decoding: keyword, as: UTF8.self))\" of a shell's language"
    } else if word.count > name.count, isEqual(word.extracting(0..<name.count), name),
      word[name.count] == Byte.equals
        || word[name.count] == UInt8(ascii: "+") && word.count > name.count + 1
          && word[name.count + 1] == Byte.equals
    {
      reason = "changes the same variable"
    }
  }

  /// Whether `&&`, `||` or `|` stands at the end.
  private func goesOn(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard nesting.isEmpty else { return false }
    var last = range.upperBound - 1
    while last >= range.lowerBound,
      Byte.isBlank(text[last]) || text[last] == Byte.carriageReturn
    { last -= 1 }
    guard last >= range.lowerBound else { return false }
    if text[last] == Self.bar { return true }
    return text[last] == Self.ampersand && last > range.lowerBound
      && text[last - 1] == Self.ampersand
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn, UInt8(ascii: ";"), ampersand,
      bar,
      open, close, less, UInt8(ascii: ">"), Byte.single, Byte.double, Byte.backslash:
      true
    default: false
    }
  }

  private func isEqual(_ span: Span<UInt8>, _ bytes: [UInt8]) -> Bool {
    span.count == bytes.count && bytes.indices.allSatisfy { span[$0] == bytes[$0] }
  }
}
