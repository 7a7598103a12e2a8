import Figranium
import FigraniumSecretService
import SystemBridge

/// `figctl init`: the first minutes, asked for step by step.
enum InitCommand {
  static let spec = CommandSpec(
    path: ["init"], summary: "set up the first profile and its key, step by step",
    discussion: """
      Asks for the server, tries it, asks for the key without showing it, checks and stores it, and \
      shows what to type next. A key that the server refuses is asked for again, three times in all. \
      In a script use 'figctl profile add' and 'figctl key set' instead.
      """,
    run: run)

  private static let scriptHint =
    "In a script: figctl profile add NAME --server URL, then figctl -p NAME key set < FILE"

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    guard Terminal.isTerminal(0), Terminal.isTerminal(2), !context.global.noPrompt else {
      throw CommandFailure.usage(
        "'init' asks questions and needs a terminal.", hint: scriptHint, code: "PROMPT_REFUSED")
    }
    let profiles = try ProfileStore()
    let name = try context.global.profile ?? profiles.defaultName()
    try Profile.check(name: name)
    var profile =
      try profiles.contains(name) ? profiles.profileToRepair(name) : Profile(name: name)
    context.watch.profileName = name
    try await askServer(&profile, context)
    let store = context.keyStore(for: profile)
    store.prepare()
    context.console.note(
      "Figranium shows its API key under Settings, API key. What you type or paste is not shown.")
    let server = profile.server
    try await profiles.update(name, creating: true) { profile throws(CommandFailure) in
      try profile.set(.server, to: server)
    }
    let checked = try await Terminal.hidingInput { try await askKey(profile, store, context) }
    try finish(profile, checked: checked, context)
    return .ok
  }

  /// Asks for the key until it can be one and the server takes it; three times at most.
  ///
  /// - Returns: Whether the server was asked.
  private static func askKey(
    _ profile: Profile, _ store: KeyStore, _ context: CommandContext
  ) async throws -> Bool {
    var left = 3
    while true {
      left -= 1
      do {
        let key = try await KeySource.read(
          context, prompt: "API key for \(profile.server): ", for: store)
        return try await KeySetCommand.storeChecked(key, for: profile, in: store, context)
      } catch {
        let failure = ErrorRenderer.failure(error)
        // Another key helps against these, and against nothing else.
        let isAboutKey =
          failure.exit == .denied && failure.code != "IP_NOT_ALLOWED"
          || failure.code == "CREDENTIAL_INVALID"
        guard isAboutKey, left > 0 else { throw error }
        context.console.warning(failure.message)
        context.console.note("Once more, or Ctrl-C to leave.")
      }
    }
  }

  /// Asks until the answer is an address that somebody answers at, or that the user insists on.
  private static func askServer(_ profile: inout Profile, _ context: CommandContext) async throws {
    if let server = context.global.server { try profile.set(.server, to: server) }
    while true {
      let question = "Figranium server [\(profile.server)]: "
      guard let answer = try await Question.text(question, context, hint: scriptHint) else {
        throw CommandFailure(.interrupted, "REQUEST_ABORTED", "Nothing was stored.")
      }
      do {
        if !answer.isEmpty { try profile.set(.server, to: answer) }
        try profile.checkTransport()
        let client = try context.client(for: profile, secret: nil)
        _ = try await client.tasks.listSummaries()
        return context.console.note("The server answers.")
      } catch let error as FigraniumError {
        switch ExitCodeTable.exitCode(for: error) {
        // It wants a key: that is what a Figranium server says.
        case .denied: return context.console.note("The server answers.")
        default:
          context.console.warning(error.message)
          if try await Question.confirm("Use it all the same? [y/N] ", context, otherwise: "--yes")
          {
            return
          }
        }
      } catch let failure as CommandFailure where failure.exit == .usage {
        context.console.failure(failure)
      }
    }
  }

  private static func finish(_ profile: Profile, checked: Bool, _ context: CommandContext) throws {
    let option = context.profileOption
    var lines = [
      "Stored the key of profile '\(profile.name)'\(checked ? "; the server takes it" : "").",
      "", "Next:", "  figctl\(option) task list", "  figctl\(option) run TASK",
    ]
    if !option.isEmpty { lines.append("  figctl profile use \(profile.name)") }
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "stored": true,
        "checked": .bool(checked),
      ], lines)
  }
}
