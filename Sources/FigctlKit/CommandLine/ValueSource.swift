package import GLibBridge

/// What can be offered for a word of the command line, for completion.
///
/// It follows from what usage lines call the word, so that a command says it once. A word that is
/// not in the table is offered nothing.
package enum ValueSource: Sendable, Hashable {
  /// Free text.
  case nothing
  /// One of these.
  case words([String])
  /// A profile's name.
  case profiles
  /// A task's id or name, as the server last listed them.
  case tasks
  /// An App Intent.
  case intents
  /// What runs a shortcut.
  case phrases
  /// `PARAM=VALUE` of the intent or shortcut before it.
  case parameters
  /// `KEY=VALUE` of a profile.
  case settings
  /// A file.
  case files
  /// A folder.
  case folders
  /// A program.
  case programs

  /// What a command's argument takes.
  package static func of(
    _ argument: CommandSpec.Argument, in command: CommandSpec
  ) -> ValueSource {
    // The same word for different things.
    if argument.name == "NAME" {
      switch command.path.first {
      case "intent": return .intents
      case "profile": return command.path == ["profile", "add"] ? .nothing : .profiles
      default: return .nothing
      }
    }
    return byName[argument.name] ?? .nothing
  }

  /// What an option takes; nothing for a flag.
  package static func of(_ option: OptionSpec) -> ValueSource {
    if option.long == "profile" { return .profiles }
    return option.placeholder.flatMap { byName[$0] } ?? .nothing
  }

  /// Whether the table knows a name, if only as free text.
  package static func isKnown(_ name: String) -> Bool { byName[name] != nil }

  private static let byName: [String: ValueSource] = [
    "TASK": .tasks, "PHRASE": .phrases, "PARAM=VALUE": .parameters, "KEY=VALUE": .settings,
    "FILE": .files, "PATH": .files, "FILE.json": .files, "OUT.jsonl": .files, "ARGUMENT": .files,
    "WORD": .files, "FOLDER": .folders, "DIR": .folders, "COMMAND": .programs,
    "SHELL": .words(CompletionShell.allCases.map(\.rawValue)),
    "WHEN": .words(GlobalOptions.Color.allCases.map(\.rawValue)),
    "HEADER": .words(Profile.KeyHeader.allCases.map(\.rawValue)),
    "WHICH": .words(Profile.Routes.allCases.map(\.rawValue)),
    "HOW": .words(["stop", "wait"]), "NAME": .nothing, "NAME=VALUE": .nothing, "URL": .nothing,
    "SECONDS": .nothing,
    "TEXT": .nothing, "N": .nothing, "ADDRESS": .nothing, "DAYS": .nothing, "LABEL": .nothing,
    "RUN-ID": .nothing, "EXECUTION-ID": .nothing, "ID": .nothing, "PAGE": .nothing,
    "SERVICE": .nothing, "USER": .nothing, "ATTR": .nothing, "VALUE": .nothing,
    "DATE": .nothing, "DURATION": .nothing, "PORT": .nothing,
  ]
}

/// The shells that there is a completion for.
package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}
