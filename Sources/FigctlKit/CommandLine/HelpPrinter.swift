import GLibBridge

/// Writes help pages out of the table of commands.
package struct HelpPrinter: Sendable {
  private let commands: [CommandSpec]
  private let width: Int

  /// - Parameters:
  ///   - commands: All commands.
  ///   - width: Columns to fill, at most 100.
  package init(commands: [CommandSpec], width: Int = 80) {
    self.commands = commands
    self.width = min(max(width, 20), 100)
  }

  /// The page for a command, a group of commands, or `[]`: the overview.
  package func page(for path: [String]) -> String {
    if let command = commands.first(where: { $0.path == path }) { return commandPage(command) }
    return groupPage(path)
  }

  private func groupPage(_ path: [String]) -> String {
    let members = commands.filter { $0.path.starts(with: path) }
    var lines: [String] = []
    if path.isEmpty {
      lines += wrapped(
        "figctl keeps Figranium API keys in the desktop's credential store and runs, stops and "
          + "asks after tasks with them.")
      lines.append("")
    }
    let name = (["figctl"] + path).joined(separator: " ")
    lines += WrappedText.lines("Usage: \(name) COMMAND [options]", width: width, hanging: 2)
    lines += ["", "Commands:"]
    lines += columns(members.map { ($0.usage, $0.summary) })
    lines += [""] + wrapped("Options for every command:")
    lines += columns(GlobalOptions.specs.map { (Self.left($0), $0.help) })
    lines += [""] + wrapped("'figctl help COMMAND' tells more of a command.")
    if path.isEmpty { lines += wrapped("First time here: figctl init") }
    return lines.joined(separator: "\n")
  }

  private func commandPage(_ command: CommandSpec) -> String {
    var lines = WrappedText.lines("Usage: figctl \(command.usage)", width: width, hanging: 2) + [""]
    lines += wrapped(Self.sentence(command.summary))
    for paragraph in command.discussion.split(separator: "\n\n") where !paragraph.isEmpty {
      lines.append("")
      lines += wrapped(String(paragraph))
    }
    if !command.arguments.isEmpty {
      lines += ["", "Arguments:"] + columns(command.arguments.map { ($0.name, $0.help) })
    }
    if !command.options.isEmpty {
      lines += ["", "Options:"] + columns(command.options.map { (Self.left($0), $0.help) })
    }
    lines += [""] + wrapped("Options for every command:")
    lines += columns(GlobalOptions.specs.map { (Self.left($0), $0.help) })
    if !command.examples.isEmpty {
      lines += ["", "Examples:"] + command.examples.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static func left(_ option: OptionSpec) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + "--" + option.long + (option.placeholder.map { " \($0)" } ?? "")
  }

  /// Two columns; a left side that is too long gets a line of its own.
  private func columns(_ rows: [(left: String, right: String)]) -> [String] {
    let leftWidth = min(rows.map(\.left.count).max() ?? 0, 30)
    guard width - leftWidth - 4 >= 20 else { return stacked(rows) }
    let indent = String(repeating: " ", count: leftWidth + 4)
    return rows.flatMap { row -> [String] in
      let right = wrapped(row.right, width: width - leftWidth - 4)
      if row.left.count > leftWidth { return ["  " + row.left] + right.map { indent + $0 } }
      let pad = String(repeating: " ", count: leftWidth - row.left.count + 2)
      return ["  " + row.left + pad + (right.first ?? "")] + right.dropFirst().map { indent + $0 }
    }
  }

  /// One below the other, where two columns have no room.
  private func stacked(_ rows: [(left: String, right: String)]) -> [String] {
    rows.flatMap { row in
      WrappedText.lines("  " + row.left, width: width, hanging: 4)
        + wrapped(row.right, width: width - 4).map { "    " + $0 }
    }
  }

  private func wrapped(_ text: String, width: Int? = nil) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, line.count + 1 + word.count > (width ?? self.width) {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
