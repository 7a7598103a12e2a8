import Figranium
import FoundationEssentials
import SystemBridge

/// What a rotation needs to know before it begins.
struct RotationPlan: Sendable {
  var kind: KeyRotation.Kind
  /// The new key, unless the server makes it.
  var key: Secret?
  var retiresOld = true
  var keepsOldFor: TimeInterval?
  /// The server's entry for the old key, where it is known which it is.
  var old: ScopedKey?
  var oldWasDead = false
  /// What the new key may do; of a key that the server makes.
  var permissions: [KeyPermission] = []
  var taskIDs: [String] = []
  /// The ids of all keys that the server had before it was asked to make one.
  var listedIDs: Set<String> = []
  /// The new key's id, once the server has made it.
  var newID: String?
}

extension RotationRun {
  /// The current key, which no other program's item may stand beside.
  func currentKey() async throws -> StoredCredential {
    guard let credential = try await look(rotator.identity) else {
      throw StoreError.notFound(rotator.identity)
    }
    let own = (rotator.store as? KeyStore)?.application ?? KeyStore.figctlApplication
    let items = try await rotator.store.list(
      service: rotator.identity.service, access: rotator.access)
    if items.contains(where: { $0.identity == rotator.identity && $0.application != own }) {
      throw RotationTexts.foreign(rotator.identity)
    }
    try rotator.checkCurrent(credential)
    return credential
  }

  /// Finds out what kind of server it is, and which of its keys is the stored one.
  func makePlan(
    _ request: RotationRequest, for credential: StoredCredential
  ) async throws -> RotationPlan {
    if let key = request.newKey, key == credential.secret { throw RotationTexts.sameKey }
    rotator.waiting(.store)
    let session = try await rotator.server.keys()
    rotator.waiting(.server)
    guard let keys = session else {
      guard let key = request.newKey else { throw RotationTexts.notSignedIn(rotator.identity) }
      return RotationPlan(kind: .manual, key: key)
    }
    let list: ScopedKeyList
    do {
      list = try await keys.list()
    } catch let error as FigraniumError where error.kind == .routeNotFound {
      return try await planWithoutScopedKeys(request, keys)
    } catch let error as FigraniumError
      where error.kind == .sessionRequired && request.newKey != nil
    {
      warn("The session has ended, so the old key is not revoked.")
      return RotationPlan(kind: .manual, key: request.newKey)
    }
    return try await plan(request, for: credential, with: list, keys)
  }

  private func planWithoutScopedKeys(
    _ request: RotationRequest, _ keys: KeysResource
  ) async throws -> RotationPlan {
    if let name = request.oldKey { throw RotationTexts.noScopedKeys(name) }
    if let key = request.newKey { return RotationPlan(kind: .manual, key: key) }
    do {
      // Whether it has a way to set one; nothing is changed by asking.
      _ = try await keys.current()
    } catch let error as FigraniumError where error.kind == .routeNotFound {
      throw RotationTexts.makesNoKeys(rotator.identity)
    }
    if request.keepOldFor != nil {
      warn("This server has a single key: the old one ends at once, whatever --keep-old says.")
    }
    return RotationPlan(kind: .single, key: try RandomKey.make())
  }

  private func plan(
    _ request: RotationRequest, for credential: StoredCredential, with list: ScopedKeyList,
    _ keys: KeysResource
  ) async throws -> RotationPlan {
    var plan = RotationPlan(kind: request.newKey == nil ? .scoped : .manual)
    plan.key = request.newKey
    plan.keepsOldFor = request.keepOldFor
    plan.listedIDs = Set(list.keys.map(\.id))
    var tasks: [String]?
    switch await verdict(on: credential.secret) {
    case .accepted(let seen): tasks = seen
    case .refused: plan.oldWasDead = true
    case .doubt(let error): throw error
    }
    plan.old = try await oldKey(
      request, credential, list, isAccepted: !plan.oldWasDead, seeing: tasks, with: keys)
    guard plan.kind == .scoped else { return plan }
    if let old = plan.old {
      (plan.permissions, plan.taskIDs) = (old.permissions, old.taskIDs)
      return plan
    }
    // Whichever of them it is: when all may do the same, the new one may too.
    let others = list.keys.filter { !$0.isLegacy }
    guard let first = others.first,
      others.allSatisfy({
        Set($0.permissions) == Set(first.permissions) && Set($0.taskIDs) == Set(first.taskIDs)
      })
    else { throw RotationTexts.ambiguous(others.map { names.name($0.name) }, rotator.identity) }
    (plan.permissions, plan.taskIDs) = (first.permissions, first.taskIDs)
    return plan
  }

  /// Makes the note of what is about to happen.
  func prepare(_ plan: RotationPlan, replacing credential: StoredCredential) throws {
    (failure, oldKey, isRetirement) = (nil, nil, false)
    self.plan = plan
    kind = plan.kind
    new = plan.key
    oldWasDead = plan.oldWasDead
    let now = Date()
    var note = RotationRecord.Note(kind: plan.kind, server: rotator.server.origin, started: now)
    let oldName = plan.old.map { names.name($0.name) }
    if plan.kind == .scoped {
      // A name that gave a key away is not handed on to the next one.
      note.keyName = try RandomKey.name(after: oldName == plan.old?.name ? oldName : nil)
    }
    note.old = credential.secret.fingerprint
    note.oldID = plan.oldWasDead ? nil : names.id(plan.old?.id)
    note.oldName = oldName
    note.new = plan.key?.fingerprint
    note.retiresOld = plan.retiresOld
    note.keepsOldUntil = plan.keepsOldFor.map { now.addingTimeInterval($0) }
    record.note = note
  }
}

/// Keys and names that nobody else can come upon.
enum RandomKey {
  private static let digits = Array("0123456789abcdef".utf8)

  /// A new key of 64 hexadecimal digits, that has never been anywhere but in locked memory.
  static func make() throws(FigraniumError) -> Secret {
    do throws(SystemError) {
      let random = try SystemRandom.lockedBytes(32)
      return Secret(
        bytes: random.withSpan { span in
          LockedBytes(capacity: 64) { output in
            for index in span.indices {
              output.append(digits[Int(span[index] >> 4)])
              output.append(digits[Int(span[index] & 15)])
            }
          }
        })
    } catch {
      throw FigraniumError(message: "\(error)", kind: .fileError)
    }
  }

  /// The old key's name with a new mark, by which it is found again after a lost answer.
  static func name(after old: String?) throws(FigraniumError) -> String {
    let mark = " figctl-"
    var base = old ?? ""
    let end = base.suffix(mark.count + 16)
    if end.hasPrefix(mark), end.dropFirst(mark.count).allSatisfy(\.isHexDigit) {
      base.removeLast(end.count)
    }
    do throws(SystemError) {
      let random = try SystemRandom.bytes(8)
      let nonce = random.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      return (base.isEmpty ? "API key" : base) + mark + String(decoding: nonce, as: UTF8.self)
    } catch {
      throw FigraniumError(message: "\(error)", kind: .fileError)
    }
  }
}
