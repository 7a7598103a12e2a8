import AppIntents

/// `figctl shortcut list`: the phrases that run intents.
enum ShortcutListCommand {
  static let spec = CommandSpec(
    path: ["shortcut", "list"], summary: "list the shortcuts and their phrases", run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let shortcuts = IntentRunner.registry.shortcuts
    var table = TextTable(["PHRASE", "TITLE", "INTENT"])
    for shortcut in shortcuts {
      for phrase in shortcut.phrases {
        table.add([phrase, shortcut.title, shortcut.intent.identifier])
      }
    }
    try context.console.result(
      [
        "shortcuts": .array(
          shortcuts.map { shortcut in
            [
              "title": .string(shortcut.title), "intent": .string(shortcut.intent.identifier),
              "phrases": .array(shortcut.phrases.map(JSONDocument.string)),
            ]
          })
      ], table)
    return .ok
  }
}
