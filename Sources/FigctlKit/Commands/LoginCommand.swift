import Figranium
import FigraniumSecretService
import GLibBridge
import SystemBridge

/// `figctl login`: signs in, and stores the session.
enum LoginCommand {
  static let spec = CommandSpec(
    path: ["login"], summary: "sign in for what a server grants only to a session",
    discussion: """
      Servers let an API key run tasks; to stop a run, and on older servers to read executions, \
      they want a signed-in session. It is used beside the key, and only where the key is not \
      enough.

      Asks for the password on a terminal without showing it, or reads it from standard input, a \
      file or a file descriptor. One newline at the end is dropped. The password is stored nowhere. \
      The session is stored in the desktop's credential store and is only ever sent to the server \
      (scheme, host, port) that made it; the one it replaces is ended.
      """,
    options: [.value("email", "ADDRESS", "the account's email address")]
      + KeySource.options(for: "password"),
    examples: [
      "figctl login --email ada@example.com",
      "figctl -p work login --email ada@example.com < password.txt",
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profile()
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    let email = try await email(context)
    let password = try await KeySource.readPassword(
      context, prompt: "Password of \(email) at \(profile.server): ", for: store)
    let client = try context.client(for: profile, secret: nil)
    let session: Secret
    do {
      session = try await client.auth.login(email: email, password: password)
    } catch let error as FigraniumError where error.kind == .routeNotFound {
      var failure = ErrorRenderer.failure(error)
      failure.hint =
        "Servers as the documentation has them know no sign-in. A key made elsewhere: "
        + "figctl\(context.profileOption) key rotate --from-stdin"
      throw failure
    }
    let signedIn = try context.client(for: profile, session: session)
    let status: SessionStatus
    do {
      // The server's own word that the session is one, before it takes another's place.
      status = try await signedIn.auth.me()
      guard status.isSignedIn else {
        throw CommandFailure(
          .server, "INVALID_RESPONSE",
          "\(profile.server) signed in, but does not know the session that it made.")
      }
      try await save(session, for: profile, in: store, context)
    } catch {
      // Nobody would ever end a session that nobody knows.
      try? await signedIn.auth.logout(options: RequestOptions(timeout: .seconds(5)))
      throw error
    }
    let user = status.user?.shown ?? email
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "stored": true,
        "user": status.user?.document ?? .null,
      ],
      [VisibleText.escaping("Signed in to \(profile.server) as \(user).")])
    return .ok
  }

  private static func email(_ context: CommandContext) async throws -> String {
    if let email = context.value("email") {
      guard !email.isEmpty else { throw CommandFailure.usage("--email takes an email address.") }
      return email
    }
    let hint = "Give it with --email ADDRESS."
    let answer = try await Question.text("Email address: ", context, hint: hint)
    guard let answer, !answer.isEmpty else {
      throw CommandFailure.usage("An email address is needed to sign in.", hint: hint)
    }
    return answer
  }

  /// Stores the session in the place of the one before, which is then ended on the server.
  private static func save(
    _ session: Secret, for profile: Profile, in store: KeyStore, _ context: CommandContext
  ) async throws {
    let identity = try profile.sessionIdentity
    var before: Secret?
    do {
      let lock = try await context.holdKey(of: profile)
      defer { lock.release() }
      context.watch.waiting = .store
      defer { context.watch.waiting = .nothing }
      do {
        before = try await store.session(identity, access: context.storeAccess())
      } catch let error as FigraniumError where error.kind == .credentialUnusable {
        // Nothing that could be ended, and its place is about to be taken.
      }
      try await store.store(session, for: identity, access: context.storeAccess())
    }
    guard let before, before != session else { return }
    do {
      let old = try context.client(for: profile, session: before)
      try await old.auth.logout(options: RequestOptions(timeout: .seconds(5)))
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      // It had ended already.
    } catch {
      context.console.note("The session before could not be ended on the server.")
    }
  }
}
