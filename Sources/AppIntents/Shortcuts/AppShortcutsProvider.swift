/// The intents of a program that have spoken phrases, in the order in which lists show them.
///
/// One type of a program conforms to it. Stands for `AppShortcutsProvider` of App Intents.
public protocol AppShortcutsProvider: Sendable {
  /// The shortcuts, one after the other.
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
  /// The colour behind the shortcuts; by default the system's choice.
  static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
  /// Blue.
  public static var shortcutTileColor: ShortcutTileColor { .blue }

  /// Tells the system that the values of parameters in phrases have changed.
  ///
  /// On Linux the runtime asks for them each time, so there is nothing to do.
  public static func updateAppShortcutParameters() {}
}

/// A colour behind shortcuts.
public enum ShortcutTileColor: String, Sendable, Hashable {
  /// Blue.
  case blue
  /// Grape.
  case grape
  /// Blue with grey.
  case grayBlue
  /// Brown with grey.
  case grayBrown
  /// Green with grey.
  case grayGreen
  /// Light blue.
  case lightBlue
  /// Lime.
  case lime
  /// Navy.
  case navy
  /// Orange.
  case orange
  /// Pink.
  case pink
  /// Purple.
  case purple
  /// Red.
  case red
  /// Tangerine.
  case tangerine
  /// Teal.
  case teal
  /// Yellow.
  case yellow
}

/// Gathers shortcuts written one after the other.
@resultBuilder
public enum AppShortcutsBuilder {
  /// No shortcuts.
  ///
  /// - Returns: An empty list.
  public static func buildBlock() -> [AppShortcut] { [] }

  /// Puts shortcuts together.
  ///
  /// - Parameter components: The parts.
  /// - Returns: All of them.
  public static func buildBlock(_ components: [AppShortcut]...) -> [AppShortcut] {
    components.flatMap { $0 }
  }

  /// Takes one shortcut.
  ///
  /// - Parameter component: The shortcut.
  /// - Returns: A list of it.
  public static func buildExpression(_ component: AppShortcut) -> [AppShortcut] { [component] }

  /// Takes the shortcuts in `if #available`; any other `if` is refused, as on Apple's systems.
  ///
  /// - Parameter component: The shortcuts.
  /// - Returns: The shortcuts, marked.
  public static func buildLimitedAvailability(
    _ component: [AppShortcut]
  ) -> _LimitedAvailabilityAppShortcuts { _LimitedAvailabilityAppShortcuts(shortcuts: component) }

  /// Takes the shortcuts in `if #available`; any other `if` is refused, as on Apple's systems.
  ///
  /// - Parameter component: The shortcuts, or nil.
  /// - Returns: The shortcuts, or none.
  public static func buildOptional(_ component: _LimitedAvailabilityAppShortcuts?) -> [AppShortcut]
  {
    component?.shortcuts ?? []
  }
}

/// Shortcuts that stand in `if #available`, marked.
public struct _LimitedAvailabilityAppShortcuts: Sendable {
  let shortcuts: [AppShortcut]
}
