import AppIntents
import Figranium

/// `figctl stop`: stops a run.
enum StopCommand {
  static let spec = CommandSpec(
    path: ["stop"], summary: "stop a run",
    discussion: """
      Servers grant this only to a signed-in session, except those of the documentation's dialect: \
      sign in once with 'figctl login'. Without a session the run goes on, and the exit code is 6.

      Such servers agree to any id, also to one that no run has: 'figctl status' tells what became of \
      it.
      """,
    arguments: [.init("RUN-ID", "the id that the run was started with")],
    examples: ["figctl stop run-5f0c2c1e-1b7d-4c70-9d55-2f3a6d1c8e90"],
    run: run)

  /// Where the ids are that it takes.
  static let runIDs =
    "It takes the id that the run was started with: 'figctl run --detach' prints it, and 'figctl run' "
    + "on Ctrl-C."

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let runID = context.arguments[0]
    let outcome: IntentOutcome
    do {
      outcome = try await IntentRunner(context: context).perform(
        StopFigraniumExecutionIntent.self, ["runID": runID])
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      var failure = ErrorRenderer.failure(error)
      failure.message += " If there is such a run, it goes on."
      throw failure
    } catch let error as FigraniumError where error.kind == .executionNotFound {
      var failure = ErrorRenderer.failure(error)
      failure.hint = runIDs
      throw failure
    }
    try context.console.result(
      ["dialog": JSONDocument(outcome.dialog), "runId": .string(runID)],
      [VisibleText.escaping(outcome.dialog ?? "")])
    if isExecutionID(runID) {
      context.console.warning(
        "'\(runID)' looks like the id of an execution, and not of a run: the server may have agreed "
          + "to stop nothing. See how it stands: figctl\(context.profileOption) status \(runID)")
    }
    return .ok
  }

  /// Whether it has the form that servers give executions: `exec_1796000997613_1`.
  private static func isExecutionID(_ id: String) -> Bool {
    let parts = id.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count > 1 && parts[0] == "exec" && parts[1].allSatisfy(\.isNumber)
      && !parts[1].isEmpty
  }
}
