/// `figctl profile list`: the profiles, the default one marked.
enum ProfileListCommand {
  static let spec = CommandSpec(
    path: ["profile", "list"], summary: "list the profiles",
    discussion: """
      A profile names a server and how to talk to it. The one marked with * is used when no \
      --profile is given. No key is looked at.
      """,
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let store = try ProfileStore()
    let current = try store.defaultName()
    let profiles = try store.all()
    var table = TextTable(["", "PROFILE", "SERVER"])
    for profile in profiles {
      table.add([profile.name == current ? "*" : "", profile.name, profile.server])
    }
    try context.console.result(
      [
        "profiles": .array(
          profiles.map { ProfileShowCommand.document($0, isDefault: $0.name == current) })
      ],
      table)
    return .ok
  }
}
