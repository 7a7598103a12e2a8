import Figranium
import FoundationEssentials
import SystemBridge

/// One run of a ``KeyRotator``: what it knows while the machine is driven.
///
/// This file drives; `RotationRun+Store.swift` and `RotationRun+Server.swift` carry out actions,
/// `RotationPlan.swift` and `RotationRun+OldKey.swift` find out beforehand what a rotation needs. Used
/// by one task.
final class RotationRun {
  let rotator: KeyRotator
  /// Whether nothing is changed: actions that change something count as done.
  let isDry: Bool
  var lock: KeyLock?
  var record = RotationRecord()
  var kind = KeyRotation.Kind.manual
  /// The key that is to become the current one.
  var new: Secret?
  var plan: RotationPlan?
  /// What is known of an interrupted rotation: whether it is only an old key that is to go now.
  var isRetirement = false
  /// Why it cannot go on.
  var failure: FigraniumError?
  var oldKey: RotationReport.OldKey?
  var steps: [KeyRotation.Action] = []
  /// Set when a key of the server's was refused before anything was done.
  var oldWasDead = false
  /// Set when the server took the current key no more after another one was revoked.
  var isCurrentRefused = false
  /// What is known of keys, so that no name shows one.
  var names = ShownNames()

  init(_ rotator: KeyRotator, isDry: Bool) {
    self.rotator = rotator
    self.isDry = isDry
  }

  /// Gives the lock back.
  func release() { lock?.release() }

  // MARK: - What is wanted

  func rotate(_ request: RotationRequest) async throws -> RotationReport {
    if let key = request.newKey { try Secret.validate(key) }
    names.hide(request.newKey)
    let settled = try await settle()
    let credential = try await currentKey()
    if let least = request.ifOlderThan, let age = Self.age(of: credential), age < least {
      return report(.notDue, current: credential.secret.fingerprint, settled: settled)
    }
    let plan = try await makePlan(request, for: credential)
    try prepare(plan, replacing: credential)
    let old = credential.secret.fingerprint
    try check(await drive(.rotate))
    return report(.rotated, current: new?.fingerprint, previous: old, settled: settled)
  }

  func rollBack() async throws -> RotationReport {
    let settled = try await settle()
    let credential = try await currentKey()
    guard let previous = try await look(rotator.identity.previous) else {
      throw RotationTexts.noPrevious(rotator.identity)
    }
    if let server = record.previousServer, server != rotator.server.origin {
      throw RotationTexts.previousElsewhere(server, rotator.identity)
    }
    try prepare(
      RotationPlan(kind: .manual, key: previous.secret, retiresOld: false), replacing: credential)
    let old = credential.secret.fingerprint
    try check(await drive(.rotate))
    log(.rolledBack, previous.secret.fingerprint)
    return report(
      .rolledBack, current: previous.secret.fingerprint, previous: old, settled: settled)
  }

  func recover() async throws -> RotationReport {
    let outcome = try await settle()
    let current = try await look(rotator.identity)
    return report(outcome ?? .nothing, current: current?.secret.fingerprint)
  }

  /// Settles what an interrupted rotation has left.
  ///
  /// - Returns: How; `nil` when there was nothing.
  private func settle() async throws -> RotationReport.Outcome? {
    kind = try rotator.files.record(of: rotator.identity).note?.kind ?? .manual
    let end = await drive(.recover)
    defer { new = nil }
    if isRetirement {
      if isCurrentRefused { try check(end, ofRecovery: true) }
      if end == .stopped { warn("The old key was not revoked yet: \(reason)") }
      return nil
    }
    guard end != .nothing else {
      await revokeWatched()
      return nil
    }
    try check(end, ofRecovery: true)
    log(.recovered, new?.fingerprint, detail: end.rawValue)
    await revokeWatched()
    return end == .finished ? .finished : .undone
  }

  // MARK: - Driving

  /// Drives a machine to its end.
  private func drive(_ first: KeyRotation.Event) async -> KeyRotation.State {
    var machine = KeyRotation(kind)
    var action = machine.handle(first)
    while let next = action {
      if Swift.Task.isCancelled {
        // As good a place to stand still as any other; the way back would only be cut off too.
        failure = RotationTexts.figranium(CancellationError())
        return .stopped
      }
      #if DEBUG
        FailPoint.pass("before-\(next.rawValue)")
      #endif
      if Self.changes(next) { steps.append(next) }
      // A dry run asks nothing of a key that is not there; what it would do is told at its end.
      if !isDry { rotator.observer(.step(next)) }
      let event = await perform(next)
      #if DEBUG
        FailPoint.pass("after-\(next.rawValue)")
      #endif
      action = machine.handle(event)
    }
    return machine.state
  }

  private func perform(_ action: KeyRotation.Action) async -> KeyRotation.Event {
    if isDry, Self.changes(action) { return dryEvent(action) }
    return switch action {
    case .takeLock: await takeLock()
    case .readRemains: await readRemains()
    case .writeNote: await writeNote()
    case .noteKey: noteKey()
    case .noteAsked: noteAsked()
    case .clearNote: await clearNote()
    case .storePending: await storePending()
    case .storePrevious: await storePrevious()
    case .replaceCurrent: await replaceCurrent()
    case .clearPrevious: await clear(rotator.identity.previous)
    case .clearPending: await clear(rotator.identity.pending)
    case .createKey: await createKey()
    case .setKey: await setKey()
    case .revokeNew: await revokeNew()
    case .retireOld: await retireOld()
    case .askPending: await askPending()
    case .askCurrent: await askCurrent()
    case .askPrevious: await askPrevious()
    case .checkAge: checkAge()
    }
  }

  /// Whether an action changes anything.
  private static func changes(_ action: KeyRotation.Action) -> Bool {
    switch action {
    case .takeLock, .readRemains, .askPending, .askCurrent, .askPrevious, .checkAge: false
    default: true
    }
  }

  /// What a dry run assumes.
  private func dryEvent(_ action: KeyRotation.Action) -> KeyRotation.Event {
    guard action == .retireOld else { return .done }
    if kind == .single { return .kept }
    let note = record.note
    return note?.retiresOld != false && note?.oldID != nil && note?.keepsOldUntil == nil
      ? .done : .kept
  }

  // MARK: - Ends

  /// Turns an end that is not the wanted one into the error to throw.
  private func check(_ end: KeyRotation.State, ofRecovery isRecovery: Bool = false) throws {
    switch end {
    case .finished, .nothing: return
    case .undone where isRecovery: return
    default: break
    }
    let failure = self.failure ?? RotationTexts.unknown
    if isCurrentRefused {
      log(.failed, nil, detail: failure.kind.rawValue)
      throw failure
    }
    // Nothing is noted of a rotation: then it is not that which cannot be finished.
    if isRecovery, end == .stopped, !rotator.mayHaveRemains { throw failure }
    log(.failed, new?.fingerprint, detail: failure.kind.rawValue)
    switch end {
    case .undone:
      log(.rotationUndone, new?.fingerprint)
      throw RotationTexts.undone(failure)
    case .busy: throw failure
    default:
      throw RotationTexts.stopped(failure, rotator.identity, after: isDry ? [] : steps)
    }
  }

  /// Why it cannot go on, for a warning.
  var reason: String { (failure ?? RotationTexts.unknown).message }

  private func report(
    _ outcome: RotationReport.Outcome, current: String?, previous: String? = nil,
    settled: RotationReport.Outcome? = nil
  ) -> RotationReport {
    RotationReport(
      outcome: outcome, kind: outcome == .nothing || outcome == .notDue ? nil : kind,
      current: current, previous: previous, oldKey: oldKey, settled: settled,
      steps: isDry ? steps : [])
  }

  func fail(_ error: any Error, _ event: KeyRotation.Event = .failed) -> KeyRotation.Event {
    failure = RotationTexts.figranium(error)
    return event
  }

  func warn(_ text: String) { rotator.observer(.warning(text)) }

  /// Writes into the journal what was just done.
  ///
  /// No decision rests on it: one that cannot be written is worth a warning.
  func log(_ event: KeyJournal.Event, _ fingerprint: String?, detail: String? = nil) {
    guard !isDry, let journal = rotator.files.journal else { return }
    do throws(FigraniumError) {
      try journal.append(
        KeyJournal.Entry(
          profile: rotator.identity.account, event: event, key: fingerprint,
          server: rotator.server.origin, detail: detail))
    } catch {
      warn("\(error.message) The event \"\(event.rawValue)\" is not in it.")
    }
  }

  private static func age(of credential: StoredCredential) -> TimeInterval? {
    date(of: credential).map { Date().timeIntervalSince($0) }
  }

  /// When it was stored.
  static func date(of credential: StoredCredential) -> Date? {
    credential.summary.modified ?? credential.summary.created
  }
}
