/// `figctl profile set`: changes settings of a profile.
enum ProfileSetCommand {
  static let spec = CommandSpec(
    path: ["profile", "set"], summary: "change settings of a profile",
    discussion: """
      Settings: server, key-header (authorization, x-api-key), ca-file, insecure-http (true, \
      false), routes (auto, documented, server), max-key-age (days), collection, speak (true, false). An empty value \
      takes a setting back to its default.

      A key that is older than max-key-age is due for rotation: commands that use it say so, and \
      'figctl key list' shows it.

      After server= has moved to another origin (scheme, host, port), the stored key is not sent \
      there until 'figctl key set' runs again.
      """,
    arguments: [
      .init("NAME", "the profile"), .init("KEY=VALUE", "a setting and its value", count: .any),
    ],
    examples: ["figctl profile set work max-key-age=90 key-header=x-api-key"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let name = context.arguments[0]
    let changes = context.arguments.dropFirst()
    if changes.isEmpty {
      throw CommandFailure.usage(
        "'profile set' needs KEY=VALUE.", hint: "Usage: figctl \(spec.usage)",
        code: "MISSING_ARGUMENT")
    }
    let store = try ProfileStore()
    let (before, profile) = try await store.update(name) { profile throws(CommandFailure) in
      for change in changes { try apply(change, to: &profile) }
      try profile.checkTransport(allowing: "insecure-http=true")
    }
    let isDefault = try store.defaultName() == name
    try context.console.result(
      ProfileShowCommand.document(profile, isDefault: isDefault), ["Changed profile '\(name)'."])
    if profile.maxKeyAgeDays != nil, profile.maxKeyAgeDays != before.maxKeyAgeDays {
      context.console.note(
        "To have a timer renew the key when it is due: \(KeyAge.timer(of: name))")
    }
    if let origin = profile.keyOrigin, origin == before.keyOrigin,
      origin != (try ServerOrigin(of: profile.server)).description
    {
      context.console.warning(
        "The key of '\(name)' was stored for \(origin) and is not sent to another server. "
          + "Run 'figctl -p \(name) key set' before using it.")
    }
    return .ok
  }

  /// Applies one `KEY=VALUE`.
  private static func apply(_ change: String, to profile: inout Profile) throws(CommandFailure) {
    guard let equals = change.firstIndex(of: "=") else {
      throw .usage("'\(change)' is not of the form KEY=VALUE.")
    }
    let key = String(change[..<equals])
    guard let setting = Profile.Setting.settable.first(where: { $0.rawValue == key }) else {
      let known = Profile.Setting.settable.map(\.rawValue)
      let nearest = NearestName.nearest(to: key, among: known)
      throw .usage(
        "There is no setting '\(key)'.",
        hint: nearest.isEmpty
          ? "Settings are \(known.joined(separator: ", "))."
          : "Did you mean \(nearest.joined(separator: " or "))?",
        code: "UNKNOWN_SETTING")
    }
    try profile.set(setting, to: String(change[change.index(after: equals)...]))
  }
}
