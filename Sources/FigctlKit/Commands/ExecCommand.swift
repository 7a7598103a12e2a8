import Figranium
import FigraniumSecretService
import SystemBridge

/// `figctl exec`: another program with the key in its environment, and nowhere else.
enum ExecCommand {
  static let spec = CommandSpec(
    path: ["exec"], summary: "run a program with the key in its environment",
    discussion: """
      Runs COMMAND in figctl's place with FIGRANIUM_API_KEY and FIGRANIUM_BASE_URL set, so that \
      other SDKs and scripts find them: nothing is written to a file or passed as an argument. \
      COMMAND keeps this terminal, gets all signals itself, and its exit code is the result; 127: it \
      was not found, 126: it cannot be run.

      Everything after COMMAND is its own, also what looks like an option of figctl. Other programs \
      that you run can read the environment of COMMAND as long as it runs.
      """,
    arguments: [
      .init("COMMAND", "a program, with its own arguments after it"),
      .init("ARGUMENT", "passed on as it is", count: .any),
    ],
    examples: ["figctl exec python3 report.py", "figctl -p work exec -- node index.js --all"],
    takesRest: true, run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profileForKey()
    let store = context.keyStore(for: profile)
    store.prepare()
    let credential = try await context.credentialForServer(of: profile, in: store)
    context.console.clearProgress()
    let error = ProcessReplacement.run(
      lastArguments: context.arguments.count,
      variables: ["FIGRANIUM_BASE_URL": profile.server],
      secret: ("FIGRANIUM_API_KEY", credential.secret.bytes))
    if error.isInterruption { throw error }
    let name = context.arguments[0]
    if error.isMissing {
      throw CommandFailure(
        .commandNotFound, "COMMAND_NOT_FOUND", "There is no program '\(name)'.",
        hint: name.contains("/") ? nil : "It is looked for in the folders that PATH names.")
    }
    throw CommandFailure(
      .cannotExecute, "COMMAND_NOT_RUN", "Cannot run '\(name)': \(error.reason).")
  }
}
