import Figranium
import SecretBridge
import Synchronization

extension KeyRing {
  /// Stores a key, and reads it back.
  ///
  /// - Parameter inPlace: Whether an item of ours that is there already keeps its place, also where
  ///   another collection has become the default one since.
  func store(
    _ secret: Secret, for identity: CredentialIdentity, inPlace: Bool
  ) async throws(StoreFault) {
    operation.startStoringSession()
    operation.startSession()
    let attributes = KeyAttributes.full(identity, application: application)
    var item: String
    let place = inPlace ? try await place(of: identity, attributes) : nil
    let collection = try await openCollection(place)
    if let own = try await ownItem(identity, attributes, in: collection.path) {
      // Not by CreateItem, which replaces too: KeePassXC opens a dialog then, whatever its settings
      // say. And what the user has changed of the label stays.
      try await operation.setSecret(of: own, to: secret.bytes)
      item = own
    } else {
      item = try await create(secret, identity, attributes, in: collection)
    }
    if item.isEmpty {
      // The provider did not name it: find it as every reader does.
      guard let best = try await candidates(for: identity).best else {
        throw .notStored(reason: "the item is not there")
      }
      item = best.path
    }
    let readBack = Secret(bytes: try await operation.secret(of: item))
    guard readBack == secret else { throw .notStored(reason: "it reads back differently") }
    let kept = try await operation.item(item).attributes
    guard attributes.allSatisfy({ $0.key == "xdg:schema" || kept[$0.key] == $0.value }) else {
      throw .notStored(reason: "its attributes read back differently")
    }
  }

  /// Our item with the whole set of attributes in the collection; the newest, should there be several.
  private func ownItem(
    _ identity: CredentialIdentity, _ attributes: [String: String], in collection: String
  ) async throws(StoreFault) -> String? {
    let own = try await ownItems(identity, attributes).filter { $0.collection == collection }
    return own.max { ($0.properties.modified ?? 0) < ($1.properties.modified ?? 0) }?.path
  }

  /// The collection of our open item, of the one that readers are given should there be several.
  private func place(
    of identity: CredentialIdentity, _ attributes: [String: String]
  ) async throws(StoreFault) -> String? {
    guard collectionName == nil else { return nil }
    let own = try await ownItems(identity, attributes)
    guard own.count > 0 else { return nil }
    return KeyCandidates(
      own, for: identity, preferred: try await preferredCollection(), onlyPreferred: false,
      application: application
    ).best?.collection
  }

  private func ownItems(
    _ identity: CredentialIdentity, _ attributes: [String: String]
  ) async throws(StoreFault) -> [KeyCandidate] {
    var searched = attributes
    // A provider need not keep it.
    searched["xdg:schema"] = nil
    var own: [KeyCandidate] = []
    for path in try await operation.search(searched).unlocked {
      let item = KeyCandidate(path: path, properties: try await operation.item(path))
      let isOurs =
        item.isOwn(application)
        && KeyAttributes.identity(of: item.properties.attributes) == identity
      if isOurs { own.append(item) }
    }
    return own
  }

  /// Makes an item (`CreateItem` with `replace`, so that two that do so at once make one).
  ///
  /// - Returns: Its path, empty where the provider does not tell.
  private func create(
    _ secret: Secret, _ identity: CredentialIdentity, _ attributes: [String: String],
    in collection: CollectionProperties
  ) async throws(StoreFault) -> String {
    switch try await operation.createItem(
      in: collection.path, label: KeyAttributes.label(identity), attributes: attributes,
      secret: secret.bytes)
    {
    case .made(let path): return path
    case .nothing: throw .notStored(reason: "the provider made no item")
    case .prompt(let prompt):
      return try await answer(
        prompt, in: collection.label, "to store the key in \"\(collection.label)\"")
    }
  }

  /// A collection, unlocked: the preferred one unless another is named; made if there is none and
  /// the user may be asked.
  private func openCollection(_ named: String?) async throws(StoreFault) -> CollectionProperties {
    let path: String
    if let named {
      path = named
    } else if let preferred = try await preferredCollection() {
      path = preferred
    } else {
      path = try await createDefaultCollection()
    }
    let collection = try await operation.collection(path)
    guard collection.isLocked else { return collection }
    let answer = try await unlock(path, name: collection.label)
    if case .refused = answer { throw .locked(collection: collection.label) }
    let again = try await operation.collection(path)
    guard again.isLocked else { return again }
    if case .dismissed = answer { throw .promptDismissed(collection: collection.label) }
    throw .locked(collection: collection.label)
  }

  private func createDefaultCollection() async throws(StoreFault) -> String {
    guard case .allowed(let limit, _) = access.prompts else { throw .noDefaultCollection }
    let label = "Default keyring"
    var path = ""
    switch try await operation.createCollection(label: label, alias: "default") {
    case .made(let made): path = made
    case .nothing: throw .noDefaultCollection
    case .prompt(let prompt):
      path = try await operation.show(
        prompt: prompt, name: label, promptLimit: limit,
        waiting: notice("to create a default keyring"))
    }
    if !path.isEmpty { return path }
    guard let made = try await operation.readAlias("default") else { throw .noDefaultCollection }
    return made
  }

  /// Deletes our own items for an identity, each by its path.
  ///
  /// - Parameter removals: Keeps count; outside, since the operation may run twice.
  func remove(
    _ identity: CredentialIdentity, removals: Removals
  ) async throws(StoreFault) -> [StoredCredentialSummary] {
    let candidates: KeyCandidates
    switch try await open(identity, readingSecret: false, everyLocked: true) {
    case .locked(let collection): throw .locked(collection: collection)
    case .open(let open): candidates = open
    }
    removals.find(candidates.own.count)
    for item in candidates.own {
      // Once more just before: it must still be what it was when it was found.
      let now = KeyCandidate(path: item.path, properties: try await operation.item(item.path))
      guard now.isOwn(application),
        KeyAttributes.identity(of: now.properties.attributes) == identity
      else { continue }
      removals.ask(for: item.path)
      if let prompt = try await operation.delete(item: item.path) {
        let name = try await operation.collection(item.collection).label
        _ = try await answer(prompt, in: name, "to delete the key from \"\(name)\"")
      }
      removals.delete(item.path)
    }
    let left = try await self.candidates(for: identity)
    guard left.own.isEmpty else { throw .notDeleted }
    var foreign: [StoredCredentialSummary] = []
    for item in left.foreign {
      let label = try await operation.collection(item.collection).label
      foreign.append(summary(item, collection: label))
    }
    return foreign
  }
}

/// What an operation has deleted over both of its attempts.
///
/// A provider that ends before it answers may have done what it was asked for: the second attempt
/// finds nothing then, and it is this operation that has deleted it.
final class Removals: Sendable {
  private struct State {
    var found: Int?
    var asked: Set<String> = []
    var deleted: Set<String> = []
  }
  private let state = Mutex(State())

  /// How many items are gone, once none is left.
  var count: Int {
    state.withLock { state in
      // After a restart the same item may have another path.
      let others = max(0, (state.found ?? 0) - state.deleted.count)
      return state.deleted.count + min(others, state.asked.subtracting(state.deleted).count)
    }
  }

  func find(_ count: Int) { state.withLock { $0.found = $0.found ?? count } }
  func ask(for path: String) { state.withLock { _ = $0.asked.insert(path) } }
  func delete(_ path: String) { state.withLock { _ = $0.deleted.insert(path) } }
}
