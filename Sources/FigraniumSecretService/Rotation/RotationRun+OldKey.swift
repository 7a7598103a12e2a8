import Figranium
import FoundationEssentials

// Which of the server's keys is the stored one. Whoever is wrong here revokes a key that is in use,
// so that only what is known counts, and no guess.

extension RotationRun {
  /// Which of the server's keys is the stored one; `nil` when that is not known.
  func oldKey(
    _ request: RotationRequest, _ credential: StoredCredential, _ list: ScopedKeyList,
    isAccepted: Bool, seeing tasks: [String]?, with keys: KeysResource
  ) async throws -> ScopedKey? {
    let current = credential.secret
    let named = try request.oldKey.map { try key(named: $0, in: list) }
    let known = knownKey(current, in: list)
    if let new = request.newKey {
      guard let named, named.id != known?.id else { return known }
      // The new key is on the list too, and a user may take one for the other.
      if let other = knownKey(new, in: list), other.id != named.id { return named }
      if isAccepted { warn(RotationTexts.mayBeNew(names.name(named.name))) }
      return nil
    }
    if let key = named ?? known { return key }
    // The single key of before, which the server does not list as what it is.
    if list.legacySecret == current { return nil }
    guard isAccepted else { return nil }
    if try await isAlone(list, for: current, with: keys), let only = list.keys.first,
      isLike(only, credential, seeing: tasks)
    {
      return only
    }
    let others = list.keys.filter { !$0.isLegacy }
    guard !others.isEmpty, let choose = request.choose else { return nil }
    let chosen = try await choose(others.map(names.shown))
    return others.first { $0.id == chosen?.id }
  }

  /// Whether nothing speaks against the only key on the server being the stored one: a server may
  /// take keys that it lists nowhere, and then somebody else's would be revoked.
  ///
  /// What is stored was made before it was stored, may list tasks or not, and sees no others than
  /// the server says that it may use.
  private func isLike(
    _ only: ScopedKey, _ credential: StoredCredential, seeing tasks: [String]?
  ) -> Bool {
    if let made = only.createdAt, let stored = Self.date(of: credential),
      // Clocks differ.
      made.timeIntervalSince(stored) > 300
    {
      return false
    }
    guard let tasks else { return !only.permissions.contains(.readTasks) }
    return only.permissions.contains(.readTasks)
      && (only.taskIDs.isEmpty || tasks.allSatisfy(only.taskIDs.contains))
  }

  /// The server's entry for a key, by what a rotation noted, or by what the server shows of it.
  private func knownKey(_ key: Secret, in list: ScopedKeyList) -> ScopedKey? {
    if let id = record.ids[key.fingerprint], let known = list.keys.first(where: { $0.id == id }) {
      return known
    }
    // The single key of before is listed with what it is made of.
    guard let legacy = list.legacySecret, legacy == key else { return nil }
    return list.keys.first(where: \.isLegacy)
  }

  private func key(named name: String, in list: ScopedKeyList) throws -> ScopedKey {
    let byID = list.keys.filter { $0.id == name }
    let found = byID.isEmpty ? list.keys.filter { $0.name == name } : byID
    guard let only = found.first else { throw RotationTexts.noSuchKey(names.name(name)) }
    guard found.count == 1 else {
      throw RotationTexts.severalNamed(names.name(name), found.compactMap { names.id($0.id) })
    }
    return only
  }

  /// Whether the server has a single key in all, so that it can be no other than the stored one.
  private func isAlone(
    _ list: ScopedKeyList, for current: Secret, with keys: KeysResource
  ) async throws -> Bool {
    guard list.keys.count == 1, let only = list.keys.first, !only.isLegacy,
      list.legacySecret == nil
    else { return false }
    let isAnothers = try rotator.files.notedIDs().contains {
      $0.id == only.id && $0.fingerprint != current.fingerprint
    }
    if isAnothers { return false }
    do {
      // The list need not have the single key of before.
      return try await keys.current() == nil
    } catch let error as FigraniumError {
      return error.kind == .routeNotFound
    }
  }
}
