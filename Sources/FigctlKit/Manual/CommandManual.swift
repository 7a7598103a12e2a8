import GLibBridge

/// The pages of the manual, by the names of their files.
package enum Manual: String, Sendable, CaseIterable {
  case command = "figctl.1"
  case configuration = "figctl.conf.5"
  case secrets = "figranium-secrets.7"

  /// The page's source.
  ///
  /// - Parameter date: What it says of its age, `2026-11-30`.
  package func text(date: String) -> String {
    switch self {
    case .command: CommandManual.text(date: date)
    case .configuration: ConfigurationManual.text(date: date)
    case .secrets: SecretsManual.text(date: date)
    }
  }
}

/// `figctl(1)`, out of the table of commands.
enum CommandManual {
  static func text(date: String) -> String {
    var page = ManualText("figctl", section: 1, date: date, kind: "User Commands")
    page.name("figctl", "keep Figranium API keys in the credential store, and run tasks with them")
    page.section("Synopsis")
    page.synopsis([
      .literal("figctl"), .glued("["), .placeholder("OPTION"), .plain("...]"),
      .placeholder("COMMAND"), .glued("["), .placeholder("ARGUMENT"), .plain("...]"),
    ])
    page.section("Description")
    page.paragraphs(description)
    page.section("Commands")
    for command in CommandTable.all { add(command, to: &page) }
    page.section("Options for every command")
    for option in GlobalOptions.specs { page.term(words(of: option), option.help + ".") }
    page.section("Exit status")
    for code in ExitCode.allCases { page.term([.literal("\(code.rawValue)")], code.meaning) }
    page.section("Environment")
    for (name, meaning) in environment { page.term([.literal(name)], meaning) }
    page.section("Files")
    for (path, meaning) in files { page.term([.placeholder(path)], meaning) }
    page.references([
      "figctl.conf(5)", "figranium-secrets(7)", "secret-tool(1)", "gnome-keyring-daemon(1)",
    ])
    return page.text
  }

  private static let description = """
    figctl keeps the API keys of Figranium servers in the desktop's credential store (GNOME Keyring, \
    KWallet or KeePassXC), and runs, stops and asks after tasks with them.

    The first time: 'figctl init'. To see it work without a server: 'figctl demo'. When something is \
    wrong: 'figctl doctor'.

    Data goes to standard output, all else to standard error. No option, argument or environment \
    variable takes a key or a password: they come from a hidden prompt, standard input, a file or a \
    file descriptor.

    Every wait has an end: 10 seconds for a call to the store, 120 seconds for a prompt on the \
    desktop, 10 seconds to connect, 60 seconds for an answer and 20 minutes for a run.
    """

  private static let environment: [(String, String)] = [
    (
      "DBUS_SESSION_BUS_ADDRESS",
      "The session bus, on which the credential store is; without it the socket bus in "
        + "XDG_RUNTIME_DIR."
    ),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "Where the files below are; ~/.config, ~/.local/state and ~/.cache when not set."
    ),
    (
      "https_proxy, no_proxy",
      "A proxy for servers with https:// on other machines, and the exceptions. A proxy is never "
        + "used for this machine or for http://."
    ),
    ("NO_COLOR", "No colour unless --color always is given. So does TERM=dumb."),
  ]

  private static let files: [(String, String)] = [
    ("$XDG_CONFIG_HOME/figranium/figctl.conf", "The profiles; see figctl.conf(5). No secret."),
    (
      "$XDG_STATE_HOME/figranium/keys.log",
      "What happened to the keys, as 'figctl key history' shows it; never a key."
    ),
    (
      "$XDG_STATE_HOME/figranium/keys/",
      "Notes on rotations that are not finished. Not to be deleted: 'figctl key recover' needs them."
    ),
    (
      "$XDG_CACHE_HOME/figranium/dialects.conf",
      "Which routes each server turned out to have. May be deleted at any time."
    ),
    (
      "$XDG_CACHE_HOME/figranium/tasks/",
      "Ids and names of tasks for completion, a file a profile. May be deleted at any time."
    ),
  ]

  private static func add(_ command: CommandSpec, to page: inout ManualText) {
    page.subsection(command.name)
    var synopsis: [ManualText.Word] = [.literal("figctl \(command.name)")]
    if !command.options.isEmpty { synopsis += [.glued("["), .placeholder("options"), .plain("]")] }
    for argument in command.arguments {
      switch argument.count {
      case .one: synopsis.append(.placeholder(argument.name))
      case .optional: synopsis += [.glued("["), .placeholder(argument.name), .plain("]")]
      case .any: synopsis += [.glued("["), .placeholder(argument.name), .plain("...]")]
      }
    }
    page.synopsis(tightened(synopsis))
    page.paragraphs(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    page.paragraphs(command.discussion)
    for argument in command.arguments {
      page.term([.placeholder(argument.name)], argument.help + ".")
    }
    for option in command.options { page.term(words(of: option), option.help + ".") }
    if !command.examples.isEmpty {
      page.paragraphs(command.examples.count == 1 ? "Example:" : "Examples:")
      page.example(command.examples)
    }
  }

  /// `[NAME]` without a space before the closing bracket.
  private static func tightened(_ words: [ManualText.Word]) -> [ManualText.Word] {
    var result: [ManualText.Word] = []
    for word in words {
      if case .plain(let text) = word, text.hasPrefix("]") || text.hasPrefix("..."),
        case .placeholder(let name)? = result.last
      {
        result[result.count - 1] = .placeholder(name + text)
      } else {
        result.append(word)
      }
    }
    return result
  }

  private static func words(of option: OptionSpec) -> [ManualText.Word] {
    let names = option.short.map { "-\($0), --\(option.long)" } ?? "--\(option.long)"
    return [.literal(names)] + (option.placeholder.map { [.placeholder($0)] } ?? [])
  }
}

extension ExitCode {
  /// When it is given, for the manual.
  var meaning: String {
    switch self {
    case .ok: "Done; for run: the outcome is success, or the server told none."
    case .outcome: "The run ended as error, crashed, anti_bot or stopped."
    case .usage:
      "A wrong option, argument, address or input, also what cannot be a key; no such intent or "
        + "shortcut; or a question was answered with no, or could not be asked."
    case .noKey: "No key is stored for this profile, or none to go back to, known for sure."
    case .store: "The credential store is locked, was dismissed, is absent, or refused."
    case .network: "The server cannot be reached: name, connection, TLS or a time limit."
    case .denied: "The server refused the key, or wants a signed-in session."
    case .notFound: "No such task, execution, key or profile."
    case .server: "Any other error of the server, or an answer that makes no sense."
    case .conflict:
      "Another figctl holds the lock, several tasks match, or the profile exists already."
    case .cannotExecute: "exec: the program cannot be run."
    case .commandNotFound: "exec: there is no such program."
    case .hungUp: "The terminal went away (SIGHUP)."
    case .interrupted: "Ctrl-C."
    case .terminated: "The process was asked to end (SIGTERM); service ends with 0 then."
    }
  }
}
