/// `figctl profile show`: the settings of one profile.
enum ProfileShowCommand {
  static let spec = CommandSpec(
    path: ["profile", "show"], summary: "show a profile's settings",
    arguments: [.init("NAME", "the profile; the default one when not given", count: .optional)],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let store = try ProfileStore()
    let profile = try store.profile(context.arguments.first ?? context.global.profile)
    let isDefault = try store.defaultName() == profile.name
    var lines = ["profile: \(profile.name)\(isDefault ? " (default)" : "")"]
    for setting in Profile.Setting.allCases {
      if let text = profile.text(of: setting) {
        lines.append("\(setting.rawValue): \(VisibleText.escaping(text))")
      }
    }
    try context.console.result(document(profile, isDefault: isDefault), lines)
    return .ok
  }

  /// A profile as `--json` prints it: every setting, also those at their default.
  static func document(_ profile: Profile, isDefault: Bool) -> JSONDocument {
    [
      "name": .string(profile.name), "default": .bool(isDefault),
      "server": .string(profile.server), "keyHeader": .string(profile.keyHeader.rawValue),
      "caFile": JSONDocument(profile.caFile), "insecureHttp": .bool(profile.allowsInsecureHTTP),
      "routes": .string(profile.routes.rawValue), "maxKeyAge": JSONDocument(profile.maxKeyAgeDays),
      "collection": JSONDocument(profile.collection), "speak": .bool(profile.speaks),
      "keyOrigin": JSONDocument(profile.keyOrigin),
    ]
  }
}
