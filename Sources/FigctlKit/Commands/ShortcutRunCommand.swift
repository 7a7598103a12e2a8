import AppIntents

/// `figctl shortcut run`: runs an intent by what one would say.
enum ShortcutRunCommand {
  static let spec = CommandSpec(
    path: ["shortcut", "run"], summary: "run a shortcut by its phrase",
    discussion: "A parameter that is missing is asked for on a terminal.",
    arguments: [
      .init("PHRASE", "one of its phrases, or its title"),
      .init("PARAM=VALUE", "a parameter and its value", count: .any),
    ],
    options: [IntentRunner.speakOption],
    examples: ["figctl shortcut run 'Run a Figranium task' 'task=Scrape title'"], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let match = try IntentRunner.registry.match(phrase: context.arguments[0])
    let given = try IntentRunner.parameters(context.arguments.dropFirst())
    let parameters = match.parameters.merging(given) { _, given in given }
    let runner = IntentRunner(context: context)
    let outcome = try await runner.perform(match.shortcut.intent, parameters)
    try runner.print(outcome)
    await runner.speak(outcome)
    return .ok
  }
}
