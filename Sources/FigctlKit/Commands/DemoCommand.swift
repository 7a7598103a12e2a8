import AppIntents
import DemoServer
import Figranium
import FigraniumSecretService

/// `figctl demo`: shows the whole of it with a throw-away key and a server of its own.
enum DemoCommand {
  static let spec = CommandSpec(
    path: ["demo"], summary: "show how it works, with a throw-away key and a server of its own",
    discussion: """
      Stores a made-up key in your credential store under an account of its own, starts a small \
      Figranium server that only this machine can reach, runs the three intents against it, rotates \
      the key, and deletes it. Your profiles and keys are not touched. It cleans up after an error and \
      after Ctrl-C as well.

      With --serve it does none of this: the server alone runs until Ctrl-C, with a made-up key that \
      it shows, to try the other commands with. Runs do what the variables demo_outcome, demo_data, \
      demo_delay (milliseconds) and demo_hold say.
      """,
    options: DemoServing.options,
    examples: ["figctl demo", "figctl demo --serve"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    if context.flags.contains("serve") { return try await DemoServing.run(context) }
    guard context.value("port") == nil else {
      throw CommandFailure.usage("--port goes with --serve.")
    }
    let stage = try DemoStage(context)
    context.watch.onInterrupt(alsoAtTimeout: true) { await stage.cleanUp() }
    do {
      let document = try await play(on: stage, context)
      context.watch.onInterrupt(nil)
      if context.console.isJSON { try context.console.document(document) }
      return .ok
    } catch {
      context.watch.onInterrupt(nil)
      await stage.cleanUp()
      throw error
    }
  }

  private static func play(on stage: DemoStage, _ context: CommandContext) async throws
    -> JSONDocument
  {
    try stage.tell("A Figranium server on this machine, at \(stage.server.baseURL).")
    try stage.tell("Store a key and a session made for this demo in the credential store:")
    let key = stage.key
    try await stage.storeKey()
    try stage.show("Stored the key of account '\(stage.account)' (fingerprint \(key.fingerprint)).")

    try stage.tell(
      "Run a task. The intent asks its provider for a client, the provider asks the credential "
        + "store for the key:")
    let run = try await stage.perform(RunFigraniumTaskIntent.self, ["task": "Scrape title"])

    try stage.tell("Start it again, and stop it while it runs:")
    let (stop, runID) = try await stage.performStop()

    try stage.tell("Ask how that execution stands:")
    let status = try await stage.perform(
      GetFigraniumExecutionStatusIntent.self, ["executionID": runID])

    try stage.tell(
      "Rotate the key. The new one is tried before it takes the old one's place, and the old one is "
        + "revoked last:")
    let rotated = try await stage.rotate()
    try stage.show("Rotated the key of account '\(stage.account)' (fingerprint \(rotated)).")

    try stage.tell("The intents find the new key by themselves:")
    let again = try await stage.perform(RunFigraniumTaskIntent.self, ["task": "Scrape title"])

    try stage.tell("Delete the key, and look whether it is gone:")
    try await stage.deleteKey()
    try stage.show("Deleted the key of account '\(stage.account)'.")
    stage.server.stop()
    try stage.tell("That was all. Your own key: figctl init")
    return [
      "account": .string(stage.account), "fingerprint": .string(key.fingerprint),
      "rotatedFingerprint": .string(rotated),
      "dialogs": .array([run, stop, status, again].map(JSONDocument.string)), "keyDeleted": true,
    ]
  }
}
