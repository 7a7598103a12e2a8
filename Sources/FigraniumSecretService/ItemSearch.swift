package import Figranium
import SecretBridge

/// What a search for another tool's item found.
package enum ItemSearch: Sendable {
  /// Exactly one, with its value, which need not be a key.
  case found(Secret, StoredCredentialSummary)
  /// Every collection that may hold it is open, and none does.
  case absent
  /// It is there, or may be there, and cannot be read at present; `collection` is for people.
  case locked(collection: String)
  /// Several, without their values.
  case several([StoredCredentialSummary])
}

extension KeyStore {
  /// Looks for an item of another tool by any attributes (`SearchItems`, `GetSecret`).
  ///
  /// - Parameters:
  ///   - attributes: What it must have, at least.
  ///   - identity: Our own item of this identity does not count.
  ///   - access: How long to wait, and whether the user may be asked to unlock it.
  /// - Throws: As ``KeyStore/lookUp(_:access:)``, but for a value that cannot be a key.
  package func find(
    _ attributes: [String: String], besides identity: CredentialIdentity, access: StoreAccess
  ) async throws -> ItemSearch {
    try await perform(identity, access) { ring throws(StoreFault) in
      try await ring.find(attributes, besides: identity)
    }
  }
}

extension KeyRing {
  /// Searches, unlocks what has to be unlocked, and searches again.
  func find(
    _ attributes: [String: String], besides identity: CredentialIdentity
  ) async throws(StoreFault) -> ItemSearch {
    var asked: Set<String> = []
    while true {
      operation.startSession()
      let items = try await items(attributes, besides: identity)
      if items.count > 1 {
        var summaries: [StoredCredentialSummary] = []
        for item in items {
          let label = try await operation.collection(item.collection).label
          summaries.append(summary(item, collection: label))
        }
        return .several(summaries)
      }
      let path: String
      let collection: CollectionProperties
      if let item = items.first {
        collection = try await operation.collection(item.collection)
        if !item.properties.isLocked {
          do throws(StoreFault) {
            let secret = Secret(bytes: try await operation.secret(of: item.path))
            return .found(secret, summary(item, collection: collection.label))
          } catch .locked {
            // Locked by somebody else since the search.
            return .locked(collection: collection.label)
          }
        }
        path = item.path
      } else if let locked = try await lockedCollection() {
        // Not the one that keys go to, or one that shows what it holds: no prompt for a guess.
        guard locked.isPreferred, !locked.collection.showsItems else {
          return .locked(collection: locked.collection.label)
        }
        collection = locked.collection
        path = collection.path
      } else {
        return .absent
      }
      guard asked.insert(path).inserted else { return .locked(collection: collection.label) }
      switch try await unlock(path, name: collection.label) {
      case .refused: return .locked(collection: collection.label)
      case .asked: continue
      case .dismissed:
        guard try await operation.collection(collection.path).isLocked else { continue }
        throw .promptDismissed(collection: collection.label)
      }
    }
  }

  private func items(
    _ attributes: [String: String], besides identity: CredentialIdentity
  ) async throws(StoreFault) -> [KeyCandidate] {
    let hits = try await operation.search(attributes)
    var items: [KeyCandidate] = []
    for path in hits.unlocked + hits.locked where !items.contains(where: { $0.path == path }) {
      let item = KeyCandidate(path: path, properties: try await operation.item(path))
      let isOurs =
        item.isOwn(application)
        && KeyAttributes.identity(of: item.properties.attributes) == identity
      if !isOurs { items.append(item) }
    }
    return items
  }

  /// A collection that hides what it may hold, the preferred one first.
  private func lockedCollection() async throws(StoreFault) -> (
    collection: CollectionProperties, isPreferred: Bool
  )? {
    let preferred = try await preferredCollection()
    var paths = try await operation.collections().filter { $0 != preferred }
    if let preferred { paths.insert(preferred, at: 0) }
    for path in paths {
      let collection = try await operation.collection(path)
      if collection.isLocked { return (collection, path == preferred) }
    }
    return nil
  }
}
