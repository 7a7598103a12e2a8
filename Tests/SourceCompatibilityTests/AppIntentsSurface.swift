// Every public initialiser and requirement of AppIntents, spelled once. Most of it is only
// compiled: a change that breaks a caller's source breaks this file.

import AppIntents

enum SurfaceMode: Int, AppEnum {
  case slow = 1
  case fast = 2

  static let typeDisplayRepresentation = TypeDisplayRepresentation(
    name: "Mode", numericFormat: "modes", synonyms: ["Way"])
  static var caseDisplayRepresentations: [SurfaceMode: DisplayRepresentation] {
    [.slow: DisplayRepresentation(title: "Slow", subtitle: "and careful"), .fast: "Fast"]
  }
}

struct SurfaceEntity: AppEntity {
  var id: UUID

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Thing of \("kinds")"
  static let defaultQuery = SurfaceEntityQuery()

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(
      title: "Thing", subtitle: "\(id.uuidString)", image: .init(systemName: "circle"),
      synonyms: ["Object"])
  }
}

struct SurfaceEntityQuery: EnumerableEntityQuery {
  func entities(for identifiers: [UUID]) async throws -> [SurfaceEntity] {
    identifiers.map { SurfaceEntity(id: $0) }
  }

  func allEntities() async throws -> [SurfaceEntity] { [] }
}

struct SurfaceNumbers: DynamicOptionsProvider {
  func results() async throws -> [Int] { [1, 2] }
}

struct SurfaceParts: DynamicOptionsProvider {
  func results() async throws -> [Double] { [0.5] }
  func defaultResult() async -> Double? { 0.5 }
}

struct SurfacePages: DynamicOptionsProvider {
  func results() async throws -> [URL] { [] }
}

struct SurfaceThings: DynamicOptionsProvider {
  func results() async throws -> [SurfaceEntity] { [] }
}

struct SurfaceModes: DynamicOptionsProvider {
  func results() async throws -> [SurfaceMode] { [.fast] }
}

struct SurfaceWords: DynamicOptionsProvider {
  func results() async throws -> [String] { [] }
}

struct SurfaceIntent: AppIntent {
  static let title: LocalizedStringResource = "Surface"
  static let description: IntentDescription? = IntentDescription(
    "All of it", categoryName: "Tests", searchKeywords: ["all"], resultValueName: "Nothing")
  static var openAppWhenRun: Bool { true }
  static var isDiscoverable: Bool { false }
  static var authenticationPolicy: IntentAuthenticationPolicy {
    .requiresLocalDeviceAuthentication
  }
  static let persistentIdentifier = "com.example.surface"

  @Parameter(description: "said") var describedText: String?
  @Parameter(
    title: "Text", description: "A text", default: "x", inputOptions: .init(multiline: true),
    requestValueDialog: "Text?", inputConnectionBehavior: .never)
  var text: String
  @Parameter(title: "Word", optionsProvider: SurfaceWords()) var word: String
  @Parameter(title: "Texts", default: ["a", "b"]) var texts: [String]
  @Parameter(title: "Texts", default: ["a"]) var optionalTexts: [String]?

  @Parameter(
    title: "Whole", description: "A number", default: 3, controlStyle: .slider,
    inclusiveRange: (1, 9), requestValueDialog: "How many?", inputConnectionBehavior: .default)
  var whole: Int
  @Parameter(title: "Offered", inclusiveRange: (1, 2), optionsProvider: SurfaceNumbers())
  var offered: Int
  @Parameter(title: "Part", default: 0.5, controlStyle: .field, inclusiveRange: (0, 1))
  var part: Double
  @Parameter(title: "Offered", optionsProvider: SurfaceParts()) var offeredPart: Double?

  @Parameter(
    title: "Flag", description: "A flag", default: true,
    displayName: Bool.IntentDisplayName(true: "On", false: "Off"), requestValueDialog: "On?",
    inputConnectionBehavior: .connectToPreviousIntentResult)
  var flag: Bool
  @Parameter(description: "Flag") var plainFlag: Bool?
  @Parameter(title: "Day", description: "A day", kind: .date, requestValueDialog: "When?")
  var day: Date
  @Parameter(title: "Page", description: "A page", requestValueDialog: "Where?") var page: URL
  @Parameter(description: "Whole", inclusiveRange: (1, 2)) var plainWhole: Int?
  @Parameter(description: "Part", default: 1) var plainPart: Double
  @Parameter(description: "Day", kind: .time) var plainDay: Date?
  @Parameter(description: "Page") var plainPage: URL?
  @Parameter(title: "Mode", optionsProvider: SurfaceModes()) var offeredMode: SurfaceMode
  @Parameter(title: "Pages", optionsProvider: SurfacePages()) var pages: [URL]

  @Parameter(
    title: "Mode", description: "A mode", default: .fast, requestValueDialog: "How?",
    requestDisambiguationDialog: "Which?")
  var mode: SurfaceMode
  @Parameter(description: "Mode", default: .slow) var plainMode: SurfaceMode
  @Parameter(title: "Modes") var modes: [SurfaceMode]?
  @Parameter(
    title: "Thing", description: "A thing", requestValueDialog: "Which?",
    requestDisambiguationDialog: "Which of them?")
  var thing: SurfaceEntity
  @Parameter(description: "Thing") var plainThing: SurfaceEntity?
  @Parameter(title: "Things", optionsProvider: SurfaceThings()) var things: [SurfaceEntity]

  @AppDependency var number: Int
  @Dependency(key: "n") var keyed: Int
  @Dependency(key: "n", manager: AppDependencyManager(), default: 3) var defaulted: Int
  @Dependency(default: { () async throws -> String in "made" }) var made: String

  static var parameterSummary: some ParameterSummary {
    Summary("Set \(\.$text) to \(\.$mode)", table: "Summaries") {
      \.$whole
      \.$thing
    }
  }

  func perform() async throws -> some IntentResult {
    try await requestConfirmation()
    try await requestConfirmation(dialog: "Sure?")
    try await requestConfirmation(
      conditions: [.lowConfidenceSource], actionName: .go, dialog: IntentDialog("Sure?"))
    let word: String = try await $word.requestValue()
    let mode: SurfaceMode = try await $modes.requestDisambiguation(among: [.slow, .fast])
    let isRight: Bool = try await $thing.requestConfirmation(for: thing, dialog: "\(thing)?")
    guard isRight, !word.isEmpty, mode == .fast else { throw $thing.needsValueError() }
    guard flag else { throw AppIntentError.restartPerform }
    guard whole > 0 else { throw AppIntentError.UserActionRequired.accountSetup }
    return .result()
  }
}

// Results of every form.

struct SurfaceValue: AppIntent {
  static var title: LocalizedStringResource { "Value" }
  func perform() async throws -> some ReturnsValue<[SurfaceMode]?> { .result(value: [.slow]) }
}

struct SurfaceValueAndDialog: AppIntent {
  static let title = LocalizedStringResource("value", defaultValue: "Value", comment: "A title")
  func perform() async throws -> some IntentResult & ReturnsValue<Double> & ProvidesDialog {
    .result(value: 1.5, dialog: "Done")
  }
}

struct SurfaceOpens: AppIntent {
  static let title = LocalizedStringResource("Opens", table: "Titles")
  func perform() async throws -> some OpensIntent { .result(opensIntent: SurfaceValue()) }
}

struct SurfaceOpensAndSays: AppIntent {
  static let title: LocalizedStringResource = "Opens and Says"
  func perform() async throws -> some IntentResult & OpensIntent & ProvidesDialog {
    .result(opensIntent: SurfaceOpens(), dialog: IntentDialog(full: "Long", supporting: "Short"))
  }
}

struct SurfaceAll: AppIntent {
  static let title: LocalizedStringResource = "All"
  func perform() async throws
    -> some IntentResult & ReturnsValue<Int> & OpensIntent & ProvidesDialog
  { .result(value: 1, opensIntent: SurfaceOpens(), dialog: "Done") }
}

struct SurfaceValueAndOpens: AppIntent {
  static let title: LocalizedStringResource = "Value and Opens"
  @MainActor func perform() async throws -> some IntentResult & ReturnsValue<Int> & OpensIntent {
    .result(value: 1, opensIntent: SurfaceOpens())
  }
}

struct SurfaceShortcuts: AppShortcutsProvider {
  static let appShortcuts: [AppShortcut] = [
    AppShortcut(
      intent: SurfaceIntent(),
      phrases: [
        AppShortcutPhrase("Plain"), "Set \(\.$text) in \(.applicationName)", "\(\.$things)",
      ],
      shortTitle: "Surface", systemImageName: "circle")
  ]
  static var shortcutTileColor: ShortcutTileColor { .grayBlue }
}

func surfaceOfManagers() {
  AppDependencyManager.shared.add(key: "surface", dependency: 7)
  AppDependencyManager.shared.add(key: "surface") { () throws -> Int in 7 }
  AppDependencyManager.shared.add(key: "surface") { () async throws -> Int in 7 }
  SurfaceShortcuts.updateAppShortcutParameters()
}
