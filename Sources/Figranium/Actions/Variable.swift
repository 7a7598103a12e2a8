// Variables in the texts of a task.

/// The text by which a task's texts name a variable, `{$name}`.
///
/// Use it inside any text of an action: `Navigate("https://example.com/?q=\(variable("query"))")`.
/// The server puts the variable's value in its place, and nothing where there is none.
///
/// - Parameter name: The name, as a literal. It has letters of the Latin alphabet without accents,
///   digits, `_`, `.`, `-` and `^`; with another one the program ends here, since the server would
///   leave the text as it stands. For a name that is known only when the program runs, use
///   ``variable(named:)``.
public func variable(_ name: StaticString) -> String {
  let name = name.description
  precondition(
    VariableName.isValid(name),
    "`\(PlainText.line(name))` cannot be a variable's name: \(VariableName.rule)")
  return VariableName.template(name)
}

/// The text by which a task's texts name a variable whose name is known only at run time.
///
/// - Parameter name: The name, with the characters that ``variable(_:)`` allows.
/// - Throws: ``FigraniumError`` with the code `INVALID_INPUT` for a name that cannot be one.
public func variable(named name: String) throws(FigraniumError) -> String {
  guard VariableName.isValid(name) else {
    throw FigraniumError(
      message: "`\(PlainText.line(name, limit: 100))` cannot be a variable's name.",
      kind: .invalidInput, hint: "A name \(VariableName.rule).")
  }
  return VariableName.template(name)
}

/// What names of variables are, and where they stand in texts.
enum VariableName {
  static let rule = "has letters (a to z), digits, `_`, `.`, `-` and `^` only"

  static func isValid(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(isPart)
  }

  static func template(_ name: String) -> String { "{$\(name)}" }

  /// `{$name}` without its brackets, or the text itself; blanks around are left out.
  static func bare(_ text: String) -> String {
    var part = text[...]
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    if part.hasPrefix("{$"), part.hasSuffix("}") {
      let name = part.dropFirst(2).dropLast()
      if isValid(name) { return String(name) }
    }
    return String(part)
  }

  /// What a text names in templates.
  struct Uses {
    /// The names, in order.
    var names: [String] = []
    /// What looks like a template and is none, such as `my name` of `{$my name}`.
    var broken: [String] = []
  }

  /// Finds the templates of a text.
  static func uses(in text: String) -> Uses {
    var uses = Uses()
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[rest.index(after: brace)...]
      guard rest.first == UInt8(ascii: "$") else { continue }
      let start = rest.index(after: rest.startIndex)
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: "}")) else { break }
      guard let name = String(rest[start..<end]) else { continue }
      if isValid(name) {
        uses.names.append(name)
      } else if looksLikeName(name) {
        uses.broken.append(name)
      }
    }
    return uses
  }

  /// Whether a person meant a name; a script's `{$('#a').hide()}` was not meant as one.
  private static func looksLikeName(_ text: String) -> Bool {
    text.utf8.count <= 100
      && text.unicodeScalars.contains { $0.properties.isAlphabetic }
      && text.unicodeScalars.allSatisfy {
        $0 == " " || $0.properties.isAlphabetic || $0.isASCII && isPart(UInt8($0.value))
      }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "^"):
      true
    default: false
    }
  }
}
