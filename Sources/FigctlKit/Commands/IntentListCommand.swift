import AppIntents

/// `figctl intent list`: the App Intents of this program.
enum IntentListCommand {
  static let spec = CommandSpec(
    path: ["intent", "list"], summary: "list the App Intents, as the desktop sees them", run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let intents = IntentRunner.registry.intents.filter(\.isDiscoverable)
    var table = TextTable(["NAME", "TITLE", "PARAMETERS"])
    for intent in intents {
      table.add([
        intent.identifier, intent.title, intent.parameters.map(\.name).joined(separator: ", "),
      ])
    }
    try context.console.result(
      ["intents": .array(intents.map(IntentDescribeCommand.document))], table)
    return .ok
  }
}
