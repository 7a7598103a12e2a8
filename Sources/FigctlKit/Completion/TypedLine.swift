import GLibBridge

/// What the words before the cursor say: which command it is, and what is expected next.
///
/// Not ``CommandParser``: that one refuses a line that is not finished.
struct TypedLine {
  /// The words that name a command, or the beginning of one.
  var path: [String] = []
  /// The command, once its words are all there.
  var command: CommandSpec?
  /// The words after the command that are no options.
  var positionals: [String] = []
  /// An option whose value comes next.
  var openOption: OptionSpec?
  /// The long names of the options that were given.
  var given: Set<String> = []
  /// The value of `--profile`.
  var profile: String?
  /// Whether what looks like an option is none: behind `--`, or another program's.
  var endsOptions = false

  private let commands: [CommandSpec]

  init(_ words: ArraySlice<String>, commands: [CommandSpec]) {
    self.commands = commands
    for word in words { read(word) }
  }

  /// The options that may stand here.
  var options: [OptionSpec] {
    let own =
      command?.options
      ?? (path.isEmpty ? [] : commands.filter { $0.path.starts(with: path) }.flatMap(\.options))
    return own + GlobalOptions.specs
  }

  /// The argument that comes next; the last one again when it may be repeated.
  var argument: CommandSpec.Argument? {
    guard let arguments = command?.arguments, let last = arguments.last else { return nil }
    if positionals.count < arguments.count { return arguments[positionals.count] }
    return last.count == .any ? last : nil
  }

  private mutating func read(_ word: String) {
    if let option = openOption {
      take(word, for: option)
      openOption = nil
    } else if endsOptions || !word.hasPrefix("-") || word == "-" {
      readPlain(word)
    } else if word == "--" {
      endsOptions = true
    } else if word.hasPrefix("--") {
      readLong(word.dropFirst(2))
    } else {
      readShort(word.dropFirst())
    }
  }

  private mutating func readPlain(_ word: String) {
    if let command {
      positionals.append(word)
      if command.takesRest { endsOptions = true }
      return
    }
    path.append(word)
    command = commands.first { $0.path == path }
  }

  private mutating func readLong(_ word: Substring) {
    let name = word.prefix { $0 != "=" }
    guard let option = options.first(where: { $0.long == name }) else { return }
    given.insert(option.long)
    guard option.placeholder != nil else { return }
    if name.count < word.count {
      take(String(word.dropFirst(name.count + 1)), for: option)
    } else {
      openOption = option
    }
  }

  /// `-q`, `-qv`, `-p NAME` and `-pNAME`.
  private mutating func readShort(_ letters: Substring) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else { return }
      given.insert(option.long)
      guard option.placeholder != nil else { continue }
      if rest.isEmpty { openOption = option } else { take(String(rest), for: option) }
      return
    }
  }

  private mutating func take(_ value: String, for option: OptionSpec) {
    if option.long == "profile" { profile = value }
  }
}
