package import Figranium

/// The texts of everything that can go wrong with a credential store, in one place.
///
/// Each message names the thing, and the hint the next step. None holds a value.
package enum StoreError {
  /// The collection is locked, and the user was not asked.
  package static func locked(_ collection: String) -> FigraniumError {
    FigraniumError(
      message: "The collection \"\(collection)\" of the credential store is locked.",
      kind: "CREDENTIAL_STORE_LOCKED",
      hint: "Unlock it in your password manager, or run the command again with prompts allowed.")
  }

  /// The user closed the prompt.
  package static func promptDismissed(_ collection: String) -> FigraniumError {
    FigraniumError(
      message: "The prompt to unlock \"\(collection)\" was dismissed.",
      kind: "CREDENTIAL_PROMPT_DISMISSED",
      hint: "Run the command again and enter the collection's password.")
  }

  /// Nobody answered the prompt.
  package static func promptTimedOut(_ collection: String, _ limit: Duration) -> FigraniumError {
    FigraniumError(
      message: "Nobody answered the prompt to unlock \"\(collection)\" within "
        + "\(limit.components.seconds) seconds.",
      kind: "CREDENTIAL_STORE_TIMEOUT",
      hint: "Unlock it in your password manager first; without a desktop, see the section on "
        + "servers in the documentation.")
  }
}
