import AppIntents
import GLibBridge
import Synchronization

/// What the search knows: the program's intents and shortcuts, and the entities they work on.
///
/// Searches read memory only. Entities come from `suggestedEntities()`, read in the background, and
/// from a small file until they have been read once.
final class Catalogue: Sendable {
  /// How old entities may be before a search has them read anew.
  private static let freshness = Duration.seconds(30)
  /// How long after a failure they are not read again.
  private static let retry = Duration.seconds(5)
  /// How long the very first search of a user waits for the first reading: a desktop asks once for a
  /// text, and shows what comes later as well.
  private static let firstWait = Duration.seconds(1)
  /// How often a reading gives back pages of program files: what opens the keyring and the server
  /// runs once, and would be half of what the service holds at its peak.
  private static let releasePause = Duration.milliseconds(2)
  /// How long one reading may take.
  private static let readingLimit = Duration.seconds(60)

  private struct State: Sendable {
    var index = SearchIndex()
    var entities: [CatalogueCache.Source: [IntentChoice]] = [:]
    var tag = ""
    var readAt: ContinuousClock.Instant?
    var failedAt: ContinuousClock.Instant?
    var failure: String?
    var reading: Task<Void, Never>?
  }

  let registry: IntentRegistry
  /// The shortcuts by the names of their actions, in their order.
  let actions: [(name: String, shortcut: ShortcutDescriptor)]
  private let application: DesktopApplication
  private let cache: CatalogueCache?
  private let state = Mutex(State())
  private let readingEnded = Condition()

  init(_ application: DesktopApplication, cacheFolder: String?) {
    self.application = application
    registry = IntentRegistry(
      shortcuts: application.shortcuts, intents: application.intents,
      applicationName: application.name)
    actions = ActionNames.named(registry.shortcuts)
    cache = CatalogueCache(applicationID: application.id, in: cacheFolder)
    let tag = application.hooks.cacheTag()
    var entities: [CatalogueCache.Source: [IntentChoice]] = [:]
    do throws(GLibError) {
      entities = try cache?.read(tag: tag) ?? [:]
    } catch {
      application.hooks.log("The search's cache cannot be read: \(error)")
    }
    let index = index(of: entities)
    state.withLock { state in
      state.index = index
      state.entities = entities
      state.tag = tag
    }
  }

  /// The rows that fit what was typed, from memory; what they are made of is read anew in the
  /// background when it is old.
  func search(_ terms: [String], limit: Int) -> [SearchIndex.Hit] {
    refresh(ifOlderThan: Self.freshness)
    return index.search(terms, limit: limit)
  }

  /// Calls `body` when there is something to search: at once, unless nothing was ever read and a
  /// moment may change that.
  func whenFilled(_ body: @escaping @Sendable () -> Void) {
    refresh(ifOlderThan: Self.freshness)
    guard isReadingFirst else { return body() }
    Task { [self] in
      do {
        try await Limited.run(Self.firstWait) { [self] in
          await readingEnded.wait { [self] in !isReadingFirst }
        }
      } catch {
        // What is known when the time is over is the answer; the next letter asks again.
      }
      body()
    }
  }

  /// Whether the very first reading goes on, and there was nothing in the cache.
  private var isReadingFirst: Bool {
    state.withLock { state in
      state.entities.isEmpty && state.readAt == nil && state.failedAt == nil
        && state.reading != nil
    }
  }

  /// What is searched now.
  var index: SearchIndex { state.withLock { $0.index } }

  /// The entities that are known for a parameter; nil when they were never read.
  func known(intent: String, parameter: String) -> [IntentChoice]? {
    let source = CatalogueCache.Source(intent: intent, parameter: parameter)
    return state.withLock { $0.entities[source] }
  }

  /// Reads the entities anew in the background, unless that is being done, was done a short time
  /// ago, or failed a moment ago.
  func refresh(ifOlderThan age: Duration) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard state.reading == nil else { return }
      if let failedAt = state.failedAt, now - failedAt < Self.retry { return }
      if let readAt = state.readAt, now - readAt < age { return }
      state.reading = Task { [weak self] in await self?.read() }
    }
  }

  /// Waits until no reading goes on; for tests and for the end of the service.
  func settle() async {
    while let reading = state.withLock({ $0.reading }) { await reading.value }
  }

  /// Ends a reading that goes on.
  func stop() { state.withLock { $0.reading }?.cancel() }

  // MARK: - Reading

  /// The parameters whose entities get a row each: the only one that their intent lacks.
  private var sources: [(source: CatalogueCache.Source, intent: IntentDescriptor)] {
    registry.intents.compactMap { intent in
      let missing = intent.parameters.filter(\.isMissing)
      guard intent.isDiscoverable, missing.count == 1, missing[0].kind == .entity,
        !missing[0].isList
      else { return nil }
      return (.init(intent: intent.identifier, parameter: missing[0].name), intent)
    }
  }

  private func read() async {
    let tag = application.hooks.cacheTag()
    let found = LockedValue<[CatalogueCache.Source: [IntentChoice]]>([:])
    var failure: String?
    let release = ResidentMemory.Release(every: Self.releasePause)
    defer { release.stop() }
    do {
      let sources = sources
      try await Limited.run(Self.readingLimit) { [application] in
        try await application.hooks.whileSearching {
          for (source, intent) in sources {
            let choices = try await intent.choices(forParameter: source.parameter)
            found.withLock { $0[source] = choices }
          }
        }
      }
    } catch {
      failure = application.hooks.describe(error).message
    }
    finish(found.value, tag: tag, failure: failure)
  }

  private func finish(
    _ found: [CatalogueCache.Source: [IntentChoice]], tag: String, failure: String?
  ) {
    let before = state.withLock { ($0.entities, $0.tag, $0.failure) }
    // What was known of another server is gone, even when the new one does not answer.
    var entities = tag == before.1 ? before.0 : [:]
    entities.merge(found) { _, new in new }
    let isChanged = entities != before.0 || tag != before.1
    let index = isChanged ? index(of: entities) : nil
    let now = ContinuousClock.now
    state.withLock { state in
      if let index {
        state.index = index
        state.entities = entities
        state.tag = tag
      }
      state.failure = failure
      if failure == nil {
        state.readAt = now
        state.failedAt = nil
      } else {
        state.failedAt = now
      }
    }
    // The reading is over when the cache is written: the end of the service waits for that.
    defer {
      // A text of many entities, the keyring's and the server's libraries: not for the searches.
      ResidentMemory.release()
      state.withLock { $0.reading = nil }
      readingEnded.changed()
    }
    if let failure, failure != before.2 {
      application.hooks.log("The search's entries could not be renewed: \(failure)")
    }
    guard isChanged else { return }
    do throws(GLibError) {
      try cache?.write(entities, tag: tag)
    } catch {
      application.hooks.log("The search's cache cannot be written: \(error)")
    }
  }

  // MARK: - Rows

  private func index(of entities: [CatalogueCache.Source: [IntentChoice]]) -> SearchIndex {
    var index = SearchIndex()
    for (name, shortcut) in actions where shortcut.intent.isDiscoverable {
      index.add(
        [
          SearchRow(
            target: .shortcut(name), title: shortcut.title,
            subtitle: shortcut.intent.description ?? phrase(of: shortcut))
        ], common: words(of: shortcut.intent))
    }
    let inShortcuts = Set(registry.shortcuts.map(\.intent.identifier))
    for intent in registry.intents
    where intent.isDiscoverable && !inShortcuts.contains(intent.identifier) {
      index.add(
        [
          SearchRow(
            target: .intent(intent.identifier), title: intent.title,
            subtitle: intent.description ?? "")
        ], common: words(of: intent))
    }
    for (source, intent) in sources {
      index.add(
        entities[source] ?? [], of: source, intentTitle: intent.title, common: words(of: intent))
    }
    return index
  }

  private func phrase(of shortcut: ShortcutDescriptor) -> String {
    shortcut.phrases.first.map { Self.spoken($0, application.name) } ?? ""
  }

  private func words(of intent: IntentDescriptor) -> [String] {
    let phrases = registry.shortcuts.filter { $0.intent.identifier == intent.identifier }
      .flatMap { [$0.title] + $0.phrases.map { Self.spoken($0, application.name) } }
    return [intent.title, intent.description ?? "", application.name] + intent.keywords + phrases
  }

  /// A phrase without the places for parameters.
  private static func spoken(_ phrase: String, _ name: String) -> String {
    var text = phrase.replacing("${applicationName}", with: name)
    while let start = text.firstRange(of: "${"),
      let end = text[start.upperBound...].firstIndex(of: "}")
    {
      text.replaceSubrange(start.lowerBound...end, with: " ")
    }
    return text
  }
}

/// The names that shortcuts have as actions of the desktop file.
enum ActionNames {
  /// `run-task` of "Run Task"; a number is added where two would be the same.
  static func named(
    _ shortcuts: [ShortcutDescriptor]
  ) -> [(name: String, shortcut: ShortcutDescriptor)] {
    Array(zip(unique(shortcuts.map { base(of: $0.title) }), shortcuts)).map {
      (name: $0.0, shortcut: $0.1)
    }
  }

  /// Letters, digits and dashes: desktop files take no others.
  static func base(of title: String) -> String {
    let words = TextFolding.key(title).map { $0 == " " || !$0.isASCII ? "-" : $0 }
    return words.contains { $0 != "-" } ? String(words) : "shortcut"
  }

  static func unique(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { base in
      var name = base
      var number = 2
      while !used.insert(name).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      return name
    }
  }
}
