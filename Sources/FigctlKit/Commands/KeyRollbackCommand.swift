import Figranium
import FigraniumSecretService

/// `figctl key rollback`: back to the key before.
enum KeyRollbackCommand {
  static let spec = CommandSpec(
    path: ["key", "rollback"], summary: "go back to the previous key, if the server still takes it",
    discussion: """
      After 'figctl key rotate --keep-old', or when the old key could not be revoked, the key before \
      is kept in the credential store. This tries it on the server and puts it back in place; the \
      current one becomes the previous one, so that a second rollback goes forward again. No key is \
      revoked. The previous key is the one before the last rotation; 'figctl key set' keeps none.
      """,
    examples: ["figctl key rollback"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profileForKey()
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    context.tellWhatIsLeftOnInterrupt(profile)
    let report = try await context.rotator(for: profile, in: store).rollBack()
    context.watch.onInterrupt(nil)
    try context.console.result(
      RotationTexts.document(report, profile), RotationTexts.lines(report, profile))
    return .ok
  }
}
