import GLibBridge

/// Turns the words of a command line into a command with its options and arguments.
///
/// GLib parses the options; what it does not know is done here: which command it is, what the
/// nearest known name is, and that no word is a secret.
package struct CommandParser: Sendable {
  /// What the user wants.
  package enum Request: Sendable {
    /// Run a command.
    case run(Invocation)
    /// Print the help page of a command or a group of commands; `[]` is the overview.
    case help([String])
    /// Print the version.
    case version
  }

  /// A command with all that was given to it.
  package struct Invocation: Sendable {
    package var command: CommandSpec
    package var global: GlobalOptions
    package var flags: Set<String>
    package var values: [String: [String]]
    package var arguments: [String]
  }

  /// All commands.
  package let commands: [CommandSpec]
  /// Commands for scripts of our own, which no list, no help and no nearest name shows.
  private let hidden: [CommandSpec]

  package init(commands: [CommandSpec], hidden: [CommandSpec] = []) {
    self.commands = commands
    self.hidden = hidden
  }

  /// Parses.
  ///
  /// - Parameter line: The command line without the program's name.
  /// - Throws: ``CommandFailure`` with exit code 2. No message holds a word that looks like a key.
  package func parse(_ line: [String]) throws(CommandFailure) -> Request {
    let words = separatingRest(line)
    // What follows is another program's, which may well take a digest as an argument.
    let rest = words.firstIndex(of: "--").map { isRest(words[..<$0]) ? $0 : words.count }
    try refuseSecrets(Array(words[..<(rest ?? words.count)]))
    let found = commandWords(in: words)
    // `figctl help key set` is `figctl key set --help`.
    if found.first == "help" { return .help(try helpTarget(Array(found.dropFirst()))) }
    let command = (commands + hidden).filter { found.starts(with: $0.path) }.max {
      $0.path.count < $1.path.count
    }
    guard let command else {
      let parsed = try options(in: words, of: nil)
      if parsed.flags.contains("version") { return .version }
      // Behind `--` every word is one, also what looks like an option.
      if found.isEmpty, let word = parsed.positionals.first { throw unknownCommand([word]) }
      if found.isEmpty || isGroup(found) { return .help(found) }
      throw unknownCommand(found)
    }
    let parsed = try options(in: words, of: command)
    if parsed.flags.contains("help") { return .help(command.path) }
    if parsed.flags.contains("version") { return .version }
    let arguments = Array(parsed.positionals.dropFirst(command.path.count))
    try check(arguments, for: command)
    return .run(
      Invocation(
        command: command, global: try GlobalOptions(parsed), flags: parsed.flags,
        values: parsed.values, arguments: arguments))
  }

  /// Whether `--json` was asked for, also on a command line that is wrong otherwise.
  package static func wantsJSON(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains("--json")
  }

  // MARK: - Commands

  private func isGroup(_ words: [String]) -> Bool {
    commands.contains { $0.path.count > words.count && $0.path.starts(with: words) }
  }

  private func helpTarget(_ words: [String]) throws(CommandFailure) -> [String] {
    if words.isEmpty || isGroup(words) { return words }
    if let command = commands.first(where: { $0.path == words }) { return command.path }
    throw unknownCommand(words)
  }

  /// The words of `words` that are neither options nor their values, before `--`.
  private func commandWords(in words: [String]) -> [String] {
    var result: [String] = []
    var skipsNext = false
    for word in words {
      if skipsNext {
        skipsNext = false
      } else if word == "--" {
        break
      } else if word.hasPrefix("--") {
        skipsNext = takesValue { $0.long == word.dropFirst(2) }
      } else if word.hasPrefix("-"), word.count > 1 {
        skipsNext = word.count == 2 && takesValue { $0.short == word.last }
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// Whether the first option of that kind, of the program or of any command, has a value.
  private func takesValue(_ isMeant: (OptionSpec) -> Bool) -> Bool {
    if let option = GlobalOptions.specs.first(where: isMeant) { return option.placeholder != nil }
    for command in commands {
      if let option = command.options.first(where: isMeant) { return option.placeholder != nil }
    }
    return false
  }

  /// The same with `--` before the words that belong to another program, where the user left it out.
  private func separatingRest(_ words: [String]) -> [String] {
    for (index, word) in words.enumerated() {
      if word == "--" { return words }
      if !word.hasPrefix("-"), isRest(words[..<index]) {
        // An option's value is no program.
        guard commandWords(in: Array(words[...index])).last == word else { continue }
        return words[..<index] + ["--"] + words[index...]
      }
    }
    return words
  }

  /// Whether what follows these words belongs to another program.
  private func isRest(_ words: ArraySlice<String>) -> Bool {
    let found = commandWords(in: Array(words))
    return commands.contains { $0.takesRest && $0.path == found }
  }

  private func unknownCommand(_ words: [String]) -> CommandFailure {
    // The longest beginning that is a group: its commands are the candidates.
    var group: [String] = []
    while group.count < words.count, isGroup(group + [words[group.count]]) {
      group.append(words[group.count])
    }
    let depth = group.count
    let known = Set(
      commands.filter { $0.path.starts(with: group) && $0.path.count > depth }.map {
        $0.path[depth]
      }
    )
    .union(depth == 0 ? ["help"] : [])
    let name = (group + [words[depth]]).joined(separator: " ")
    let nearest = NearestName.nearest(to: words[depth], among: known.sorted())
      .map { group + [$0] }
    let inGroups = depth == 0 ? commands.map(\.path).filter { $0.last == words[0] } : []
    let suggested =
      (inGroups.isEmpty
      ? nearest.flatMap { suggestions($0, rest: words[(depth + 1)...]) } : inGroups)
      .map { "'" + $0.joined(separator: " ") + "'" }
    let list = (["figctl", "help"] + group).joined(separator: " ")
    return .usage(
      "Unknown command '\(name)'.",
      hint: suggested.isEmpty
        ? "See '\(list)' for the list." : "Did you mean \(suggested.joined(separator: " or "))?",
      code: "UNKNOWN_COMMAND")
  }

  /// What can be typed for a name that is near: itself, or where it is a group, the command in it that
  /// was meant, its few commands, or its list.
  private func suggestions(_ path: [String], rest: ArraySlice<String>) -> [[String]] {
    guard isGroup(path) else { return [path] }
    if let command = commands.first(where: { $0.path == path + rest.prefix(1) }) {
      return [command.path]
    }
    let members = commands.filter { $0.path.starts(with: path) }
    return members.count <= 2 ? members.map(\.path) : [["figctl", "help"] + path]
  }

  // MARK: - Options

  private func options(in words: [String], of command: CommandSpec?) throws(CommandFailure)
    -> ParsedOptions
  {
    let specs = GlobalOptions.specs + (command?.options ?? [])
    do throws(OptionError) {
      return try OptionParser.parse(words, options: specs)
    } catch {
      throw describe(error, known: specs, command: command)
    }
  }

  private func describe(_ error: OptionError, known specs: [OptionSpec], command: CommandSpec?)
    -> CommandFailure
  {
    switch error {
    case .unknown(let name):
      let bare = String(name.drop { $0 == "-" })
      if Self.secretNames.contains(bare.lowercased()) { return Self.secretOption(bare) }
      let nearest = NearestName.nearest(to: bare, among: specs.map(\.long)).map { "--\($0)" }
      let page = (["figctl", "help"] + (command?.path ?? [])).joined(separator: " ")
      let shown = bare.count == 1 ? "-\(bare)" : "--\(bare)"
      return .usage(
        command.map { "'\($0.name)' has no option \(shown)." } ?? "Unknown option \(shown).",
        hint: nearest.isEmpty
          ? "See '\(page)' for its options." : "Did you mean \(nearest.joined(separator: " or "))?",
        code: "UNKNOWN_OPTION")
    case .missingValue(let name):
      let bare = String(name.drop { $0 == "-" })
      let spec = specs.first { $0.long == bare || $0.short.map(String.init) == bare }
      return .usage("--\(spec?.long ?? bare) needs a value: \(spec?.placeholder ?? "VALUE").")
    case .unexpectedValue(let name):
      return .usage("--\(name.drop { $0 == "-" }) takes no value.")
    case .failed(let code):
      return .usage("The command line cannot be read (GLib's option error \(code)).")
    }
  }

  private func check(_ arguments: [String], for command: CommandSpec) throws(CommandFailure) {
    let needed = command.arguments.filter { $0.count == .one }
    if arguments.count < needed.count {
      throw .usage(
        "'\(command.name)' needs \(needed[arguments.count].name).",
        hint: "Usage: figctl \(command.usage)", code: "MISSING_ARGUMENT")
    }
    let takesAny = command.arguments.contains { $0.count == .any }
    if !takesAny, arguments.count > command.arguments.count {
      // Not repeated: it may be a key or a password that was meant for the prompt.
      let hint =
        command.path == ["key", "set"]
        ? "The key is typed or pasted at its prompt, or piped in. If the word was a key, replace it: "
          + "your shell's history has it now."
        : (command.arguments.contains { $0.name == "TASK" }
          ? "A name with spaces is put in quotes. " : "") + "Usage: figctl \(command.usage)"
      throw .usage(
        "'\(command.name)' takes no further argument.", hint: hint, code: "UNEXPECTED_ARGUMENT")
    }
  }
}
