import Figranium
import FoundationEssentials
import SecretBridge

/// How one operation of a ``KeyStore`` finds what it works on.
struct KeyRing: Sendable {
  let operation: StoreOperation
  let application: String
  let collectionName: String?
  let access: StoreAccess

  /// What may be the key of `identity`: an item of our own that nothing goes before, else everything.
  ///
  /// The session, which is needed too, is opened meanwhile.
  func candidatesForReading(
    _ identity: CredentialIdentity
  ) async throws(StoreFault) -> KeyCandidates {
    let search = KeyAttributes.searches(identity)[0]
    async let first = result { () throws(StoreFault) in try await operation.search(search) }
    operation.startSession()
    let hits = try await first.get()
    guard collectionName == nil else { return try await candidates(for: identity) }
    if hits.locked.isEmpty, hits.unlocked.count == 1 {
      let path = hits.unlocked[0]
      let only = KeyCandidate(path: path, properties: try await operation.item(path))
      let found = KeyCandidates(
        [only], for: identity, preferred: nil, onlyPreferred: false, application: application)
      // What other tools may have stored goes behind it, whichever way it would be found.
      if let best = found.best, best.isOwn(application) { return found }
    }
    return try await candidates(for: identity)
  }

  /// Everything that may be the key of `identity`.
  func candidates(for identity: CredentialIdentity) async throws(StoreFault) -> KeyCandidates {
    let searches = KeyAttributes.searches(identity)
    // Sent one after the other without waiting.
    async let first = result { () throws(StoreFault) in try await operation.search(searches[0]) }
    async let second = result { () throws(StoreFault) in try await operation.search(searches[1]) }
    async let preferred = result { () throws(StoreFault) in try await preferredCollection() }
    let hits = try await [first.get(), second.get()]
    var paths: [String] = []
    for path in hits.flatMap({ $0.unlocked + $0.locked }) where !paths.contains(path) {
      paths.append(path)
    }
    var found: [KeyCandidate] = []
    for path in paths {
      found.append(KeyCandidate(path: path, properties: try await operation.item(path)))
    }
    return KeyCandidates(
      found, for: identity, preferred: try await preferred.get(),
      onlyPreferred: collectionName != nil, application: application)
  }

  /// The path of the collection that keys are stored in; `nil` when there is no default yet.
  func preferredCollection() async throws(StoreFault) -> String? {
    guard let collectionName else { return try await operation.readAlias("default") }
    var found: [String] = []
    for path in try await operation.collections() {
      let label = try await operation.collection(path).label
      if label == collectionName { found.append(path) }
    }
    guard let only = found.first else { throw .noSuchCollection(collectionName) }
    guard found.count == 1 else { throw .ambiguousCollection(collectionName) }
    return only
  }

  /// Opens something locked, if the user may be asked.
  ///
  /// - Returns: Whether the user was asked. Whether it is open now has to be looked up.
  /// - Throws: `promptTimedOut`.
  func unlock(_ path: String, name: String) async throws(StoreFault) -> UnlockAnswer {
    guard case .allowed(let limit, _) = access.prompts else {
      guard await operation.isOpenWallet(name) else { return .refused }
      do throws(StoreFault) {
        _ = try await operation.unlock(
          [path], name: name, promptLimit: Self.formalPromptLimit, waiting: nil)
      } catch .promptTimedOut {
        // It does ask; now it is known to be as good as locked.
        return .refused
      }
      return .asked
    }
    let dismissed = try await operation.unlock(
      [path], name: name, promptLimit: limit, waiting: notice("to unlock the keyring \"\(name)\""))
    return dismissed ? .dismissed : .asked
  }

  /// How long a prompt may take that its provider answers by itself.
  static let formalPromptLimit = Duration.seconds(2)

  /// Answers the prompt for a change in an open collection.
  ///
  /// KeePassXC has one for every change, and answers it by itself unless its settings want a
  /// confirmation. Where nobody may be asked, the provider has two seconds for that.
  ///
  /// - Returns: The path of what was made, if anything.
  /// - Throws: `locked` when somebody would have to be asked, `promptDismissed`, `promptTimedOut`.
  func answer(
    _ prompt: String, in collection: String, _ purpose: String
  ) async throws(StoreFault) -> String {
    guard case .allowed(let limit, _) = access.prompts else {
      do throws(StoreFault) {
        return try await operation.show(
          prompt: prompt, name: collection, promptLimit: Self.formalPromptLimit, waiting: nil)
      } catch .promptTimedOut {
        throw .locked(collection: collection)
      } catch .promptDismissed {
        throw .locked(collection: collection)
      }
    }
    return try await operation.show(
      prompt: prompt, name: collection, promptLimit: limit, waiting: notice(purpose))
  }

  /// What came of asking the user.
  enum UnlockAnswer: Sendable {
    case refused
    case dismissed
    case asked
  }

  /// What the caller is told after a second of waiting for a prompt.
  func notice(_ purpose: String) -> (@Sendable () -> Void)? {
    guard case .allowed(_, let waiting?) = access.prompts else { return nil }
    return { waiting("Waiting for the prompt \(purpose).") }
  }

  /// What is known of an item without its value.
  func summary(_ item: KeyCandidate, collection: String) -> StoredCredentialSummary {
    let properties = item.properties
    let isHidden = item.isHidden
    func date(_ seconds: UInt64?) -> Date? {
      seconds.map { Date(timeIntervalSince1970: Double($0)) }
    }
    return StoredCredentialSummary(
      identity: isHidden ? nil : KeyAttributes.identity(of: properties.attributes),
      label: isHidden ? nil : properties.label, created: date(properties.created),
      modified: date(properties.modified), isLocked: properties.isLocked, collection: collection,
      application: isHidden ? nil : properties.attributes["application"])
  }

  func result<Value: Sendable>(
    _ body: @Sendable () async throws(StoreFault) -> Value
  ) async -> Result<Value, StoreFault> {
    do throws(StoreFault) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
