package import GLibBridge

/// One command: the single source for parsing it, its help, its completion and its manual entry.
package struct CommandSpec: Sendable {
  /// A word after the command that is not an option.
  package struct Argument: Sendable, Hashable {
    /// How often it may stand there.
    package enum Count: Sendable {
      case one
      case optional
      case any
    }

    /// What usage lines show, in capitals.
    package var name: String
    /// One line for help.
    package var help: String
    /// How often it may stand there.
    package var count: Count

    package init(_ name: String, _ help: String, count: Count = .one) {
      self.name = name
      self.help = help
      self.count = count
    }
  }

  /// The words that name it, for example `["key", "set"]`.
  package var path: [String]
  /// One line, without a full stop: what it does.
  package var summary: String
  /// Paragraphs for its help page; may be empty.
  package var discussion: String = ""
  /// What stands after it.
  package var arguments: [Argument] = []
  /// Its own options; the global ones come on top.
  package var options: [OptionSpec] = []
  /// Lines that can be typed as they are.
  package var examples: [String] = []
  /// Whether everything from its first argument on belongs to another program, options too.
  package var takesRest = false
  /// Whether it sees to SIGINT and SIGTERM itself, and ends in its own way then.
  package var handlesSignals = false
  /// Does it.
  package var run: @Sendable (CommandContext) async throws -> ExitCode

  /// The words with spaces between.
  package var name: String { path.joined(separator: " ") }

  /// The usage line without the program's name.
  package var usage: String {
    var words = path
    if !options.isEmpty { words.append("[options]") }
    for argument in arguments {
      switch argument.count {
      case .one: words.append(argument.name)
      case .optional: words.append("[\(argument.name)]")
      case .any: words.append("[\(argument.name)…]")
      }
    }
    return words.joined(separator: " ")
  }
}

extension OptionSpec {
  /// An option without a value.
  static func flag(_ long: String, short: Character? = nil, _ help: String) -> OptionSpec {
    OptionSpec(long: long, short: short, kind: .flag, help: help)
  }

  /// An option with one value; the last one given counts.
  static func value(_ long: String, short: Character? = nil, _ placeholder: String, _ help: String)
    -> OptionSpec
  {
    OptionSpec(long: long, short: short, kind: .value(placeholder: placeholder), help: help)
  }

  /// An option with a value that may be given several times.
  static func values(_ long: String, _ placeholder: String, _ help: String) -> OptionSpec {
    OptionSpec(long: long, short: nil, kind: .values(placeholder: placeholder), help: help)
  }

  /// What stands for the value in help; `nil` for a flag.
  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .value(let placeholder), .values(let placeholder): placeholder
    }
  }
}
