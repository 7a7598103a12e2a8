package import GLibBridge

/// The options that every command takes.
package struct GlobalOptions: Sendable {
  /// When to use colour.
  package enum Color: String, Sendable, CaseIterable {
    case never
    case auto
    case always
  }

  /// `-p`: which profile; the default one when not given.
  package var profile: String?
  /// `--server`: another server, for this call only.
  package var server: String?
  /// `--json`: one document on stdout.
  package var json = false
  /// `-q`: no progress, warnings or hints.
  package var quiet = false
  /// `-v`: requests and store calls on stderr.
  package var verbose = false
  /// `--timeout`: the limit for the whole command.
  package var timeout: Duration?
  /// `--no-prompt`: never ask, neither here nor on the desktop.
  package var noPrompt = false
  /// `--color`.
  package var color = Color.auto

  /// The options as help and the parser know them.
  package static let specs: [OptionSpec] = [
    .value("profile", short: "p", "NAME", "use this profile instead of the default one"),
    .value("server", "URL", "use this server, for this call only"),
    .flag("json", "print one JSON document on standard output"),
    .flag("quiet", short: "q", "no progress, warnings or hints"),
    .flag("verbose", short: "v", "show requests and store calls, never a secret"),
    .value("timeout", "SECONDS", "end the whole command after this time"),
    .flag("no-prompt", "never ask, neither on the terminal nor on the desktop"),
    .value("color", "WHEN", "never, auto or always"),
    .flag("version", "print the version"),
    .flag("help", short: "h", "print help for the command"),
  ]

  /// None given.
  package init() {}

  /// Reads them out of a parsed command line.
  ///
  /// - Throws: ``CommandFailure`` for a value that cannot be.
  package init(_ parsed: ParsedOptions) throws(CommandFailure) {
    profile = parsed.values["profile"]?.last
    server = parsed.values["server"]?.last
    json = parsed.flags.contains("json")
    quiet = parsed.flags.contains("quiet")
    verbose = parsed.flags.contains("verbose")
    noPrompt = parsed.flags.contains("no-prompt")
    if let text = parsed.values["timeout"]?.last {
      guard let seconds = Double(text), seconds.isFinite, seconds > 0, seconds <= 86_400 * 7 else {
        throw .usage(
          "--timeout takes a number of seconds above 0, not '\(text)'.",
          hint: "For example: --timeout 30")
      }
      timeout = .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }
    if let text = parsed.values["color"]?.last {
      guard let color = Color(rawValue: text) else {
        throw .usage("--color takes never, auto or always, not '\(text)'.")
      }
      self.color = color
    }
  }
}
