import FigraniumSecretService
import GLibBridge

/// `figctl profile remove`: takes a profile away, with its key if asked.
enum ProfileRemoveCommand {
  static let spec = CommandSpec(
    path: ["profile", "remove"], summary: "remove a profile",
    discussion: """
      Its key stays in the credential store unless --delete-key is given. The key is deleted \
      first: when that fails, the profile stays. While the key is being rotated, or when a rotation \
      was interrupted and the key would stay, the profile stays too (exit code 9). A signed-in \
      session stays in any case: end it with 'figctl logout' before.
      """,
    arguments: [.init("NAME", "the profile")],
    options: [.flag("delete-key", "delete its key as well")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    let store = try ProfileStore()
    let profile = try store.profileToRepair(name)
    let deletesKey = context.flags.contains("delete-key")
    var deletedKeys = 0
    if deletesKey {
      deletedKeys = try await KeyDeleteCommand.delete(profile, context).removed
    } else if try !store.contains(name) {
      throw CommandFailure(
        .notFound, "PROFILE_NOT_FOUND", "The profile '\(name)' is built in: nothing to remove.")
    }
    // Whoever stores or rotates the key of this profile needs the profile meanwhile.
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    if try !deletesKey && hasRotationLeft(profile, context) {
      throw CommandFailure(
        .conflict, "ROTATION_UNFINISHED",
        "A rotation of the key of profile '\(name)' was interrupted: the profile is still needed.",
        hint: "Finish it with 'figctl -p \(name) key recover', or add --delete-key.")
    }
    try await store.remove(name)
    TaskNameCache().forget(name)
    try context.console.result(
      ["removed": .string(name), "deletedKeys": JSONDocument(deletedKeys)],
      ["Removed profile '\(name)'\(deletedKeys > 0 ? " and its key" : "")."])
    if !deletesKey {
      let items = [name, "'\(name)#previous'", "'\(name)#pending'"]
      context.console.note(
        "Its key, if there is one, stays in the credential store. To delete it, with what rotations "
          + "keep beside it (the one before, and one not yet in use):\n"
          + items.map { "secret-tool clear service figranium account \($0) application figctl" }
          .joined(separator: "\n"))
    }
    return .ok
  }

  /// Whether something is noted that only a figctl with this profile can settle; no server and no
  /// store is asked.
  private static func hasRotationLeft(_ profile: Profile, _ context: CommandContext) throws -> Bool
  {
    let store = context.keyStore(for: profile)
    // Settings that are of no use must not keep their profile.
    let rotator =
      try (try? context.rotator(for: profile, in: store))
      ?? KeyRotator(store: store, identity: profile.identity, baseURL: Profile.defaultServer)
    return rotator.mayHaveRemains
  }
}
