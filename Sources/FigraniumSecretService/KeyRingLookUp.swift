import Figranium
import SecretBridge

extension KeyRing {
  /// Finds the key, and unlocks where that is needed and allowed.
  func lookUp(_ identity: CredentialIdentity) async throws(StoreFault) -> CredentialLookup {
    do throws(StoreFault) {
      return try await find(identity)
    } catch .locked(let collection) {
      // A provider may say so at any call. That is an answer, and no fault.
      return .locked(collection: collection)
    }
  }

  private func find(_ identity: CredentialIdentity) async throws(StoreFault) -> CredentialLookup {
    switch try await open(identity, readingSecret: true) {
    case .locked(let collection): return .locked(collection: collection)
    case .open(let candidates):
      guard let best = candidates.best else { return .absent }
      // Asked for while the session is still being opened.
      async let label = result { () throws(StoreFault) in
        try await operation.collection(best.collection).label
      }
      let secret: Secret
      do throws(StoreFault) {
        secret = try await value(of: best)
      } catch .locked {
        // Locked by somebody else since the search.
        return .locked(collection: try await label.get())
      }
      let summary = summary(best, collection: try await label.get())
      return .present(StoredCredential(secret: secret, summary: summary))
    }
  }

  /// An item's value.
  ///
  /// KWallet shows a new item a moment before it has its value; no item of ours is empty for longer.
  private func value(of item: KeyCandidate) async throws(StoreFault) -> Secret {
    for _ in 1...5 {
      let secret = Secret(bytes: try await operation.secret(of: item.path))
      guard secret.count == 0, item.isOwn(application) else { return secret }
      // Cancelled, it ends with the next call.
      try? await Swift.Task.sleep(for: .milliseconds(20))
    }
    return Secret(bytes: try await operation.secret(of: item.path))
  }

  /// The candidates, when no locked one is left that may be better than the best.
  enum Opening: Sendable {
    case open(KeyCandidates)
    case locked(collection: String)
  }

  /// Searches, unlocks what has to be unlocked, and searches again.
  func open(
    _ identity: CredentialIdentity, readingSecret: Bool, everyLocked: Bool = false
  ) async throws(StoreFault) -> Opening {
    var asked: Set<String> = []
    while true {
      let candidates =
        readingSecret
        ? try await candidatesForReading(identity) : try await candidates(for: identity)
      let path: String
      let collection: CollectionProperties
      if let locked = everyLocked ? candidates.locked.first : candidates.betterLocked {
        path = locked.path
        collection = try await operation.collection(locked.collection)
      } else if candidates.best == nil, let preferred = candidates.preferred {
        collection = try await operation.collection(preferred)
        guard collection.isLocked else { return .open(candidates) }
        // gnome-keyring finds items in a locked collection too, and so shows nothing of ours: no
        // prompt. KWallet and KeePassXC show none at all then, so that only opening it can tell.
        guard !collection.showsItems else { return .locked(collection: collection.label) }
        path = preferred
      } else {
        return .open(candidates)
      }
      guard asked.insert(path).inserted else { return .locked(collection: collection.label) }
      switch try await unlock(path, name: collection.label) {
      case .refused: return .locked(collection: collection.label)
      case .asked: continue
      case .dismissed:
        // Whatever the flag says, the item may be open: by another program, or in spite of it.
        guard try await isLocked(path, collection: collection.path) else { continue }
        throw .promptDismissed(collection: collection.label)
      }
    }
  }

  private func isLocked(_ path: String, collection: String) async throws(StoreFault) -> Bool {
    path == collection
      ? try await operation.collection(path).isLocked : try await operation.item(path).isLocked
  }

  /// Everything stored for a service, without values and without a prompt.
  func list(_ service: String) async throws(StoreFault) -> [StoredCredentialSummary] {
    let hits = try await operation.search(["service": service])
    let preferred = try await preferredCollection()
    var collections: [String: CollectionProperties] = [:]
    if let preferred { collections[preferred] = try await operation.collection(preferred) }
    var result: [StoredCredentialSummary] = []
    var lockedIn: Set<String> = []
    for path in hits.unlocked + hits.locked {
      let item = KeyCandidate(path: path, properties: try await operation.item(path))
      guard collectionName == nil || item.collection == preferred else { continue }
      let isKey = KeyAttributes.identity(of: item.properties.attributes)?.service == service
      guard item.isHidden || isKey else { continue }
      if collections[item.collection] == nil {
        collections[item.collection] = try await operation.collection(item.collection)
      }
      if item.properties.isLocked { lockedIn.insert(item.collection) }
      result.append(summary(item, collection: collections[item.collection]?.label ?? ""))
    }
    // A locked collection that shows nothing may hold something: never say there is nothing.
    if let preferred, let collection = collections[preferred], collection.isLocked,
      !lockedIn.contains(preferred)
    {
      result.append(
        StoredCredentialSummary(
          identity: nil, label: nil, created: nil, modified: nil, isLocked: true,
          collection: collection.label, application: nil))
    }
    return result.sorted { ($0.identity?.account ?? "") < ($1.identity?.account ?? "") }
  }
}
