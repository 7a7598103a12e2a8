/// The course of replacing a key: a value that takes events and says what to do next.
///
/// It does nothing itself: ``KeyRotator`` carries out each ``Action`` and hands back what came of
/// it as an ``Event``. All it knows stands in ``table``, from which ``diagram`` is drawn too.
///
///     var rotation = KeyRotation(.scoped)
///     rotation.handle(.rotate)  // .takeLock
///     rotation.handle(.done)    // .writeNote
///
/// What the table holds to, and what a test walks all of it for: a key that works is stored as the
/// current one, except while a server with a single key has the new one already; nothing is
/// deleted unless a key that works is known to be stored elsewhere; a question that the server
/// does not answer ends in ``State/stopped``, with everything left as it is.
public struct KeyRotation: Sendable, Hashable {
  /// How the server comes to know the new key.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The server makes it, and has both until the old one is revoked.
    case scoped
    /// It is made here and set on the server, where it takes the place of the old one at once.
    case single
    /// It was made elsewhere, and the server knows it already.
    case manual
  }

  /// Where it stands: which action it waits for.
  public enum State: String, Sendable, CaseIterable {
    /// Nothing has happened yet.
    case ready

    // The way of a rotation.
    case locking
    case noting
    case creating
    case notingKey
    case storingPending
    case announcing
    case setting
    case checkingAnswer
    case settingAgain
    case checkingAge
    case verifying
    case storingPrevious
    case replacing
    case retiring
    case askingPrevious
    case clearingPrevious
    case clearingPending
    case clearingNote

    // The way back.
    case confirmingCurrent
    case revokingNew
    case undoingPending
    case undoingNote

    // Finding out what an interrupted one has left.
    case lockingToRecover
    case reading
    case judgingPending
    case judgingCurrent
    case confirmingForward
    case confirmingNew

    // The ends.
    /// The new key is the current one.
    case finished
    /// The old key is the current one, and nothing of the new one is left.
    case undone
    /// Nothing was left by an interrupted rotation.
    case nothing
    /// Another process rotates this key.
    case busy
    /// It cannot go on now; nothing was deleted, and a later recovery goes on from here.
    case stopped

    /// Whether nothing more is to be done.
    public var isEnd: Bool {
      switch self {
      case .finished, .undone, .nothing, .busy, .stopped: true
      default: false
      }
    }
  }

  /// What is to be done.
  public enum Action: String, Sendable, CaseIterable {
    /// Keep other processes from changing this key.
    case takeLock
    /// Write down, on disk and without a key, what is about to happen.
    case writeNote
    /// Have the server make a key, under the name that was written down.
    case createKey
    /// Write down the new key's id and fingerprint.
    case noteKey
    /// Store the new key beside the current one.
    case storePending
    /// Write down that the server is about to be told.
    case noteAsked
    /// Have the server take the new key in place of its own.
    case setKey
    /// Ask the server, with a request of its own, whether it takes the new key.
    case askPending
    /// The same with the current key.
    case askCurrent
    /// The same with the previous key.
    case askPrevious
    /// Store the current key as the previous one.
    case storePrevious
    /// Store the new key as the current one, in one step.
    case replaceCurrent
    /// Revoke the old key on the server, where that can be done and is wanted.
    case retireOld
    /// Delete the previous key here: the server refuses it.
    case clearPrevious
    /// Delete the pending key here.
    case clearPending
    /// Take the note away.
    case clearNote
    /// Revoke the new key on the server.
    case revokeNew
    /// See whether a request that was lost may still arrive.
    case checkAge
    /// Look what is stored and noted.
    case readRemains
  }

  /// What came of an action, or what is wanted.
  public enum Event: String, Sendable, CaseIterable {
    // What is wanted.
    case rotate
    case recover
    // What came of doing something.
    case done
    /// Surely not done.
    case failed
    /// Perhaps done: the answer was lost.
    case unsure
    /// Not done, because it is not wanted or not possible.
    case kept
    // What the server says of a key.
    case accepted
    case refused
    /// The server did not say.
    case doubt
    // What is left of an interrupted rotation.
    case clean
    case onlyNote
    case pending
    case newIsCurrent
    /// Another key was stored since.
    case superseded
    /// An old key that was to be kept for a time is to go now.
    case retirementDue
  }

  /// How the server comes to know the new key.
  public let kind: Kind
  /// Where it stands.
  public private(set) var state = State.ready

  /// Creates a rotation at its beginning.
  public init(_ kind: Kind) { self.kind = kind }

  /// Takes what happened and says what to do.
  ///
  /// - Parameter event: ``Event/rotate`` or ``Event/recover`` first, then what came of each action.
  /// - Returns: What to do next; `nil` at an end. An event that cannot be here ends in
  ///   ``State/stopped``: what is not understood is no reason to do anything.
  public mutating func handle(_ event: Event) -> Action? {
    guard !state.isEnd else { return nil }
    guard let row = Self.rows[Key(state: state, event: event, kind: kind)] else {
      state = .stopped
      return nil
    }
    state = row.to
    return row.action
  }

  private struct Key: Hashable {
    var state: State
    var event: Event
    var kind: Kind
  }

  private static let rows: [Key: Transition] = {
    var rows: [Key: Transition] = [:]
    for row in table {
      for event in row.events {
        for kind in row.kinds { rows[Key(state: row.from, event: event, kind: kind)] = row }
      }
    }
    return rows
  }()
}
