import AppIntents
import Figranium

/// `figctl stop`: stops a run.
enum StopCommand {
  static let spec = CommandSpec(
    path: ["stop"], summary: "stop a run",
    discussion: """
      Servers grant this only to a signed-in session, except those of the documentation's dialect: \
      sign in once with 'figctl login'. Without a session the run goes on, and the exit code is 6.
      """,
    arguments: [.init("RUN-ID", "the id that the run was started with")],
    examples: ["figctl stop run-5f0c2c1e-1b7d-4c70-9d55-2f3a6d1c8e90"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let runID = context.arguments[0]
    let outcome: IntentOutcome
    do {
      outcome = try await IntentRunner(context: context).perform(
        StopFigraniumExecutionIntent.self, ["runID": runID])
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      var failure = ErrorRenderer.failure(error)
      failure.message += " The run goes on."
      throw failure
    }
    try context.console.result(
      ["dialog": JSONDocument(outcome.dialog), "runId": .string(runID)],
      [VisibleText.escaping(outcome.dialog ?? "")])
    return .ok
  }
}
