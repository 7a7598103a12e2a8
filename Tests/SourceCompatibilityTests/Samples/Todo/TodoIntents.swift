import AppIntents

// snippet: intent
struct AddTodo: AppIntent {
  static let title: LocalizedStringResource = "Add To-Do"
  static let description = IntentDescription(
    "Adds an item to a list.", categoryName: "Items", searchKeywords: ["new", "remember"])

  @Parameter(title: "Title", requestValueDialog: "What do you want to remember?")
  var text: String

  @Parameter(title: "Priority", default: .normal)
  var priority: Priority

  @Parameter(title: "Due")
  var due: Date?

  @Parameter(title: "Reminders", default: 1, inclusiveRange: (0, 5))
  var reminders: Int

  static var parameterSummary: some ParameterSummary {
    Summary("Add \(\.$text) as \(\.$priority)") {
      \.$due
      \.$reminders
    }
  }

  @Dependency private var store: TodoStore

  func perform() async throws -> some IntentResult & ReturnsValue<TodoItem> & ProvidesDialog {
    let item = await store.add(title: text, list: "Inbox", priority: priority)
    return .result(
      value: item,
      dialog: IntentDialog(full: "Added \(item) to \(item.list).", supporting: "Added"))
  }
}
// snippet end

// snippet: confirmation
struct DeleteTodo: AppIntent {
  static let title: LocalizedStringResource = "Delete To-Do"

  @Parameter(title: "Item", requestDisambiguationDialog: "Which one shall go?")
  var item: TodoItem

  @Dependency private var store: TodoStore

  init() {}

  init(item: TodoItem) {
    self.item = item
  }

  func perform() async throws -> some IntentResult & ProvidesDialog {
    try await requestConfirmation(
      actionName: .custom(
        acceptLabel: "Delete", acceptAlternatives: ["Remove"], denyLabel: "Keep",
        denyAlternatives: [], destructive: true),
      dialog: "Delete \(item.title) for good?")
    await store.remove(item.id)
    return .result(dialog: "Deleted \(item.title).")
  }
}
// snippet end

// snippet: needs-value
struct RenameTodo: AppIntent {
  static let title: LocalizedStringResource = "Rename To-Do"

  @Parameter(title: "Item")
  var item: TodoItem

  @Parameter(title: "New Title")
  var newTitle: String?

  @Dependency private var store: TodoStore

  func perform() async throws -> some IntentResult & ProvidesDialog {
    guard let newTitle, !newTitle.isEmpty else {
      throw $newTitle.needsValueError("What shall \(item.title) be called?")
    }
    await store.rename(item.id, to: newTitle)
    return .result(dialog: "\(item.title) is now \(newTitle).")
  }
}
// snippet end

/// Opens one of the other intents, chosen among the most urgent items.
struct DropSomething: AppIntent {
  static let title: LocalizedStringResource = "Drop Something"
  static let isDiscoverable = false
  static let openAppWhenRun = true
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication

  @Parameter(title: "Item") var item: TodoItem?

  @Dependency private var store: TodoStore

  func perform() async throws -> some IntentResult & OpensIntent & ProvidesDialog {
    let chosen = try await $item.requestDisambiguation(
      among: await store.items, dialog: "What can wait?")
    guard try await $item.requestConfirmation(for: chosen) else {
      throw AppIntentError.Unrecoverable.notAllowed
    }
    return .result(opensIntent: DeleteTodo(item: chosen), dialog: "\(chosen) can wait.")
  }
}

/// Values offered by a provider, several values, and a value asked for in the middle.
struct FileTodo: AppIntent {
  static let title: LocalizedStringResource = "File To-Do"

  @Parameter(title: "List", optionsProvider: ListNames())
  var list: String

  @Parameter(title: "Items", description: "Those to move")
  var items: [TodoItem]?

  @Parameter(title: "Link") var link: URL?

  @Parameter(title: "Quiet", default: false, displayName: .init(true: "Quiet", false: "Loud"))
  var quiet: Bool

  @Parameter(title: "Effort", inclusiveRange: (0.5, 8)) var effort: Double?

  struct ListNames: DynamicOptionsProvider {
    func results() async throws -> [String] { ["Inbox", "Groceries"] }
    func defaultResult() async -> String? { "Inbox" }
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[String]> {
    let titles = (items ?? []).map(\.title)
    return .result(value: [list] + titles)
  }
}

/// A value asked for in the middle of the work.
struct RateDay: AppIntent {
  static let title: LocalizedStringResource = "Rate Day"

  @Parameter(title: "Stars", inclusiveRange: (1, 5)) var stars: Int?

  @MainActor
  func perform() async throws -> some IntentResult & ReturnsValue<Int> {
    let rating: Int = try await $stars.requestValue("How was it, from 1 to 5?")
    return .result(value: rating)
  }
}
