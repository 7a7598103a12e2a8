package import Figranium
package import SecretBridge

/// The texts of everything that can go wrong with a credential store, in one place.
///
/// Each message names the thing, and the hint the next step. None holds a value.
package enum StoreError {
  /// The error for what the Secret Service did not do.
  package static func error(for fault: StoreFault, _ access: StoreAccess) -> FigraniumError {
    switch fault {
    case .noBus, .busUnreachable, .noProvider, .activationFailed, .noDefaultCollection,
      .noSuchCollection, .ambiguousCollection, .stale, .undecryptable, .noSecureMemory, .refused,
      .malformed,
      .notDeleted:
      unavailable(fault)
    case .timedOut(let step): timedOut(step, access.limit)
    case .cancelled:
      FigraniumError(
        message: "The wait for the credential store was called off.", kind: .requestAborted)
    case .locked(let collection): locked(collection)
    case .promptDismissed(let collection): promptDismissed(collection)
    case .promptTimedOut(let collection):
      if case .allowed(let limit, _) = access.prompts {
        promptTimedOut(collection, limit)
      } else {
        promptTimedOut(collection, .zero)
      }
    case .notStored(let reason):
      FigraniumError(
        message: "The key was not stored: \(reason).", kind: .credentialNotStored,
        hint: "Unlock the keyring or open the database in your password manager, then store the "
          + "key again.")
    }
  }

  /// No key is there, known for sure.
  package static func notFound(_ identity: CredentialIdentity) -> FigraniumError {
    FigraniumError(
      message: "No key is stored for \"\(identity.account)\" (service \"\(identity.service)\").",
      kind: .credentialNotFound,
      hint: "Store one: figctl key set --profile \(identity.account)")
  }

  /// The collection is locked, and the user was not asked.
  package static func locked(_ collection: String) -> FigraniumError {
    FigraniumError(
      message: collection.isEmpty
        ? "The keyring is locked." : "The keyring \"\(collection)\" is locked.",
      kind: .credentialStoreLocked,
      hint: "Unlock it in your password manager, then try again.")
  }

  /// The user closed the prompt.
  package static func promptDismissed(_ collection: String) -> FigraniumError {
    FigraniumError(
      message: "The prompt for the keyring \"\(collection)\" was dismissed.",
      kind: .credentialPromptDismissed,
      hint: "Try again and answer the prompt. Where no prompt can be shown, unlock the keyring "
        + "first.")
  }

  /// Nobody answered the prompt.
  package static func promptTimedOut(_ collection: String, _ limit: Duration) -> FigraniumError {
    FigraniumError(
      message: "Nobody answered the prompt for the keyring \"\(collection)\" within "
        + "\(seconds(limit)).",
      kind: .credentialStoreTimeout,
      hint: "Unlock it in your password manager first, or log in to the desktop where the prompt "
        + "is shown.")
  }

  /// The provider did not answer.
  static func timedOut(_ step: String, _ limit: Duration) -> FigraniumError {
    // The greeting goes to the bus itself: no provider has been asked anything yet.
    if step == "Hello" {
      return FigraniumError(
        message: "The session bus did not answer within \(seconds(limit)).",
        kind: .credentialStoreTimeout,
        hint: "DBUS_SESSION_BUS_ADDRESS may name a bus that hangs. Log in again, or use a new "
          + "one: dbus-run-session -- bash")
    }
    return FigraniumError(
      message: "The credential store did not answer within \(seconds(limit)) (waiting for "
        + "\(step)).",
      kind: .credentialStoreTimeout,
      hint: "The program that provides it may hang. Restart it (gnome-keyring-daemon, KWallet or "
        + "KeePassXC), then try again.")
  }

  /// A name that cannot be an attribute.
  static func invalidName(_ attribute: String) -> FigraniumError {
    FigraniumError(
      message: "The \(attribute) of a key must have 1 to 255 bytes and no control characters.",
      kind: .invalidInput)
  }

  private static func seconds(_ limit: Duration) -> String {
    let (seconds, rest) = limit.components
    let whole = seconds + (rest > 0 ? 1 : 0)
    return whole == 1 ? "1 second" : "\(whole) seconds"
  }
}
