import AppIntents
import Figranium

/// `figctl stop`: stops a run.
enum StopCommand {
  static let spec = CommandSpec(
    path: ["stop"], summary: "stop a run",
    discussion: "Servers grant this only to a signed-in session, except those of the "
      + "documentation's dialect; then the exit code is 6.",
    arguments: [.init("RUN-ID", "the id that the run was started with")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let runID = context.arguments[0]
    let outcome = try await IntentRunner(context: context).perform(
      StopFigraniumExecutionIntent.self, ["runID": runID])
    try context.console.result(
      ["dialog": JSONDocument(outcome.dialog), "runId": .string(runID)],
      [VisibleText.escaping(outcome.dialog ?? "")])
    return .ok
  }
}
