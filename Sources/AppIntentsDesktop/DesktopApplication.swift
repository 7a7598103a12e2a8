public import AppIntents

/// What the desktop is told of a program: its name there, its intents, and how to start it.
///
/// Use it with ``IntentsDesktop/run(_:options:control:)`` and ``DesktopFiles``; the files and the
/// service are made of the same value, so they cannot differ.
public struct DesktopApplication: Sendable {
  /// The name on the bus and of its files: reversed domain and program, `org.example.Notes`.
  public var id: String
  /// What people call it; phrases may hold it.
  public var name: String
  /// What it is for, a few words without a full stop.
  public var summary: String
  /// The program's shortcuts.
  public var shortcuts: any AppShortcutsProvider.Type
  /// Intents that have no shortcut.
  public var intents: [any AppIntent.Type]
  /// What the program does around the intents.
  public var hooks: DesktopHooks
  /// What the files say of it beyond that.
  public var about: DesktopAbout
  /// The words after the program's path that start the service.
  public var serviceArguments: [String]

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - id: The name on the bus and of its files: two or more parts of letters, digits, `_` and
  ///     `-` with dots between them, none of which begins with a digit.
  ///   - name: What people call it; nil for the last part of `id`.
  ///   - summary: What it is for; nil for a sentence made of the name.
  ///   - shortcuts: The program's shortcuts.
  ///   - intents: Intents that have no shortcut.
  public init(
    id: String, name: String? = nil, summary: String? = nil,
    shortcuts: any AppShortcutsProvider.Type, intents: [any AppIntent.Type] = []
  ) {
    let name = name ?? id.split(separator: ".").last.map(String.init) ?? id
    self.id = id
    self.name = name
    self.summary = summary ?? "Actions of \(name)"
    self.shortcuts = shortcuts
    self.intents = intents
    hooks = DesktopHooks()
    about = DesktopAbout()
    serviceArguments = []
  }

  /// The object path that goes with the bus name: dots become slashes, dashes underscores.
  package var objectPath: String {
    "/" + id.replacing(".", with: "/").replacing("-", with: "_")
  }

  /// The interface of our own: List, Describe, Suggest, Perform, Cancel and the signal Finished.
  package var intentsInterface: String { id.replacing("-", with: "_") + ".Intents1" }

  /// Checks the identifier.
  ///
  /// - Throws: ``DesktopError``.
  package func check() throws(DesktopError) {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    let isValid =
      parts.count >= 2 && id.utf8.count <= 200
      && parts.allSatisfy { part in
        part.first.map { !$0.isNumber } ?? false
          && part.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
              && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
                || scalar == "-")
          }
      }
    guard isValid else { throw .invalidApplicationID(id) }
  }
}

/// What a program does around its intents on the desktop.
///
/// By default nothing.
public struct DesktopHooks: Sendable {
  /// Runs a body in surroundings of the program's choice, once, and passes on what it throws.
  public typealias Around =
    @Sendable (_ body: @escaping @Sendable () async throws -> Void) async throws -> Void

  /// Around each run of an intent: the place to hand in what the intents need.
  public var whileRunning: Around
  /// Around each reading of the suggested entities for the search, in the background.
  ///
  /// Nobody has asked for it by name, so nothing may be asked here: no prompt, no window.
  public var whileSearching: Around
  /// The text for an error of an intent, and what to do next.
  public var describe: @Sendable (any Error) -> IntentFailure
  /// Names what the suggested entities depend on, for example a server: entities that were
  /// kept under another tag are not shown.
  public var cacheTag: @Sendable () -> String
  /// Whether results are spoken that nobody said anything about.
  public var speaks: @Sendable () -> Bool
  /// The command line that performs an intent with parameters that are missing, for hints.
  public var command: @Sendable (_ intent: String, _ missing: [String]) -> String?
  /// Told of what could not be done and concerns no caller: one line each, for the journal.
  public var log: @Sendable (String) -> Void

  /// Nothing of the program's own.
  public init() {
    whileRunning = { try await $0() }
    whileSearching = { try await $0() }
    describe = { IntentFailure(IntentErrorText.text(of: $0)) }
    cacheTag = { "" }
    speaks = { false }
    command = { _, _ in nil }
    log = { _ in }
  }
}

/// Why an intent failed, for people.
public struct IntentFailure: Sendable, Equatable {
  /// What happened.
  public var message: String
  /// What to do next; nil when nothing is known.
  public var nextStep: String?

  /// Makes a text.
  ///
  /// - Parameters:
  ///   - message: What happened, a sentence.
  ///   - nextStep: What to do next.
  public init(_ message: String, nextStep: String? = nil) {
    self.message = message
    self.nextStep = nextStep
  }
}

/// What a program's files say of it: for software centres and menus.
public struct DesktopAbout: Sendable {
  /// Paragraphs on what it does.
  public var description: [String] = []
  /// Its licence as an SPDX expression.
  public var license = "LicenseRef-proprietary"
  /// Who makes it.
  public var developer = ""
  /// Its page; empty for none.
  public var homepage = ""
  /// Words that find it in menus.
  public var keywords: [String] = []
  /// Its release, `0.1.0`; empty for none.
  public var version = ""
  /// The day of that release, `2026-11-30`.
  public var date = ""
  /// Its manual page, `figctl(1)`; empty for none.
  public var manual = ""

  /// Nothing yet.
  public init() {}
}

/// Why a program is not on the desktop.
public enum DesktopError: Error, Sendable, Equatable {
  /// The application's identifier cannot be a bus name.
  case invalidApplicationID(String)
  /// There is no session bus to find.
  case noSessionBus
  /// The session bus cannot be reached, or did not do what it was asked.
  case bus(String)
  /// Another program has the name.
  case nameTaken(String)
  /// A file could not be written.
  case file(String)
}

extension DesktopError: CustomStringConvertible {
  /// A sentence: the thing, and what is wrong with it.
  public var description: String {
    switch self {
    case .invalidApplicationID(let id):
      "'\(id)' cannot be a name on the bus: it takes parts of letters, digits, '_' and '-', with "
        + "dots between them, as in org.example.Notes."
    case .noSessionBus:
      "There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR/bus."
    case .bus(let reason): "The session bus: \(reason)"
    case .nameTaken(let name): "Another program has the name \(name) on the session bus."
    case .file(let reason): reason
    }
  }
}
