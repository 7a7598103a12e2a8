package import Figranium
package import FigraniumSecretService
import FoundationEssentials

// Sessions of profiles. The server's origin is one of the attributes that a session is stored and
// found under, so that a session cannot be found for another server: no note of it in the profile is
// needed, as for keys, which other tools must find too.

extension Profile {
  /// Under which attributes its session is stored.
  package var sessionIdentity: CredentialIdentity {
    get throws {
      .session(account: name, server: try BaseURL(server).canonicalOrigin)
    }
  }

  /// The store is open and holds no session for it.
  func sessionIsAbsent(_ context: CommandContext) -> CommandFailure {
    CommandFailure(
      .noKey, "SESSION_NOT_FOUND", "Nobody is signed in to \(server) with profile '\(name)'.",
      hint: "Sign in: figctl\(context.profileOption) login --email ADDRESS")
  }
}

extension CommandContext {
  /// Looks the profile's session up.
  ///
  /// - Throws: ``CommandFailure`` with exit code 3 when the store is open and holds none, and what
  ///   the store throws.
  package func session(for profile: Profile, in store: any CredentialStore) async throws -> Secret {
    watch.waiting = .store
    defer { watch.waiting = .nothing }
    let found = try await store.session(profile.sessionIdentity, access: storeAccess())
    guard let found else { throw profile.sessionIsAbsent(self) }
    return found
  }

  /// A client for the profile's server with a session and no key.
  package func client(for profile: Profile, session: Secret) throws -> Figranium {
    let origin = try ServerOrigin(of: profile.server)
    guard let url = URL(string: profile.server) else {
      throw CommandFailure.usage(
        "'\(profile.server)' is no server address.", code: "INVALID_BASE_URL")
    }
    watch.waiting = .server(origin.description)
    return try Figranium(
      url: url, credential: .session(cookie: session),
      options: clientOptions(for: profile, origin: origin, store: nil))
  }
}

extension SessionUser {
  /// The account as people read it.
  var shown: String {
    switch (email, name) {
    case (let email?, let name?) where name != email: "\(email) (\(name))"
    case (let email?, _): email
    case (nil, let name?): name
    case (nil, nil): id.map { "account \($0)" } ?? "an account that the server does not name"
    }
  }

  var document: JSONDocument {
    ["id": JSONDocument(id), "name": JSONDocument(name), "email": JSONDocument(email)]
  }
}
