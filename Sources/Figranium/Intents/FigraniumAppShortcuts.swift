public import AppIntents

// The phrases that run the intents.

/// The shortcuts of a program that has no provider of its own.
///
/// Apple's systems find the provider of the application itself only; there, declare one with the
/// same three shortcuts in the application.
public struct FigraniumAppShortcuts: AppShortcutsProvider {
  /// Run, stop, and ask after.
  public static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: RunFigraniumTaskIntent(), phrases: ["Run a Figranium task"])
    AppShortcut(intent: StopFigraniumExecutionIntent(), phrases: ["Stop my Figranium run"])
    AppShortcut(
      intent: GetFigraniumExecutionStatusIntent(), phrases: ["Check my Figranium execution"])
  }
}
