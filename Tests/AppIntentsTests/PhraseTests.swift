import AppIntents
import Testing

struct TextFoldingTests {
  @Test(arguments: [
    ("Run a Task", "run a task"),
    ("  Run,  a\ttask! ", "run a task"),
    ("Café", "cafe"),
    ("Cafe\u{301}", "cafe"),
    ("ÄÖÜ ß Ø", "aou ss o"),
    ("Ångström", "angstrom"),
    ("Straße", "strasse"),
    ("naïve — déjà vu", "naive deja vu"),
    ("ΆΈ", "αε"),
    ("Ёлка", "ёлка"),
    ("what's up", "what s up"),
    ("t/2 ü", "t 2 u"),
    ("東京", "東京"),
    ("", ""),
    ("…!", ""),
  ])
  func folded(text: String, expected: String) {
    #expect(TextFolding.key(text) == expected)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3),
    ("run", "rum", 1),
  ])
  func distances(first: String, second: String, expected: Int) {
    #expect(TextFolding.distance(first, second) == expected)
  }

  @Test func nearestNamesFirst() {
    let names = ["Stop Task", "Run Task", "Something else"]
    #expect(TextFolding.nearest(to: "run tsk", among: names) == ["Run Task"])
    #expect(TextFolding.nearest(to: "ran task", among: names) == ["Run Task", "Stop Task"])
    #expect(TextFolding.nearest(to: "zzz", among: names) == [])
  }
}

struct PhrasePatternTests {
  @Test(
    arguments: [
      ("Run a Figranium task", "run a figranium task", [:]),
      ("Run a Figranium task", "RUN: a Figránium tásk!", [:]),
      ("Run a Figranium task", "run a figranium", nil),
      ("Run a Figranium task", "please run a figranium task", nil),
      ("Stop in ${applicationName}", "stop in my app", [:]),
      ("Stop in ${applicationName}", "stop", [:]),
      ("Stop in ${applicationName}", "stop in", [:]),
      ("Stop in ${applicationName}", "stop in other app", nil),
      ("${applicationName} stop", "my app stop", [:]),
      ("${applicationName} stop", "stop", [:]),
      ("Run ${task}", "run price check", ["task": "price check"]),
      ("Run ${task}", "run", nil),
      ("Run ${task} now", "Run t/2 ü now.", ["task": "t/2 ü"]),
      ("Run ${task} in ${applicationName}", "run check in in my app", ["task": "check in"]),
      ("Run ${task} in ${applicationName}", "run price check", ["task": "price check"]),
      ("Move ${a} to ${b}", "move x y to z", ["a": "x y", "b": "z"]),
      ("Costs $5 {today}", "costs 5 today", [:]),
      ("Broken ${task", "broken task", [:]),
      ("", "anything", nil),
      ("Run", "", nil),
    ] as [(String, String, [String: String]?)])
  func matches(template: String, said: String, expected: [String: String]?) {
    #expect(PhrasePattern(template, applicationName: "My App").match(said) == expected)
  }
}

private struct Alpha: AppIntent {
  static let title: LocalizedStringResource = "Alpha"
  @Parameter(title: "Name") var name: String?
  func perform() async throws -> some IntentResult { .result() }
}

private struct Beta: AppIntent {
  static let title: LocalizedStringResource = "Beta"
  static let description: IntentDescription = "The second letter"
  @Parameter(title: "Name") var name: String?
  func perform() async throws -> some IntentResult { .result() }
}

private enum Twins {
  struct Alpha: AppIntent {
    static let title: LocalizedStringResource = "ALPHA"
    static let persistentIdentifier = "com.example.Alpha"
    func perform() async throws -> some IntentResult { .result() }
  }
}

private struct Shared: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: Alpha(), phrases: ["Do a letter", "Alpha it"])
    AppShortcut(
      intent: Beta(), phrases: ["Do a letter", "Beta", "Say \(\.$name)"], shortTitle: "Second",
      systemImageName: "b.circle")
    AppShortcut(intent: Beta(), phrases: ["Say hello"], shortTitle: "Hello", systemImageName: "")
  }
}

/// An explicit list works as well, and a provider may have none.
private struct Listed: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    let shortcut = AppShortcut(intent: Alpha(), phrases: ["Alpha"])
    return [shortcut]
  }
}

private struct Empty: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {}
}

struct IntentRegistryTests {
  let registry = IntentRegistry(
    shortcuts: Shared.self, intents: [Alpha.self], applicationName: "Letters")

  @Test func oneDescriptorForEachIntent() {
    #expect(registry.intents.map(\.identifier) == ["Alpha", "Beta"])
    #expect(registry.shortcuts.map(\.title) == ["Alpha", "Second", "Hello"])
    #expect(registry.shortcuts[1].phrases == ["Do a letter", "Beta", "Say ${name}"])
    #expect(registry.shortcuts[1].systemImageName == "b.circle")
    #expect(registry.intents[1].description == "The second letter")
    #expect(registry.tileColor == .blue)
    #expect(
      IntentRegistry(shortcuts: Listed.self).shortcuts.map(\.phrases) == [["Alpha"]])
    #expect(IntentRegistry(shortcuts: Empty.self).shortcuts.isEmpty)
  }

  @Test func theProgramsNameIsItsExecutables() {
    #expect(!IntentRegistry(shortcuts: Empty.self).applicationName.isEmpty)
    #expect(!IntentRegistry(shortcuts: Empty.self).applicationName.contains("/"))
  }

  @Test(arguments: ["Alpha", "alpha", "ALPHA", " alpha "])
  func intentsByName(name: String) throws {
    #expect(try registry.intent(named: name).identifier == "Alpha")
  }

  @Test func unknownAndAmbiguousNames() {
    #expect(throws: IntentRuntimeError.unknownIntent(name: "Alpa", nearest: ["Alpha", "Alpha"])) {
      try registry.intent(named: "Alpa")
    }
    let twins = IntentRegistry(shortcuts: Shared.self, intents: [Twins.Alpha.self])
    #expect(throws: Never.self) { try twins.intent(named: "Alpha") }
    #expect(
      throws: IntentRuntimeError.ambiguousIntent(
        name: "alpha", identifiers: ["Alpha", "com.example.Alpha"])
    ) { try twins.intent(named: "alpha") }
    #expect(throws: Never.self) { try twins.intent(named: "com.example.Alpha") }
  }

  @Test(arguments: [
    ("alpha it", "Alpha"), ("Alpha", "Alpha"), ("beta", "Second"), ("second", "Second"),
    ("Say hello", "Hello"), ("hello", "Hello"), ("say something", "Second"),
  ])
  func shortcutsByPhraseOrTitle(phrase: String, title: String) throws {
    #expect(try registry.shortcut(phrase: phrase).title == title)
  }

  @Test func aSharedPhraseNeedsATitle() {
    #expect(
      throws: IntentRuntimeError.ambiguousPhrase(
        phrase: "do a letter", titles: ["Alpha", "Second"])
    ) { try registry.shortcut(phrase: "do a letter") }
  }

  @Test func anUnknownPhraseNamesTheNearest() {
    #expect(
      throws: IntentRuntimeError.unknownPhrase(phrase: "alfa it", nearest: ["Alpha it"])
    ) { try registry.shortcut(phrase: "alfa it") }
    #expect(throws: IntentRuntimeError.unknownPhrase(phrase: "", nearest: [])) {
      try registry.shortcut(phrase: "")
    }
  }

  @Test func notesOnWhatApplesToolsRefuse() {
    #expect(registry.portabilityNotes.count == 6)
    #expect(
      registry.portabilityNotes.first
        == "The phrase \"Do a letter\" lacks \\(.applicationName), which an app for Apple's "
        + "systems needs once in each phrase.")
  }
}
