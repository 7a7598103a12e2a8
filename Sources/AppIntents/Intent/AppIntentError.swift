/// A failure that the system knows how to handle.
///
/// Throw it from ``AppIntent/perform()``. For a text of your own, throw an error that conforms to
/// `CustomLocalizedStringResourceConvertible` instead. Stands for `AppIntentError` of App Intents.
public struct AppIntentError: Error, Sendable {
  package enum Kind: Sendable {
    case restart
    case needsValue(any AnyIntentParameter, dialog: IntentDialog?)
    case text(LocalizedStringResource)
  }

  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  private init(_ text: LocalizedStringResource) { kind = .text(text) }

  /// The work should start again, from the beginning of ``AppIntent/perform()``.
  public static var restartPerform: AppIntentError { AppIntentError(.restart) }

  /// Failures that end once the person acts.
  public enum UserActionRequired {
    /// An account must be set up first.
    public static let accountSetup = AppIntentError("An account must be set up first.")
    /// The person must confirm the action.
    public static let confirmation = AppIntentError("The action must be confirmed first.")
    /// The person must sign in first.
    public static let signin = AppIntentError("You must sign in first.")
  }

  /// Failures without a way on.
  public enum Unrecoverable {
    /// No entity was found.
    public static let entityNotFound = AppIntentError("Nothing was found that matches.")
    /// The feature is restricted on this machine.
    public static let featureCurrentlyRestricted = AppIntentError("This feature is restricted.")
    /// There is no network.
    public static let networkFailure = AppIntentError("The network cannot be reached.")
    /// The action is not allowed.
    public static let notAllowed = AppIntentError("This action is not allowed.")
    /// Something went wrong, and it is not known what.
    public static let unknown = AppIntentError("Something went wrong.")
  }
}

extension AppIntentError: CustomLocalizedStringResourceConvertible, CustomStringConvertible {
  /// The text to show.
  public var localizedStringResource: LocalizedStringResource {
    switch kind {
    case .restart: "The action must start again."
    case .needsValue(let parameter, let dialog):
      dialog?.full ?? "A value for \(parameter.title) is missing."
    case .text(let text): text
    }
  }

  /// The text to show.
  public var description: String { String(localized: localizedStringResource) }
}
