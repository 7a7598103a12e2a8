import FigraniumSecretService

/// Everything a rotation can meet, as a small value: what is stored, what the server takes, what is
/// noted, what may still arrive, and the machine with the action it waits for.
///
/// Its ``outcomes()`` are all that the world may make of that action: done, failed, failed and yet
/// done, answered with doubt, answered wrongly, or cut off by a crash before or after it.
struct RotationWorld: Hashable {
  enum Key: Hashable {
    case old
    case new
    /// Stored by the user after something went wrong.
    case third
  }

  let kind: KeyRotation.Kind
  var current: Key? = .old
  var pending: Key?
  var previous: Key?
  /// The keys that the server takes.
  var server: Set<Key>
  var hasNote = false
  /// A request to make or set the new key was lost and may still arrive.
  var isUnderWay = false
  /// The record has the name of a key that may still be made.
  var isWatched = false
  var machine: KeyRotation
  var action: KeyRotation.Action?
  /// Whether the next machine is one that recovers: the first rotation has begun.
  var hasBegun = false
  var userHasSet = false

  init(_ kind: KeyRotation.Kind) {
    self.kind = kind
    machine = KeyRotation(kind)
    server = kind == .manual ? [.old, .new] : [.old]
  }

  /// Whether a look-up gives a key that works, or, where the server has a single key, the pending
  /// one does.
  var holdsWorkingKey: Bool {
    works(current) || kind == .single && works(pending)
  }

  func works(_ key: Key?) -> Bool { key.map(server.contains) ?? false }

  /// For a failing test.
  var story: String {
    "\(machine.state), next \(action.map { "\($0)" } ?? "-"): current \(name(current)), pending "
      + "\(name(pending)), previous \(name(previous)), server \(server.map(name).sorted())"
      + "\(hasNote ? ", noted" : "")\(isUnderWay ? ", a request is under way" : "")"
  }

  private func name(_ key: Key?) -> String { key.map { "\($0)" } ?? "none" }

  // MARK: - Steps

  /// Everything that may happen next.
  func outcomes() -> [RotationWorld] {
    var next: [RotationWorld] = []
    if isUnderWay { next.append(changed { $0.arrive() }) }
    guard let action else {
      next.append(begin(hasBegun ? .recover : .rotate))
      // A lost request that comes after the user's own change to a single key undoes that change,
      // and no client can keep it from doing so.
      if hasBegun, !userHasSet, kind != .single || !isUnderWay {
        next.append(changed { $0.userStores() })
      }
      return next
    }
    for (event, effect) in results(of: action) {
      let after = changed(effect)
      next.append(after.took(event))
      next.append(after.crashed())
    }
    next.append(crashed())
    return next
  }

  /// What a world without faults makes of the action; `nil` when there is none.
  func benign() -> RotationWorld? {
    guard let action, let (event, effect) = results(of: action).first else { return nil }
    return changed(effect).took(event)
  }

  /// Begins a rotation or a recovery.
  func begin(_ event: KeyRotation.Event) -> RotationWorld {
    changed { world in
      world.machine = KeyRotation(event == .rotate || world.hasNote ? world.kind : .manual)
      world.hasBegun = true
      world.action = world.machine.handle(event)
    }
  }

  private func changed(_ change: (inout RotationWorld) -> Void) -> RotationWorld {
    var copy = self
    change(&copy)
    return copy
  }

  private func took(_ event: KeyRotation.Event) -> RotationWorld {
    changed { $0.action = $0.machine.handle(event) }
  }

  private func crashed() -> RotationWorld {
    changed { world in
      world.machine = KeyRotation(world.kind)
      world.action = nil
    }
  }

  /// A lost request comes to the server after all.
  private mutating func arrive() {
    isUnderWay = false
    if kind == .single { server = [.new] } else { server.insert(.new) }
  }

  private mutating func userStores() {
    userHasSet = true
    current = .third
    if kind == .single { server = [.third] } else { server.insert(.third) }
  }

  // MARK: - Results

  typealias Result = (KeyRotation.Event, (inout RotationWorld) -> Void)

  /// What may come of an action, and what it changes; what happens without faults stands first.
  private func results(of action: KeyRotation.Action) -> [Result] {
    let nothing: (inout RotationWorld) -> Void = { _ in }
    func doing(_ effect: @escaping (inout RotationWorld) -> Void) -> [Result] {
      [(.done, effect), (.failed, nothing), (.failed, effect)]
    }
    switch action {
    case .takeLock: return [(.done, nothing), (.failed, nothing)]
    case .writeNote: return doing { $0.hasNote = true }
    case .noteKey, .noteAsked: return doing(nothing)
    case .clearNote: return doing { $0.hasNote = false }
    case .createKey:
      return [
        (.done, { $0.server.insert(.new) }), (.failed, nothing),
        (.unsure, { $0.server.insert(.new) }), (.unsure, { $0.isUnderWay = true }),
        (.unsure, nothing),
      ]
    case .setKey:
      return [
        (.done, { $0.server = [.new] }), (.failed, nothing), (.unsure, { $0.server = [.new] }),
        (.unsure, { $0.isUnderWay = true }), (.unsure, nothing),
      ]
    case .storePending: return doing { $0.pending = .new }
    case .storePrevious:
      return doing { world in if let current = world.current { world.previous = current } }
    case .replaceCurrent: return doing { $0.current = .new }
    case .clearPrevious: return doing { $0.previous = nil }
    case .clearPending: return doing { $0.pending = nil }
    case .revokeNew:
      return [
        (
          .done,
          { world in
            if world.isUnderWay { world.isWatched = true }
            world.server.remove(.new)
          }
        ), (.failed, nothing), (.unsure, { $0.server.remove(.new) }),
      ]
    case .retireOld:
      if machine.kind == .single { return [(.kept, nothing)] }
      return [
        (.done, { $0.server.remove(.old) }), (.kept, nothing), (.failed, nothing),
        (.refused, { $0.server.remove(.old) }), (.unsure, { $0.server.remove(.old) }),
      ]
    case .askPending: return answers(on: .new)
    case .askCurrent: return answers(on: current)
    case .askPrevious: return previous == nil ? [(.doubt, nothing)] : answers(on: previous)
    case .checkAge:
      return isUnderWay ? [(.unsure, nothing)] : [(.done, nothing), (.unsure, nothing)]
    case .readRemains: return [(remains, nothing), (.failed, nothing)]
    }
  }

  /// The truth, no answer, and a refusal that is none of the server's, as of a proxy on the way.
  private func answers(on key: Key?) -> [Result] {
    [(works(key) ? .accepted : .refused, { _ in }), (.doubt, { _ in }), (.refused, { _ in })]
  }

  private var remains: KeyRotation.Event {
    guard hasNote || pending != nil else { return .clean }
    guard pending != nil else { return current == .new ? .newIsCurrent : .onlyNote }
    if current == .new { return .newIsCurrent }
    return current == .old ? .pending : .superseded
  }
}
