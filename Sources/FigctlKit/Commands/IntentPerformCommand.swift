import AppIntents

/// `figctl intent perform`: runs an intent by its name.
enum IntentPerformCommand {
  static let spec = CommandSpec(
    path: ["intent", "perform"], summary: "perform an App Intent",
    discussion: "A parameter that is missing is asked for on a terminal.",
    arguments: [
      .init("NAME", "its name or its title"),
      .init("PARAM=VALUE", "a parameter and its value", count: .any),
    ],
    options: [IntentRunner.speakOption],
    examples: ["figctl intent perform 'Run Figranium Task' 'task=Scrape title'"], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let intent = try IntentRunner.registry.intent(named: context.arguments[0])
    let parameters = try IntentRunner.parameters(context.arguments.dropFirst())
    let runner = IntentRunner(context: context)
    let outcome = try await runner.perform(intent, parameters)
    try runner.print(outcome)
    await runner.speak(outcome)
    return .ok
  }
}
