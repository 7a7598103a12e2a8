import Figranium

/// The texts of everything that can keep a rotation from its end, in one place.
///
/// Each names the thing and the next step. None holds a key.
enum RotationTexts {
  static func figranium(_ error: any Error) -> FigraniumError {
    if let error = error as? FigraniumError { return error }
    if error is CancellationError {
      return FigraniumError(message: "Interrupted.", kind: .requestAborted)
    }
    return unknown
  }

  static let unknown = FigraniumError(
    message: "The rotation came to a step that cannot be.", kind: .invalidInput,
    hint: "Run it again; if that fails too, store a key: figctl key set")

  /// What a server answered to a request that a new key goes with, without its own words: they may
  /// hold the key, which nobody here knows yet.
  static func withoutServersWords(_ error: any Error, _ purpose: String) -> any Error {
    guard let error = error as? FigraniumError, error.status > 0 else { return error }
    var plain = FigraniumError(
      message: "The server did not \(purpose): it answered with status \(error.status).",
      status: error.status, kind: error.status >= 500 ? .serverError : error.kind, hint: error.hint)
    plain.isServersWord = error.isServersWord
    return plain
  }

  // MARK: - Ends

  /// It was taken back.
  static func undone(_ failure: FigraniumError) -> FigraniumError {
    var failure = failure
    failure.message += " The key was not rotated: the old one is still stored and in use."
    return failure
  }

  /// It stands still, and everything is there that it had not done with before.
  static func stopped(
    _ failure: FigraniumError, _ identity: CredentialIdentity, after steps: [KeyRotation.Action]
  ) -> FigraniumError {
    var failure = failure
    failure.message += " The rotation is not finished; "
    failure.message +=
      steps.contains(.retireOld)
      ? "the new key is stored, and the old one may have been revoked."
      : steps.contains(.revokeNew)
        ? "the old key is stored, and the new one may have been revoked." : "no key was deleted."
    let command = "Then finish it or take it back: figctl -p \(identity.account) key recover"
    failure.hint = [failure.hint, command].compactMap(\.self).joined(separator: "\n")
    return failure
  }

  // MARK: - Before it begins

  static func notSignedIn(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "The server lets only a signed-in user make and revoke keys, and nobody is signed "
        + "in.",
      kind: .sessionRequired,
      hint: "Sign in: figctl -p \(identity.account) login --email ADDRESS\n"
        + "Or make the key in the server's settings and pipe it in: figctl -p \(identity.account) "
        + "key rotate --from-stdin")
  }

  static let sameKey = FigraniumError(
    message: "The new key is the one that is stored already.", kind: .credentialInvalid,
    hint: "Make another one in the server's settings.")

  /// The server's answer to the request for a new key names one that was there before.
  static func notNew(_ server: String) -> FigraniumError {
    FigraniumError(
      message:
        "The answer of the server \(server) makes no sense: it gives no new key, but one that "
        + "was there before.",
      kind: .invalidResponse, hint: "Look at the keys in the server's settings.")
  }

  /// The server has made what cannot be a key.
  static func unusableNew(_ server: String) -> FigraniumError {
    FigraniumError(
      message: "The answer of the server \(server) makes no sense: its new key cannot be one.",
      kind: .invalidResponse, hint: "Look at the keys in the server's settings.")
  }

  static func noPrevious(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "There is no previous key of profile '\(identity.account)' to go back to.",
      kind: .previousNotFound,
      hint: "The key before is kept only as long as the server takes it. See what happened: "
        + "figctl -p \(identity.account) key history")
  }

  /// The key before was stored for another server.
  static func previousElsewhere(
    _ server: String, _ identity: CredentialIdentity
  ) -> FigraniumError {
    FigraniumError(
      message: "The previous key of profile '\(identity.account)' is for \(server), and is sent to "
        + "no other server.",
      kind: .previousNotFound,
      hint: "It is still stored: secret-tool lookup service \(identity.service) account "
        + "'\(identity.previous.account)'")
  }

  static func makesNoKeys(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "This server has no routes to make keys.", kind: .routeNotFound,
      hint: "Make the key on the server, and pipe it in: figctl -p \(identity.account) key rotate "
        + "--from-stdin")
  }

  static func noScopedKeys(_ name: String) -> FigraniumError {
    FigraniumError(
      message: "This server has a single key without a name: there is no key '\(name)'.",
      kind: .apiKeyNotFound, hint: "Leave --old-key out.")
  }

  static func noSuchKey(_ name: String) -> FigraniumError {
    FigraniumError(
      message: "The server has no key with the name or id '\(name)'.", kind: .apiKeyNotFound,
      hint: "See the keys in the server's settings.")
  }

  static func severalNamed(_ name: String, _ ids: [String]) -> FigraniumError {
    FigraniumError(
      message: "Several keys of the server are named '\(name)'.", kind: .keyAmbiguous,
      hint: "Name one by its id: \(ids.joined(separator: ", "))")
  }

  static func ambiguous(_ names: [String], _ identity: CredentialIdentity) -> FigraniumError {
    let known =
      names.isEmpty
      ? "It lists none."
      : "They are: \(names.map { "'\($0)'" }.joined(separator: ", "))."
    return FigraniumError(
      message: "It is not known which of the server's keys the stored one is, so not what the new "
        + "one may do. \(known)",
      kind: .keyAmbiguous,
      hint: "Say which: figctl -p \(identity.account) key rotate --old-key NAME")
  }

  static func foreign(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "Another program stored a key for '\(identity.account)' too. After a rotation, a "
        + "look-up could give either.",
      kind: .keyForeign,
      hint: "Store the key with figctl, then delete the other program's in your password manager: "
        + "figctl -p \(identity.account) key set")
  }

  // MARK: - Meanwhile

  static func changed(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "The stored key of profile '\(identity.account)' was changed meanwhile.",
      kind: .keyChanged, hint: "See which one it is: figctl -p \(identity.account) key show")
  }

  static func otherServer(_ server: String, _ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "An interrupted rotation is for \(server), and its keys are sent to no other "
        + "server.",
      kind: .keyChanged,
      hint: "Set the profile's server back to it, or drop it: figctl -p \(identity.account) key "
        + "delete")
  }

  /// A key was revoked, and it was the current one, or that ended with it.
  static func currentRefused(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "The old key was revoked on the server, and now the server refuses the current key "
        + "of profile '\(identity.account)' too.",
      kind: .rotationUndecided,
      hint: "Make a key in the server's settings, and store it: figctl -p \(identity.account) key "
        + "set")
  }

  /// The key that is named as the old one is not revoked.
  static func mayBeNew(_ name: String) -> String {
    "The key '\(name)' is not revoked: it is not certain that it is not the new one. Once you know, "
      + "revoke the old one in the server's settings."
  }

  /// The previous key is overwritten, and nobody knows its id.
  static func forgotten(_ fingerprint: String) -> String {
    "The key before the current one (fingerprint \(fingerprint)) is no longer kept; if it is still "
      + "good on the server, revoke it there."
  }

  /// A key was revoked as the old one, and the server takes the old one all the same.
  static func revokedAnother(_ name: String?) -> String {
    "The server still takes the old key: the one that was revoked"
      + (name.map { " ('\($0)')" } ?? "") + " was another. Whoever used that needs a new one."
  }

  static let newKeyRefused = FigraniumError(
    message: "The server does not take the new key.", kind: .newKeyRefused,
    hint: "Copy the key again from where the server shows it.")

  static func previousRefused(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "The server does not take the previous key of profile '\(identity.account)' any "
        + "more. The current key was not changed.",
      kind: .newKeyRefused,
      hint: "See whether it takes the current one: figctl -p \(identity.account) key check")
  }

  static func undecided(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "The server takes neither the stored key nor the new one.",
      kind: .rotationUndecided,
      hint: "Make a key in the server's settings, and store it: figctl -p \(identity.account) key "
        + "set")
  }
}
