import Figranium
import FigraniumSecretService
import GLibBridge

/// `figctl whoami`: whose session is stored, by the server's word.
enum WhoamiCommand {
  static let spec = CommandSpec(
    path: ["whoami"], summary: "show who is signed in",
    discussion: """
      Asks the server whose the stored session is. Exit code 0: it is somebody's. 3: nobody has \
      signed in here. 6: the session has ended.
      """,
    examples: ["figctl whoami", "figctl whoami --json"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profile()
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    let session = try await context.session(for: profile, in: store)
    let status = try await context.client(for: profile, session: session).auth.me()
    guard status.isSignedIn else {
      throw CommandFailure(
        .denied, "SESSION_REQUIRED",
        "The session for \(profile.server) has ended, or the server does not know it.")
    }
    let user = status.user?.shown ?? "an account that the server does not name"
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "signedIn": true,
        "user": status.user?.document ?? .null,
      ],
      [VisibleText.escaping(user), "server: \(profile.server)", "profile: \(profile.name)"])
    return .ok
  }
}
