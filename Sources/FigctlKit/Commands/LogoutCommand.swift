import Figranium
import FigraniumSecretService
import GLibBridge
import SystemBridge

/// `figctl logout`: ends the session, on the server first.
///
/// It is deleted here only when the server has ended it, or says that it does not know it: a session
/// that was deleted here alone would stay good on the server, with nobody left who could end it.
enum LogoutCommand {
  static let spec = CommandSpec(
    path: ["logout"], summary: "sign out, on the server too",
    discussion: """
      Ends the session on the server, then deletes it from the credential store. When the server \
      cannot be asked, nothing is deleted and the exit code says why; --local deletes it here all \
      the same, and the session stays good on the server. The key is not touched.
      """,
    options: [.flag("local", "delete the stored session without asking the server")],
    examples: ["figctl logout", "figctl -p work logout --local"],
    run: run)

  private enum End {
    case ended
    case wasOver
    case notAsked
  }

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let isLocal = context.flags.contains("local")
    // Without a request there is nothing that could travel in the clear.
    let profile = isLocal ? try context.profileOfThisCall() : try context.profile()
    let store = context.keyStore(for: profile)
    store.prepare(then: isLocal ? nil : Figranium.prepareTransport)
    let session: Secret
    do {
      session = try await context.session(for: profile, in: store)
    } catch let error as FigraniumError where error.kind == .credentialUnusable {
      return try await deleteUnusable(profile, store, context)
    }
    let end = isLocal ? .notAsked : try await endOnServer(session, profile, context)
    let isDeleted = try await delete(session, of: profile, in: store, end, context)
    let text =
      switch end {
      case .ended: "Signed out of \(profile.server)."
      case .wasOver: "The session at \(profile.server) had ended already."
      case .notAsked: "Deleted the session for \(profile.server); it stays good on the server."
      }
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server),
        "endedOnServer": end == .notAsked ? false : true, "deleted": .bool(isDeleted),
      ], [text])
    if !isDeleted {
      context.console.warning("Somebody signed in meanwhile; that session is left alone.")
    }
    return .ok
  }

  /// Deletes what is stored in the session's place and cannot be one.
  private static func deleteUnusable(
    _ profile: Profile, _ store: KeyStore, _ context: CommandContext
  ) async throws -> ExitCode {
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    _ = try await store.remove(profile.sessionIdentity, access: context.storeAccess())
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server),
        "endedOnServer": false, "deleted": true,
      ], ["Deleted what was stored for \(profile.server): it could not be a session."])
    return .ok
  }

  private static func endOnServer(
    _ session: Secret, _ profile: Profile, _ context: CommandContext
  ) async throws -> End {
    do {
      try await context.client(for: profile, session: session).auth.logout()
      return .ended
    } catch let error as FigraniumError where error.kind == .sessionRequired {
      return .wasOver
    } catch {
      var failure = context.watch.named(ErrorRenderer.failure(error))
      guard failure.exit != .interrupted else { throw failure }
      failure.message += " The session was not deleted."
      failure.hint =
        "Try again later, or delete it here alone: figctl\(context.profileOption) logout --local"
      throw failure
    }
  }

  /// Deletes the session if it is still the stored one.
  private static func delete(
    _ session: Secret, of profile: Profile, in store: KeyStore, _ end: End,
    _ context: CommandContext
  ) async throws -> Bool {
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    let identity = try profile.sessionIdentity
    do {
      let now = try await store.session(identity, access: context.storeAccess())
      guard now == nil || now == session else { return false }
      _ = try await store.remove(identity, access: context.storeAccess())
      return true
    } catch {
      var failure = ErrorRenderer.failure(error)
      guard end != .notAsked, failure.exit != .interrupted else { throw failure }
      failure.message += " The session has ended on the server, but is still stored."
      failure.hint = "Delete it: figctl\(context.profileOption) logout"
      throw failure
    }
  }
}
