import AppIntents

/// `figctl intent describe`: an intent with its parameters.
enum IntentDescribeCommand {
  static let spec = CommandSpec(
    path: ["intent", "describe"], summary: "describe an App Intent and its parameters",
    arguments: [.init("NAME", "its name or its title")],
    examples: ["figctl intent describe 'Run Figranium Task'"], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let intent = try IntentRunner.registry.intent(named: context.arguments[0])
    var lines = ["\(intent.title)", "name: \(intent.identifier)"]
    if let description = intent.description { lines.append("description: \(description)") }
    if let summary = intent.summary { lines.append("summary: \(summary)") }
    for parameter in intent.parameters {
      lines.append(
        "parameter \(parameter.name): \(parameter.title), \(parameter.typeName)"
          + (parameter.isOptional ? ", optional" : "")
          + (parameter.defaultText.map { ", \($0) by default" } ?? ""))
      lines.append("  takes \(parameter.accepts)")
    }
    try context.console.result(document(intent), lines.map { VisibleText.escaping($0) })
    return .ok
  }

  /// An intent as `--json` prints it.
  static func document(_ intent: IntentDescriptor) -> JSONDocument {
    [
      "name": .string(intent.identifier), "title": .string(intent.title),
      "description": JSONDocument(intent.description), "summary": JSONDocument(intent.summary),
      "parameters": .array(intent.parameters.map(document)),
    ]
  }

  private static func document(_ parameter: ParameterDescriptor) -> JSONDocument {
    [
      "name": .string(parameter.name), "title": .string(parameter.title),
      "description": JSONDocument(parameter.description), "type": .string(parameter.typeName),
      "optional": .bool(parameter.isOptional), "list": .bool(parameter.isList),
      "default": JSONDocument(parameter.defaultText), "accepts": .string(parameter.accepts),
      "choices": .array(
        parameter.choices.map { ["id": .string($0.id), "title": .string($0.title)] }),
    ]
  }
}
