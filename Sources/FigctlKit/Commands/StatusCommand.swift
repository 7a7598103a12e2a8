import AppIntents
import Figranium

/// `figctl status`: how an execution stands.
enum StatusCommand {
  static let spec = CommandSpec(
    path: ["status"], summary: "show how an execution stands",
    arguments: [
      .init("EXECUTION-ID", "its id; servers from 0.19 on also take the id of its run")
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let executionID = context.arguments[0]
    let outcome = try await IntentRunner(context: context).perform(
      GetFigraniumExecutionStatusIntent.self, ["executionID": executionID])
    let dialog = outcome.dialog ?? ""
    try context.console.result(
      [
        "dialog": .string(dialog), "status": JSONDocument(status(in: dialog)),
        "executionId": .string(executionID),
      ], [VisibleText.escaping(dialog)])
    return .ok
  }

  /// The word in the documented sentence `Execution status: WORD.`, so that scripts need not cut it
  /// out themselves.
  static func status(in dialog: String) -> String? {
    let start = "Execution status: "
    guard dialog.hasPrefix(start), dialog.hasSuffix(".") else { return nil }
    return String(dialog.dropFirst(start.count).dropLast())
  }
}
