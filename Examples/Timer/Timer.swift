// A program of its own in the desktop's search: all that it takes.

import AppIntents
import AppIntentsDesktop

struct Brew: AppEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Timer"
  static let defaultQuery = BrewQuery()
  static let all = [Brew(id: "tea", seconds: 180), Brew(id: "egg", seconds: 360)]
  let id: String
  let seconds: Int
  var displayRepresentation: DisplayRepresentation { "Timer for \(id)" }
}

struct BrewQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [Brew] {
    Brew.all.filter { identifiers.contains($0.id) }
  }
  func suggestedEntities() async throws -> [Brew] { Brew.all }
}

struct RunTimer: AppIntent {
  static let title: LocalizedStringResource = "Run Timer"
  @Parameter(title: "Timer") var timer: Brew
  func perform() async throws -> some IntentResult & ProvidesDialog {
    try await Task.sleep(for: .seconds(timer.seconds))
    return .result(dialog: "The \(timer.id) is ready.")
  }
}

struct TimerShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: RunTimer(), phrases: ["Run a timer with \(.applicationName)"])
  }
}

@main struct Timer {
  static func main() async throws {
    let timer = DesktopApplication(id: "org.example.Timer", shortcuts: TimerShortcuts.self)
    let words = CommandLine.arguments
    if words.count == 3 {  // FOLDER PROGRAM: writes what the desktop reads, once.
      try DesktopFiles(timer, program: words[2]).write(to: words[1])
    } else {
      try await IntentsDesktop.run(timer)
    }
  }
}
