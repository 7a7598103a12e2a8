import AppIntents

// snippet: shortcuts
struct TodoShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: AddTodo(),
      phrases: ["Add to \(.applicationName)", "Remember \(\.$text) in \(.applicationName)"],
      shortTitle: "Add", systemImageName: "plus")
    AppShortcut(
      intent: DeleteTodo(), phrases: ["Delete \(\.$item) from \(.applicationName)"],
      shortTitle: "Delete", systemImageName: "trash")
    if #available(macOS 14, *) {
      AppShortcut(
        intent: RenameTodo(), phrases: ["Rename in \(.applicationName)"],
        shortTitle: "Rename", systemImageName: "pencil")
    }
  }

  static let shortcutTileColor = ShortcutTileColor.lime
}
// snippet end
