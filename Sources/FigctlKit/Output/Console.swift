import Synchronization
import SystemBridge

/// Where a command's words go: data to standard output, all else to standard error.
package final class Console: Sendable {
  /// One JSON document instead of text.
  package let isJSON: Bool
  /// No progress, warnings or hints.
  package let isQuiet: Bool
  /// Requests and store calls are shown.
  package let isVerbose: Bool
  /// Whether standard error is a terminal that progress can be drawn on.
  package let showsProgress: Bool
  private let errorColor: Bool
  private let outputIsTerminal: Bool
  /// Whether all that goes to standard error is JSON, an object a line: for programs, not for
  /// people at a terminal.
  private let tellsInJSON: Bool
  private let state = Mutex(State())

  /// `EPIPE`, the same number on every Linux.
  private static let brokenPipe: Int32 = 32

  private struct State {
    /// The reader of standard output has gone, as in `figctl … | head -1`.
    var isOutputClosed = false
    /// A line without an end stands on the terminal and has to go before the next one.
    var hasProgressLine = false
  }

  /// Reads once what the terminal and the environment say.
  package init(_ options: GlobalOptions) {
    isJSON = options.json
    isQuiet = options.quiet
    isVerbose = options.verbose
    outputIsTerminal = Terminal.isTerminal(1)
    let errorIsTerminal = Terminal.isTerminal(2)
    tellsInJSON = options.json && !errorIsTerminal
    let isDumb = SystemEnvironment.value("TERM") == "dumb"
    let refusesColor = !(SystemEnvironment.value("NO_COLOR") ?? "").isEmpty
    switch options.color {
    case .never: errorColor = false
    case .always: errorColor = true
    case .auto: errorColor = errorIsTerminal && !isDumb && !refusesColor
    }
    showsProgress = errorIsTerminal && !isDumb && !options.quiet
  }

  // MARK: - Standard output

  /// Prints a line of data; control characters in it become visible.
  package func line(_ text: String) throws(CommandFailure) {
    try lines(WrappedText.lines(VisibleText.escaping(text), width: outputColumns))
  }

  /// The columns of the terminal that data goes to; `nil` for no limit.
  package var outputColumns: Int? { outputIsTerminal ? Terminal.columns(of: 1) : nil }

  /// Prints lines of our own making as they are.
  package func lines(_ lines: [String]) throws(CommandFailure) {
    if lines.isEmpty { return }
    try write(lines.reduce(into: "") { text, line in text += line + "\n" })
  }

  /// Prints whole lines of data that are made as they must be, such as JSON Lines.
  ///
  /// - Throws: `OUTPUT_FAILED`, also when the reader has gone: here more was to come.
  package func data(_ bytes: [UInt8]) throws(CommandFailure) {
    clearProgress()
    do throws(SystemError) {
      if outputIsTerminal {
        // For eyes only: what a terminal would obey is shown instead.
        let text = String(decoding: bytes, as: UTF8.self)
        try StandardStreams.write(VisibleText.escaping(text, keepingLines: true), to: 1)
      } else {
        try StandardStreams.write(bytes.span, to: 1)
      }
    } catch {
      throw .usage("\(error)", code: "OUTPUT_FAILED")
    }
  }

  /// Prints the command's one JSON document: indented for people, one line for programs.
  package func document(_ document: JSONDocument) throws(CommandFailure) {
    try write(document.bytes(indented: outputIsTerminal) + [0x0a])
  }

  /// Prints the document with `--json`, the lines otherwise.
  package func result(_ document: JSONDocument, _ lines: [String]) throws(CommandFailure) {
    if isJSON { return try self.document(document) }
    let width = outputColumns
    try self.lines(lines.flatMap { WrappedText.lines($0, width: width) })
  }

  /// Prints the document with `--json`, the table otherwise.
  package func result(_ document: JSONDocument, _ table: TextTable) throws(CommandFailure) {
    if isJSON { return try self.document(document) }
    try lines(table.lines(width: outputColumns))
  }

  /// Prints what is known at the end of a command that was interrupted: the one document of
  /// `--json`, although the output is closed for all else.
  package func lastDocument(_ document: JSONDocument) {
    guard isJSON else { return }
    let bytes = document.bytes(indented: outputIsTerminal) + [0x0a]
    // The command ends in any case, with the signal's exit code.
    try? StandardStreams.write(bytes.span, to: 1)
  }

  /// Prints what `key show --reveal` promises: the key alone, so that nothing has to be cut off by
  /// a program that reads it.
  package func secret(_ text: String) throws(CommandFailure) {
    try write(outputIsTerminal ? text + "\n" : text)
  }

  /// Drops what the command may still print: it was interrupted, and the answer of a run that was
  /// stopped for that is no result any more.
  package func closeOutput() {
    state.withLock { $0.isOutputClosed = true }
  }

  private func write(_ text: String) throws(CommandFailure) {
    try write(Array(text.utf8))
  }

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    clearProgress()
    if state.withLock({ $0.isOutputClosed }) { return }
    do throws(SystemError) {
      try StandardStreams.write(bytes.span, to: 1)
    } catch  where error.errno == Self.brokenPipe {
      // The reader has what it wants; the command's own result still counts.
      state.withLock { $0.isOutputClosed = true }
    } catch {
      throw .usage("\(error)", code: "OUTPUT_FAILED")
    }
  }

  // MARK: - Standard error

  /// Says what is going on; not with `--quiet`.
  package func note(_ text: String) {
    if isQuiet { return }
    tell("note", text) { VisibleText.escaping(text, keepingLines: true) }
  }

  /// Says which step of a longer work begins; not with `--quiet`.
  ///
  /// - Parameter step: The same as a word, for programs.
  package func step(_ text: String, named step: String) {
    if isQuiet { return }
    tell("progress", text, [("step", .string(step))]) { VisibleText.escaping(text) }
  }

  /// The columns of the terminal that messages go to; `nil` for no limit.
  private var errorColumns: Int? { Terminal.columns(of: 2) }

  /// Says what the user should look at; not with `--quiet`.
  package func warning(_ text: String) {
    if isQuiet { return }
    tell("warning", text) {
      // Wrapped before it is coloured: the escape sequence takes no columns.
      wrapped("figctl: warning: \(VisibleText.escaping(text))")
        .replacing("warning:", with: styled("warning:", "33"), maxReplacements: 1)
    }
  }

  /// Says what was sent and called; only with `--verbose`.
  package func trace(_ text: @autoclosure () -> String) {
    guard isVerbose else { return }
    let text = text()
    tell("trace", text) { styled("* " + VisibleText.escaping(text), "2") }
  }

  /// Tells something in the form that standard error has: words, or `{"KIND":{"message":…}}`.
  private func tell(
    _ kind: String, _ message: String, _ more: [(String, JSONDocument)] = [], _ words: () -> String
  ) {
    guard tellsInJSON else { return error(wrapped(words())) }
    var members = [JSONDocument.Member(name: "message", value: .string(message))]
    members += more.map { JSONDocument.Member(name: $0.0, value: $0.1) }
    let document = JSONDocument.object([
      JSONDocument.Member(name: kind, value: .object(members))
    ])
    error(document.text(indented: false))
  }

  /// Prints the failure that ends the command.
  package func failure(_ failure: CommandFailure) {
    if isJSON {
      error(ErrorRenderer.document(failure).text(indented: Terminal.isTerminal(2)))
    } else {
      for (index, line) in ErrorRenderer.lines(failure, withHint: !isQuiet).enumerated() {
        error(index == 0 && errorColor ? styled(wrapped(line), "31") : wrapped(line))
      }
    }
  }

  private func styled(_ text: String, _ style: String) -> String {
    errorColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  /// The same, with line ends where words end.
  private func wrapped(_ text: String) -> String {
    // What has an escape sequence in it was wrapped before it got that.
    guard let width = errorColumns, !text.contains("\u{1B}") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { WrappedText.lines(String($0), width: width) }.joined(separator: "\n")
  }

  private func error(_ text: String) {
    clearProgress()
    // Nobody is left to tell when standard error is gone.
    try? StandardStreams.write(text + "\n", to: 2)
  }

  // MARK: - Progress

  /// Draws a line that the next output replaces; nothing where there is no terminal.
  package func progress(_ text: String) {
    guard showsProgress else { return }
    let columns = max(10, (Terminal.columns ?? 80) - 1)
    var shown = VisibleText.escaping(text)
    while TextTable.width(of: shown) > columns { shown.removeLast() }
    state.withLock { $0.hasProgressLine = true }
    try? StandardStreams.write("\r\u{1B}[K" + shown, to: 2)
  }

  /// Takes the progress line away.
  package func clearProgress() {
    let had = state.withLock { state in
      defer { state.hasProgressLine = false }
      return state.hasProgressLine
    }
    if had { try? StandardStreams.write("\r\u{1B}[K", to: 2) }
  }
}
