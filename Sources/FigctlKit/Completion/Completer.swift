package import AppIntents
import GLibBridge

/// What may stand at the place of the word that is being typed.
package struct Completion: Sendable, Equatable {
  /// Who knows the values.
  package enum Kind: String, Sendable {
    /// Those listed here.
    case words
    /// The shell: files.
    case files
    /// The shell: folders.
    case folders
    /// The shell: programs.
    case programs
  }

  /// One value, and a few words on it.
  package struct Candidate: Sendable, Equatable {
    package var value: String
    package var note: String
  }

  package var kind = Kind.words
  package var candidates: [Candidate] = []
}

/// What completion knows of the user's own things; it asks neither a server nor the store.
package struct CompletionFacts: Sendable {
  /// Names and servers of the profiles.
  package var profiles: @Sendable () -> [Completion.Candidate]
  /// The tasks that a profile's server last listed; the default profile's for `nil`.
  package var tasks: @Sendable (_ profile: String?) -> [TaskNameCache.Name]
  /// The intents and shortcuts of this program.
  package var intents: @Sendable () -> IntentRegistry
}

/// Finds what may be typed next, from the table of commands.
///
/// All three shells ask it, so that they offer the same.
package struct Completer: Sendable {
  private let commands: [CommandSpec]
  private let facts: CompletionFacts

  package init(commands: [CommandSpec], facts: CompletionFacts) {
    self.commands = commands
    self.facts = facts
  }

  /// Completes the last word.
  ///
  /// - Parameter words: The words after the program's name up to the cursor, unquoted.
  /// - Returns: Values that begin with the last word, without regard to case.
  package func complete(_ words: [String]) -> Completion {
    let current = words.last ?? ""
    let line = TypedLine(words.dropLast(), commands: commands)
    var found = offer(current, after: line)
    let start = current.lowercased()
    found.candidates = found.candidates.filter { candidate in
      (start.isEmpty || candidate.value.lowercased().hasPrefix(start))
        && Self.isSafe(candidate.value)
    }
    return found
  }

  /// Whether a value can be a line of what shells read, and is no option by accident.
  private static func isSafe(_ value: String) -> Bool {
    !value.isEmpty && !value.unicodeScalars.contains(where: VisibleText.needsEscape)
  }

  private func offer(_ current: String, after line: TypedLine) -> Completion {
    if let option = line.openOption {
      return values(ValueSource.of(option), line)
    }
    if let command = line.command, command.takesRest, !line.positionals.isEmpty {
      return Completion(kind: .files)
    }
    if current.hasPrefix("-"), !line.endsOptions {
      if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
        let name = current[..<equals].dropFirst(2)
        guard let option = line.options.first(where: { $0.long == name }) else {
          return Completion()
        }
        var found = values(ValueSource.of(option), line)
        found.candidates = found.candidates.map { candidate in
          .init(value: "--\(name)=\(candidate.value)", note: candidate.note)
        }
        return found
      }
      return Completion(candidates: optionNames(line))
    }
    guard let command = line.command else { return Completion(candidates: nextWords(line.path)) }
    guard let argument = line.argument else { return Completion() }
    return values(ValueSource.of(argument, in: command), line, current: current)
  }

  // MARK: - Commands and options

  private func nextWords(_ typed: [String]) -> [Completion.Candidate] {
    let isHelp = typed.first == "help"
    let path = isHelp ? Array(typed.dropFirst()) : typed
    var found: [Completion.Candidate] = []
    for command in commands where command.path.starts(with: path) && command.path.count > path.count
    {
      let word = command.path[path.count]
      guard !found.contains(where: { $0.value == word }) else { continue }
      let members = commands.filter { $0.path.starts(with: path + [word]) }
      let note =
        command.path.count == path.count + 1
        ? command.summary
        : members.map { $0.path.dropFirst(path.count + 1).joined(separator: " ") }
          .joined(separator: ", ")
      found.append(.init(value: word, note: note))
    }
    if typed.isEmpty { found.append(.init(value: "help", note: "print help for a command")) }
    return found
  }

  private func optionNames(_ line: TypedLine) -> [Completion.Candidate] {
    line.options.compactMap { option in
      if case .values = option.kind {} else if line.given.contains(option.long) { return nil }
      return .init(value: "--\(option.long)", note: option.help)
    }
  }

  // MARK: - Values

  private func values(
    _ source: ValueSource, _ line: TypedLine, current: String = ""
  ) -> Completion {
    switch source {
    case .nothing: Completion()
    case .words(let words): Completion(candidates: words.map { .init(value: $0, note: "") })
    case .files: Completion(kind: .files)
    case .folders: Completion(kind: .folders)
    case .programs: Completion(kind: .programs)
    case .profiles: Completion(candidates: facts.profiles())
    case .tasks: Completion(candidates: tasks(line, withIDs: !current.isEmpty))
    case .settings: Completion(candidates: Self.settings(current))
    case .intents:
      Completion(
        candidates: facts.intents().intents.filter(\.isDiscoverable).map {
          .init(value: $0.identifier, note: $0.title)
        })
    case .phrases:
      Completion(
        candidates: facts.intents().shortcuts.flatMap { shortcut in
          shortcut.phrases.filter { !$0.contains("${") }.map {
            .init(value: $0, note: shortcut.title)
          }
        })
    case .parameters: Completion(candidates: parameters(line, current))
    }
  }

  /// Names first, since they are what people know; an id for a name that several tasks have.
  private func tasks(_ line: TypedLine, withIDs: Bool) -> [Completion.Candidate] {
    let tasks = facts.tasks(line.profile)
    var counts: [String: Int] = [:]
    for task in tasks { counts[task.name, default: 0] += 1 }
    let names = tasks.filter { counts[$0.name] == 1 && !$0.name.hasPrefix("-") }
    let ids = withIDs ? tasks : tasks.filter { counts[$0.name] != 1 || $0.name.hasPrefix("-") }
    return names.map { .init(value: $0.name, note: $0.id) }
      + ids.filter { !$0.id.hasPrefix("-") }.map { .init(value: $0.id, note: $0.name) }
  }

  private func parameters(_ line: TypedLine, _ current: String) -> [Completion.Candidate] {
    guard let intent = intent(line) else { return [] }
    let parameters = intent.parameters.filter { parameter in
      !line.positionals.contains { $0.hasPrefix("\(parameter.name)=") }
    }
    guard let equals = current.firstIndex(of: "=") else {
      return parameters.map { .init(value: "\($0.name)=", note: $0.title) }
    }
    let name = current[..<equals]
    guard let parameter = parameters.first(where: { $0.name == name }) else { return [] }
    let values: [Completion.Candidate] =
      parameter.kind == .entity
      ? tasks(line, withIDs: current.last != "=")
      : parameter.choices.map { .init(value: $0.id, note: $0.title) }
    return values.map { .init(value: "\(name)=\($0.value)", note: $0.note) }
  }

  private func intent(_ line: TypedLine) -> IntentDescriptor? {
    guard let name = line.positionals.first else { return nil }
    let registry = facts.intents()
    if line.path.first == "shortcut" { return try? registry.match(phrase: name).shortcut.intent }
    return try? registry.intent(named: name)
  }

  private static func settings(_ current: String) -> [Completion.Candidate] {
    Profile.Setting.settable.flatMap { setting -> [Completion.Candidate] in
      let choices =
        switch setting {
        case .keyHeader: Profile.KeyHeader.allCases.map(\.rawValue)
        case .routes: Profile.Routes.allCases.map(\.rawValue)
        case .insecureHTTP, .speak: ["true", "false"]
        default: [String]()
        }
      if choices.isEmpty || !current.contains("=") {
        return [.init(value: "\(setting.rawValue)=", note: "")]
      }
      return choices.map { .init(value: "\(setting.rawValue)=\($0)", note: "") }
    }
  }
}
