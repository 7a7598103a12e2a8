import FigraniumSecretService
import GLibBridge

/// `figctl profile remove`: takes a profile away, with its key if asked.
enum ProfileRemoveCommand {
  static let spec = CommandSpec(
    path: ["profile", "remove"], summary: "remove a profile",
    discussion: """
      Its key stays in the credential store unless --delete-key is given. The key is deleted \
      first: when that fails, the profile stays. A signed-in session stays in any case: end it with \
      'figctl logout' before.
      """,
    arguments: [.init("NAME", "the profile")],
    options: [.flag("delete-key", "delete its key as well")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    let store = try ProfileStore()
    _ = try store.profileToRepair(name)
    var deletedKeys = 0
    if context.flags.contains("delete-key") {
      let profile = try store.profileToRepair(name)
      deletedKeys = try await KeyDeleteCommand.delete(profile, context).removed
    } else if try !store.contains(name) {
      throw CommandFailure(
        .notFound, "PROFILE_NOT_FOUND", "The profile '\(name)' is built in: nothing to remove.")
    }
    try await store.remove(name)
    TaskNameCache().forget(name)
    try context.console.result(
      ["removed": .string(name), "deletedKeys": JSONDocument(deletedKeys)],
      ["Removed profile '\(name)'\(deletedKeys > 0 ? " and its key" : "")."])
    if !context.flags.contains("delete-key") {
      context.console.note(
        "Its key, if there is one, stays in the credential store. To delete it, and the one before "
          + "the last rotation:\n"
          + "secret-tool clear service figranium account \(name) application figctl\n"
          + "secret-tool clear service figranium account '\(name)#previous' application figctl")
    }
    return .ok
  }
}
