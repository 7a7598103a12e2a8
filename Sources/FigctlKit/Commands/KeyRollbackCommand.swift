import Figranium
import FigraniumSecretService

/// `figctl key rollback`: back to the key before.
enum KeyRollbackCommand {
  static let spec = CommandSpec(
    path: ["key", "rollback"], summary: "go back to the previous key, if the server still takes it",
    discussion: """
      When a key is replaced, the one before is kept in the credential store; after a rotation as \
      long as the server takes it (see 'figctl key rotate --keep-old'). This tries it on the server \
      and puts it back in place; the current one becomes the previous one, so that a second rollback \
      goes forward again. No key is revoked. 'figctl key rotate', 'figctl key set' and 'figctl key \
      import' all keep the key before. One that was stored for another server is not sent to this \
      one. Which key it is, 'figctl key show' tells.
      """,
    examples: ["figctl key rollback"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profileForKey()
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    context.tellWhatIsLeftOnInterrupt(profile)
    let report = try await context.rotator(for: profile, in: store, isRollback: true)
      .rollBack()
    context.watch.onInterrupt(nil)
    try context.console.result(
      RotationOutput.document(report, profile), RotationOutput.lines(report, profile))
    return .ok
  }
}
