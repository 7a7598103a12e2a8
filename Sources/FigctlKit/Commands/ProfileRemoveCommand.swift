import FigraniumSecretService
import GLibBridge

/// `figctl profile remove`: takes a profile away, with its key and its session if asked.
enum ProfileRemoveCommand {
  static let spec = CommandSpec(
    path: ["profile", "remove"], summary: "remove a profile",
    discussion: """
      Its key and its signed-in session stay in the credential store unless --delete-key is given. \
      They are deleted first: when that fails, the profile stays. While the key is being rotated, or \
      when a rotation was interrupted and the key would stay, the profile stays too (exit code 9). On \
      the server both stay good: 'figctl logout' before ends the session there as well.
      """,
    arguments: [.init("NAME", "the profile")],
    options: [.flag("delete-key", "delete its key and its session as well")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    let store = try ProfileStore()
    let profile = try store.profileToRepair(name)
    let deletesKey = context.flags.contains("delete-key")
    var deletedKeys = 0
    var deletedSessions = 0
    if deletesKey {
      deletedKeys = try await KeyDeleteCommand.delete(profile, context).removed
      deletedSessions = try await deleteSession(of: profile, context)
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
      [
        "removed": .string(name), "deletedKeys": JSONDocument(deletedKeys),
        "deletedSessions": JSONDocument(deletedSessions),
      ], [removed(name, deletedKeys, deletedSessions)])
    if deletedSessions > 0 {
      context.console.note(
        "On the server the session stays good until it ends there by itself; 'figctl logout' before ends "
          + "it at once.")
    }
    if !deletesKey {
      let items = [name, "'\(name)#previous'", "'\(name)#pending'"]
      context.console.note(
        "Its key, if there is one, stays in the credential store, and so does its session. To delete the "
          + "key, with what rotations keep beside it (the one before, and one not yet in use):\n"
          + items.map { "secret-tool clear service figranium account \($0) application figctl" }
          .joined(separator: "\n"))
    }
    return .ok
  }

  private static func removed(_ name: String, _ keys: Int, _ sessions: Int) -> String {
    switch (keys > 0, sessions > 0) {
    case (true, true): "Removed profile '\(name)', its key and its session."
    case (true, false): "Removed profile '\(name)' and its key."
    case (false, true): "Removed profile '\(name)' and its session."
    case (false, false): "Removed profile '\(name)'."
    }
  }

  /// - Returns: How many were deleted; none for a server's address that no session can be for.
  private static func deleteSession(
    of profile: Profile, _ context: CommandContext
  ) async throws -> Int {
    guard let identity = try? profile.sessionIdentity else { return 0 }
    let store = context.keyStore(for: profile)
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    return try await store.remove(identity, access: context.storeAccess()).removed
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
