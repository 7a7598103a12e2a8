import GLibBridge

/// `figctl profile add`: a new profile.
enum ProfileAddCommand {
  static let spec = CommandSpec(
    path: ["profile", "add"], summary: "add a profile for a server",
    discussion: """
      The server is given with --server. A http:// server on another machine also needs \
      --insecure-http, since the key would cross the network in the clear.
      """,
    arguments: [.init("NAME", "letters, digits, '-', '_' and '.'")],
    options: [
      .value("key-header", "HEADER", "authorization (default) or x-api-key"),
      .value("ca-file", "FILE", "certificates to trust instead of the system's"),
      .flag("insecure-http", "allow http:// to another machine"),
      .value("routes", "WHICH", "auto (default), documented or server"),
      .value("max-key-age", "DAYS", "when a key is due for rotation"),
      .value("collection", "LABEL", "the collection for its key, instead of the default one"),
    ],
    examples: ["figctl profile add work --server https://figranium.example.com"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    try Profile.check(name: name)
    guard let server = context.global.server else {
      throw CommandFailure.usage(
        "'profile add' needs --server URL.",
        hint: "For example: figctl profile add \(name) --server https://figranium.example.com",
        code: "MISSING_OPTION")
    }
    let store = try ProfileStore()
    var profile = Profile(name: name)
    try profile.set(.server, to: server)
    for setting in Profile.Setting.settable {
      if let text = context.value(setting.rawValue) { try profile.set(setting, to: text) }
    }
    if context.flags.contains("insecure-http") { profile.allowsInsecureHTTP = true }
    try profile.checkTransport(allowing: "--insecure-http")
    try await store.add(profile)
    try context.console.result(
      ProfileShowCommand.document(profile, isDefault: try store.defaultName() == name),
      ["Added profile '\(name)' for \(VisibleText.escaping(server))."])
    context.console.note("Store its key: figctl -p \(name) key set")
    return .ok
  }
}
