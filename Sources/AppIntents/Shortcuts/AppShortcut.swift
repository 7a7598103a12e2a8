/// An intent with phrases to say and values already set.
///
/// Stands for `AppShortcut` of App Intents.
public struct AppShortcut: Sendable {
  package let intent: any AppIntent
  /// The phrases, parameters written as `${name}`.
  package let phrases: [String]
  package let shortTitle: LocalizedStringResource?
  package let systemImageName: String?

  /// Makes a shortcut.
  ///
  /// - Parameters:
  ///   - intent: The intent; parameters that have values keep them.
  ///   - phrases: What to say to run it.
  ///   - shortTitle: What lists call it.
  ///   - systemImageName: A picture of Apple's symbol set; on Linux the app's icon stands for it.
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
    systemImageName: String
  ) {
    self.intent = intent
    self.phrases = phrases.map(\.template)
    self.shortTitle = shortTitle
    self.systemImageName = systemImageName
  }

  /// Makes a shortcut that lists call by its intent's title.
  ///
  /// - Parameters:
  ///   - intent: The intent; parameters that have values keep them.
  ///   - phrases: What to say to run it.
  public init<Intent: AppIntent>(intent: Intent, phrases: [AppShortcutPhrase<Intent>]) {
    self.intent = intent
    self.phrases = phrases.map(\.template)
    shortTitle = nil
    systemImageName = nil
  }
}
