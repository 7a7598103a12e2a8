import Figranium
import FigraniumSecretService
import GLibBridge
import SystemBridge

/// `figctl key delete`: deletes this profile's own key, and nothing that others stored.
enum KeyDeleteCommand {
  static let spec = CommandSpec(
    path: ["key", "delete"], summary: "delete a profile's key from the credential store",
    discussion: """
      Deletes only what figctl stored for this profile, the key before included. The key stays valid \
      on the server. Asks first on a terminal, and ends with exit code 2 when the answer is no; \
      elsewhere --yes is needed.
      """,
    options: [.flag("yes", short: "y", "do not ask")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.localProfile()
    if !context.flags.contains("yes") {
      let question = "Delete the key of profile '\(profile.name)' from the credential store? [y/N] "
      guard try await Question.confirm(question, context, otherwise: "--yes") else {
        throw CommandFailure.declined("Nothing was deleted.")
      }
    }
    let removal = try await delete(profile, context)
    if removal.removed == 0 {
      if removal.foreign.isEmpty {
        if try context.rotator(for: profile, in: context.keyStore(for: profile)).isUnfinished {
          throw CommandFailure(
            .conflict, "ROTATION_UNFINISHED",
            "No key is stored for profile '\(profile.name)', but an interrupted rotation has left "
              + "one beside it. Nothing was deleted.",
            hint: "Put it in its place: figctl\(context.profileOption) key recover")
        }
        var failure = profile.keyIsAbsent
        failure.hint = "Which keys there are: figctl key list"
        throw failure
      }
      throw CommandFailure(
        .noKey, "CREDENTIAL_IS_FOREIGN",
        "figctl stored no key for profile '\(profile.name)'; another program did, and that one is "
          + "left alone.",
        hint: "Delete it with the program that stored it, or with your password manager.")
    }
    try context.console.result(
      ["profile": .string(profile.name), "deleted": JSONDocument(removal.removed)],
      ["Deleted the key of profile '\(profile.name)'. On the server nothing has changed."])
    if !removal.foreign.isEmpty {
      context.console.warning(
        "Another program stored a key for '\(profile.name)' too; it is left alone and will be used "
          + "from now on.")
    }
    return .ok
  }

  /// Deletes the profile's own items; the note of their origin goes with them.
  static func delete(_ profile: Profile, _ context: CommandContext) async throws
    -> CredentialRemoval
  {
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    let profiles = try ProfileStore()
    let store = context.keyStore(for: profile)
    await context.settleRotation(
      of: profile, in: store,
      otherwise: "A key that it had made may still be good on the server.")
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    let removal = try await store.remove(profile.identity, access: context.storeAccess())
    // Where there was none of our own, what a rotation keeps beside it may be all that is left.
    guard removal.removed > 0 else { return removal }
    for identity in [profile.identity.pending, profile.identity.previous] {
      _ = try await store.remove(identity, access: context.storeAccess())
    }
    for name in try context.rotator(for: profile, in: store).forgetInterrupted() {
      context.console.warning(
        "The server may still have a key named '\(VisibleText.escaping(name))': revoke it in its "
          + "settings.")
    }
    context.journal(.deleted, of: profile)
    if try profiles.contains(profile.name),
      try profiles.profileToRepair(profile.name).keyOrigin != nil
    {
      try await profiles.update(profile.name) { $0.keyOrigin = nil }
    }
    return removal
  }
}
