package import AppIntents

/// What the runtime's tests see of the app.
package enum TodoApp {
  package static let shortcuts: any AppShortcutsProvider.Type = TodoShortcuts.self
  package static let otherIntents: [any AppIntent.Type] = [
    DropSomething.self, FileTodo.self, RateDay.self,
  ]

  /// What the app does at its start.
  package static func start() {
    // snippet: dependency
    let store = TodoStore([
      TodoItem(id: 1, title: "Buy milk", list: "Groceries", priority: .high),
      TodoItem(id: 2, title: "Buy bread", list: "Groceries", priority: .normal),
      TodoItem(id: 3, title: "Café at noon", list: "Inbox", priority: .low),
    ])
    AppDependencyManager.shared.add(dependency: store)
    // snippet end
  }
}
