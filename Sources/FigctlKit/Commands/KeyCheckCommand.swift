import Figranium

/// `figctl key check`: whether the server takes the stored key.
enum KeyCheckCommand {
  static let spec = CommandSpec(
    path: ["key", "check"], summary: "ask the server whether it takes the stored key",
    discussion: """
      Exit code 0: it does. 3: no key is stored. 4: the credential store is locked or away. 5: the \
      server cannot be reached. 6: it refuses the key.
      """,
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let stored = try context.profileForKey()
    await context.settleRotation(of: stored, in: context.keyStore(for: stored))
    let (client, profile) = try await context.client()
    // A key cannot ask what else it may do; the server tells that to a session only.
    let permissions: [String]
    let dialect: ServerDialect
    switch try await KeyCheck.ask(client) {
    case .accepted(let found, let mayListTasks):
      dialect = found
      permissions = mayListTasks ? ["tasks:read"] : []
    case .refused(let error), .unreachable(let error): throw error
    }
    let version = await version(client)
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "accepted": true,
        "dialect": .string(dialect.rawValue), "version": JSONDocument(version),
        "permissions": .array(permissions.map(JSONDocument.string)),
      ],
      [
        "\(profile.server) takes the key of profile '\(profile.name)'.",
        "dialect: \(dialect.rawValue)", "version: \(version ?? "not told")",
        "permissions: \(permissions.first ?? "not to list tasks"); the server tells no others",
      ])
    return .ok
  }

  /// The version, from servers that tell it without being asked for more than a health check.
  private static func version(_ client: Figranium) async -> String? {
    guard let health = try? await client.health.check() else { return nil }
    return health.version.map { VisibleText.escaping($0) }
  }
}
