/// One option of a command line.
package struct OptionSpec: Sendable, Equatable {
  /// Whether the option takes a value, and how often it may stand.
  package enum Kind: Sendable, Equatable {
    /// Takes no value.
    case flag

    /// Takes one value; the last one counts.
    case value(placeholder: String)

    /// Takes a value each time; all of them count, in their order.
    case values(placeholder: String)
  }

  /// The long name without its dashes, such as `profile`.
  package let long: String

  /// The one ASCII letter after a single dash, if there is one.
  package let short: Character?

  /// Whether it takes a value.
  package let kind: Kind

  /// One line of help.
  package let help: String

  /// Describes an option.
  package init(long: String, short: Character? = nil, kind: Kind, help: String) {
    self.long = long
    self.short = short
    self.kind = kind
    self.help = help
  }

  var takesValue: Bool { kind != .flag }
}

/// What a command line says.
package struct ParsedOptions: Sendable, Equatable {
  /// The long names of the flags that were given.
  package var flags: Set<String>

  /// The values of the other options that were given, by long name.
  package var values: [String: [String]]

  /// The arguments that belong to no option, in their order.
  package var positionals: [String]

  /// What a parse would give.
  package init(
    flags: Set<String> = [], values: [String: [String]] = [:], positionals: [String] = []
  ) {
    self.flags = flags
    self.values = values
    self.positionals = positionals
  }
}

/// What is wrong with a command line.
///
/// Carries names only: a value might be a key that was typed in the wrong place.
package enum OptionError: Error, Sendable, Equatable {
  /// No such option. `name` is as typed, dashes included, without any value.
  case unknown(name: String)

  /// The option, by its long name, needs a value and has none.
  case missingValue(name: String)

  /// The flag, by its long name, was given a value.
  case unexpectedValue(name: String)

  /// The parser failed in another way, in GLib's words about the form and not about values.
  case failed(code: Int32)
}
