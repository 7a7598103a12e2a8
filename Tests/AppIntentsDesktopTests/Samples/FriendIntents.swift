import AppIntents
import TestSupport

struct Friend: AppEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Friend"
  static let defaultQuery = FriendQuery()
  var id: String
  var name: String
  var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct FriendQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [Friend] {
    World.here.friends.filter { identifiers.contains($0.id) }
  }

  func suggestedEntities() async throws -> [Friend] {
    if let problem = World.here.problem { throw World.Failure(description: problem) }
    return World.here.friends
  }
}

struct Greet: AppIntent {
  static let title: LocalizedStringResource = "Greet Friend"
  static let description = IntentDescription("Says hello.", searchKeywords: ["salute"])
  @Parameter(title: "Friend") var friend: Friend

  func perform() async throws -> some IntentResult & ProvidesDialog & ReturnsValue<String> {
    World.here.events.append("greet \(friend.id)")
    return .result(
      value: friend.name,
      dialog: IntentDialog(
        full: "\(friend.name) was greeted.", supporting: "Hello, <\(friend.name)>"))
  }
}

/// Runs until it is let go.
struct Wait: AppIntent {
  static let title: LocalizedStringResource = "Wait For Nothing"

  func perform() async throws -> some IntentResult & ProvidesDialog {
    World.here.events.append("waiting")
    do {
      try await World.here.waitForRelease()
    } catch {
      World.here.events.append("cancelled")
      throw error
    }
    return .result(dialog: "Waited.")
  }
}

struct Ask: AppIntent {
  static let title: LocalizedStringResource = "Ask First"

  func perform() async throws -> some IntentResult & ProvidesDialog {
    try await requestConfirmation(actionName: .send, dialog: "Send <it>?")
    World.here.events.append("sent")
    return .result(dialog: "Sent.")
  }
}

struct Fail: AppIntent {
  static let title: LocalizedStringResource = "Fail Always"

  func perform() async throws -> some IntentResult & ProvidesDialog {
    if true { throw World.Failure(description: "The moon & the stars are <away>.") }
    return .result(dialog: "Never.")
  }
}

struct Note: AppIntent {
  static let title: LocalizedStringResource = "Take Note"
  @Parameter(title: "Text") var text: String

  func perform() async throws -> some IntentResult & ProvidesDialog {
    World.here.events.append("note \(text)")
    return .result(dialog: "Noted.")
  }
}

/// Not for a locked session.
struct OpenSafe: AppIntent {
  static let title: LocalizedStringResource = "Open Safe"
  static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication

  func perform() async throws -> some IntentResult & ProvidesDialog {
    World.here.events.append("opened")
    return .result(dialog: "Opened.")
  }
}

struct Hidden: AppIntent {
  static let title: LocalizedStringResource = "Hidden Thing"
  static let isDiscoverable = false

  func perform() async throws -> some IntentResult { .result() }
}

enum Colour: String, AppEnum {
  case red, green, blue, grey, black
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Colour"
  static let caseDisplayRepresentations: [Colour: DisplayRepresentation] = [
    .red: "Red", .green: "Green", .blue: "Blue", .grey: "Grey", .black: "Black",
  ]
}

struct Mood: AppIntent {
  static let title: LocalizedStringResource = "Set Mood"
  @Parameter(title: "Colour") var colour: Colour

  func perform() async throws -> some IntentResult & ProvidesDialog {
    World.here.events.append("mood \(colour.rawValue)")
    return .result(dialog: "Set.")
  }
}

struct FriendShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: Greet(), phrases: ["Wave at \(\.$friend) with \(.applicationName)"],
      shortTitle: "Greet", systemImageName: "hand.wave")
  }
}
