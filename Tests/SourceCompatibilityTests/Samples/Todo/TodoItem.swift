// A to-do list with App Intents, written as an app for Apple's systems would write it: it imports
// nothing else, and the runtime's tests run it. The marked parts stand in the documentation too.

import AppIntents

// snippet: entity
struct TodoItem: AppEntity {
  let id: Int
  var title: String
  var list: String
  var priority: Priority

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "To-Do"
  static let defaultQuery = TodoItemQuery()

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(title)", subtitle: "in \(list)")
  }
}
// snippet end

// snippet: query
struct TodoItemQuery: EntityStringQuery {
  @Dependency private var store: TodoStore

  func entities(for identifiers: [Int]) async throws -> [TodoItem] {
    await store.items.filter { identifiers.contains($0.id) }
  }

  func entities(matching string: String) async throws -> [TodoItem] {
    await store.items.filter { $0.title.lowercased().contains(string.lowercased()) }
  }

  func suggestedEntities() async throws -> [TodoItem] {
    await store.items
  }
}
// snippet end

// snippet: enum
enum Priority: String, AppEnum {
  case low
  case normal
  case high

  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Priority")
  static let caseDisplayRepresentations: [Priority: DisplayRepresentation] = [
    .low: "Low",
    .normal: "Normal",
    .high: DisplayRepresentation(title: "High", synonyms: ["Urgent"]),
  ]
}
// snippet end

/// Where the items are kept.
actor TodoStore {
  private(set) var items: [TodoItem]

  init(_ items: [TodoItem]) { self.items = items }

  func add(title: String, list: String, priority: Priority) -> TodoItem {
    let item = TodoItem(
      id: (items.map(\.id).max() ?? 0) + 1, title: title, list: list, priority: priority)
    items.append(item)
    return item
  }

  func remove(_ id: Int) { items.removeAll { $0.id == id } }

  func rename(_ id: Int, to title: String) {
    for index in items.indices where items[index].id == id { items[index].title = title }
  }
}
