import FoundationEssentials

/// The intents and shortcuts of a program.
///
/// The program hands in its shortcuts provider's type, and intents that have no shortcut.
package struct IntentRegistry: Sendable {
  /// The intents: those of the shortcuts in their order, then the others.
  ///
  /// Hidden ones too.
  package let intents: [IntentDescriptor]
  /// The shortcuts, in the provider's order.
  package let shortcuts: [ShortcutDescriptor]
  package let tileColor: ShortcutTileColor
  /// What phrases may call the program.
  package let applicationName: String

  /// - Parameters:
  ///   - provider: The program's shortcuts.
  ///   - intents: Intents that have no shortcut.
  ///   - applicationName: What phrases may call the program; nil for the name of its executable.
  package init(
    shortcuts provider: any AppShortcutsProvider.Type, intents: [any AppIntent.Type] = [],
    applicationName: String? = nil
  ) {
    let name =
      applicationName ?? CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
      ?? ""
    let shortcuts = provider.appShortcuts.map { ShortcutDescriptor($0, applicationName: name) }
    var known: Set<ObjectIdentifier> = []
    let types = shortcuts.map(\.intent.type) + intents
    self.intents = types.filter { known.insert(ObjectIdentifier($0)).inserted }.map {
      IntentDescriptor($0)
    }
    self.shortcuts = shortcuts
    self.applicationName = name
    tileColor = provider.shortcutTileColor
  }

  /// Finds an intent.
  ///
  /// - Parameter name: Its identifier, its type's name, or its title; case does not matter.
  /// - Throws: `unknownIntent`, `ambiguousIntent`.
  package func intent(named name: String) throws(IntentRuntimeError) -> IntentDescriptor {
    if let exact = intents.first(where: { $0.identifier == name }) { return exact }
    let wanted = TextFolding.key(name)
    let found = intents.filter { intent in
      [intent.identifier, intent.typeName, intent.title].contains {
        TextFolding.key($0) == wanted
      }
    }
    switch found.count {
    case 1: return found[0]
    case 0:
      let names = intents.flatMap { [$0.identifier, $0.title] }
      throw .unknownIntent(name: name, nearest: TextFolding.nearest(to: name, among: names))
    default: throw .ambiguousIntent(name: name, identifiers: found.map(\.identifier))
    }
  }

  /// Finds a shortcut.
  ///
  /// - Parameter phrase: One of its phrases, or its title.
  /// - Throws: `unknownPhrase`, `ambiguousPhrase`.
  package func shortcut(phrase: String) throws(IntentRuntimeError) -> ShortcutDescriptor {
    try match(phrase: phrase).shortcut
  }

  /// Finds a shortcut and the values of parameters that stand in the phrase.
  ///
  /// A phrase with more fixed words wins over one with fewer. Where several shortcuts have the
  /// phrase, the one with that title is meant; else the caller must say a title.
  ///
  /// - Parameter phrase: One of its phrases, or its title.
  /// - Throws: `unknownPhrase`, `ambiguousPhrase`.
  package func match(phrase: String) throws(IntentRuntimeError) -> ShortcutMatch {
    let matches = shortcuts.compactMap { shortcut in
      shortcut.match(phrase).map { (shortcut: shortcut, said: $0) }
    }
    let most = matches.map(\.said.fixedWords).max()
    let best = matches.filter { $0.said.fixedWords == most }
    if best.count == 1 {
      return ShortcutMatch(shortcut: best[0].shortcut, parameters: best[0].said.parameters)
    }
    let wanted = TextFolding.key(phrase)
    let titled = (best.isEmpty ? shortcuts : best.map(\.shortcut)).filter {
      !wanted.isEmpty && $0.titles.contains { TextFolding.key($0) == wanted }
    }
    if titled.count == 1 { return ShortcutMatch(shortcut: titled[0], parameters: [:]) }
    let rivals = titled.isEmpty ? best.map(\.shortcut) : titled
    guard rivals.isEmpty else {
      throw .ambiguousPhrase(phrase: phrase, titles: rivals.map(\.title))
    }
    let names = shortcuts.flatMap { $0.phrases + [$0.title] }
    throw .unknownPhrase(phrase: phrase, nearest: TextFolding.nearest(to: phrase, among: names))
  }

  /// What Apple's tools would refuse although it works here, one sentence each.
  package var portabilityNotes: [String] {
    var notes: [String] = []
    if shortcuts.count > 10 {
      notes.append("There are \(shortcuts.count) shortcuts; Apple's systems allow 10.")
    }
    for shortcut in shortcuts {
      if !shortcut.intent.isDiscoverable {
        notes.append("\"\(shortcut.title)\" is a shortcut, but its intent is not discoverable.")
      }
      for pattern in shortcut.patterns where !pattern.namesApplication {
        notes.append(
          "The phrase \"\(pattern.template)\" lacks \\(.applicationName), which an app for Apple's "
            + "systems needs once in each phrase.")
      }
    }
    return notes
  }
}

/// A shortcut as lists and the command line show it.
package struct ShortcutDescriptor: Sendable {
  /// What lists call it: its short title, else its intent's title.
  package let title: String
  /// The phrases; parameters and the program's name as `${name}`.
  package let phrases: [String]
  /// Apple's name of its picture; nil for none.
  package let systemImageName: String?
  /// Its intent, with the values that the shortcut sets.
  package let intent: IntentDescriptor
  let patterns: [PhrasePattern]

  init(_ shortcut: AppShortcut, applicationName: String) {
    let intent = IntentDescriptor(instance: shortcut.intent)
    title = shortcut.shortTitle.map { String(localized: $0) } ?? intent.title
    phrases = shortcut.phrases
    systemImageName = shortcut.systemImageName
    self.intent = intent
    patterns = shortcut.phrases.map { PhrasePattern($0, applicationName: applicationName) }
  }

  /// The texts that name it.
  var titles: [String] { title == intent.title ? [title] : [title, intent.title] }

  /// The best fitting phrase, if one was said.
  func match(_ text: String) -> (fixedWords: Int, parameters: [String: String])? {
    patterns
      .compactMap { pattern in
        pattern.match(text).map { (fixedWords: pattern.fixedWords, parameters: $0) }
      }
      .max { $0.fixedWords < $1.fixedWords }
  }
}

/// A shortcut that was called by a phrase.
package struct ShortcutMatch: Sendable {
  package let shortcut: ShortcutDescriptor
  /// The texts of the parameters that stood in the phrase, by name.
  package let parameters: [String: String]
}
