/// `figctl profile use`: which profile counts when none is given.
enum ProfileUseCommand {
  static let spec = CommandSpec(
    path: ["profile", "use"], summary: "make a profile the default one",
    arguments: [.init("NAME", "the profile")], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let store = try ProfileStore()
    let profile = try store.profile(context.arguments[0])
    try await store.makeDefault(profile.name)
    try context.console.result(
      ProfileShowCommand.document(profile, isDefault: true),
      ["'\(profile.name)' is the default profile now."])
    return .ok
  }
}
