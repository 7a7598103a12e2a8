// What Apple's module refuses, ours refuses: otherwise code would compile here and not there. This
// file is in no target. A test hands it to the compiler, and each line with the mark must have an
// error, and no other line may.

import AppIntents

struct Plain: AppIntent {
  static let title: LocalizedStringResource = "Plain"
  @Parameter(title: "Text") var text: String
  var other = "other"
  func perform() async throws -> some IntentResult { .result() }
}

struct NotAnEntity { var id = "1" }

enum TypesOfParameters {
  struct Holder {
    @IntentParameter(title: "Float") var float: Float  // refused
    @IntentParameter(title: "Bytes") var bytes: [UInt8]  // refused
    @IntentParameter(title: "Dictionary") var map: [String: String]  // refused
    @IntentParameter(title: "Own type") var own: NotAnEntity  // refused
    @IntentParameter(title: "Wrong default", default: 1) var text: String  // refused
    @IntentParameter(title: "Range", inclusiveRange: (1, 2)) var word: String  // refused
    @IntentParameter(title: "Choice", requestDisambiguationDialog: "?") var line: String  // refused
    @IntentParameter(title: "A", default: "", optionsProvider: Words()) var one: String  // refused
    @IntentParameter(title: "Other", optionsProvider: Words()) var number: Int  // refused
  }

  struct Words: DynamicOptionsProvider {
    func results() async throws -> [String] { [] }
  }
}

func interpolations(flag: Bool, list: [String], maybe: String?, own: NotAnEntity) {
  let first: IntentDialog = "\(flag)"  // refused
  let second: IntentDialog = "\(list)"  // refused
  let third: IntentDialog = "\(maybe)"  // refused
  let fourth: LocalizedStringResource = "\(own)"  // refused
  _ = (first, second, third, fourth)
}

func texts(text: String) {
  let title: LocalizedStringResource = text  // refused
  let dialog = IntentDialog(text)  // refused
  _ = (title, dialog)
}

struct NoDialog: AppIntent {
  static let title: LocalizedStringResource = "No dialog"
  func perform() async throws -> some IntentResult & ProvidesDialog {
    .result()  // refused
  }
}

struct OtherValue: AppIntent {
  static let title: LocalizedStringResource = "Other value"
  func perform() async throws -> some IntentResult & ReturnsValue<Int> {
    .result(value: "text")  // refused
  }
}

struct SharedState: AppIntent {
  static var title: LocalizedStringResource = "Mutable"  // refused
  func perform() async throws -> some IntentResult { .result() }
}

func phrases() {
  let other: AppShortcutPhrase<Plain> = "\(\.other)"  // refused
  let summary: ParameterSummaryString<Plain> = "\(\.other)"  // refused
  let value: AppShortcutPhrase<Plain> = "\(7)"  // refused
  _ = (other, summary, value)
}

struct Conditions: AppShortcutsProvider {
  static let isFull = true
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: Plain(), phrases: ["Plain"])
    if isFull {  // refused
      AppShortcut(intent: Plain(), phrases: ["Plain"])
    }
  }
}

struct NumberedByFloat: AppEntity {  // refused
  var id: Double
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Number"
  static let defaultQuery = NumberedByFloatQuery()
  var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct NumberedByFloatQuery: EntityQuery {
  func entities(for identifiers: [Double]) async throws -> [NumberedByFloat] { [] }
}
