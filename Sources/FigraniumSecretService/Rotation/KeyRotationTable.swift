extension KeyRotation {
  /// A row of the table: in this state, on one of these events, do that and wait for it there.
  public struct Transition: Sendable, Hashable {
    /// The state it leaves.
    public var from: State
    /// The events it is for.
    public var events: [Event]
    /// The kinds it is for.
    public var kinds: Set<Kind>
    /// The state it comes to.
    public var to: State
    /// What is to be done there; `nil` at an end.
    public var action: Action?
  }

  private static let all = Set(Kind.allCases)

  private static func row(
    _ from: State, _ events: [Event], _ to: State, _ action: Action? = nil, _ kinds: Set<Kind> = all
  ) -> Transition {
    Transition(from: from, events: events, kinds: kinds, to: to, action: action)
  }

  /// Every step there is: the machine does what stands here and nothing else.
  public static let table: [Transition] = forward + tail + back + recovery

  /// From the lock to the new key in place.
  private static let forward: [Transition] = [
    row(.ready, [.rotate], .locking, .takeLock),
    row(.locking, [.done], .noting, .writeNote),
    row(.locking, [.failed], .busy),

    row(.noting, [.done], .creating, .createKey, [.scoped]),
    row(.noting, [.done], .storingPending, .storePending, [.single, .manual]),
    row(.noting, [.failed], .undoingNote, .clearNote),

    row(.creating, [.done], .notingKey, .noteKey, [.scoped]),
    row(.creating, [.failed], .undoingNote, .clearNote, [.scoped]),
    row(.creating, [.unsure], .revokingNew, .revokeNew, [.scoped]),
    row(.notingKey, [.done], .storingPending, .storePending, [.scoped]),
    row(.notingKey, [.failed], .revokingNew, .revokeNew, [.scoped]),

    row(.storingPending, [.done], .verifying, .askPending, [.scoped, .manual]),
    row(.storingPending, [.done], .announcing, .noteAsked, [.single]),
    row(.storingPending, [.failed], .revokingNew, .revokeNew, [.scoped]),
    row(.storingPending, [.failed], .undoingPending, .clearPending, [.single, .manual]),

    row(.announcing, [.done], .setting, .setKey, [.single]),
    row(.announcing, [.failed], .undoingPending, .clearPending, [.single]),
    row(.setting, [.done, .failed], .verifying, .askPending, [.single]),
    row(.setting, [.unsure], .checkingAnswer, .askPending, [.single]),
    row(.checkingAnswer, [.accepted], .storingPrevious, .storePrevious, [.single]),
    row(.checkingAnswer, [.refused], .settingAgain, .setKey, [.single]),
    row(.checkingAnswer, [.doubt], .stopped, nil, [.single]),
    row(.settingAgain, [.done], .verifying, .askPending, [.single]),
    row(.settingAgain, [.failed], .checkingAge, .checkAge, [.single]),
    row(.settingAgain, [.unsure], .stopped, nil, [.single]),
    row(.checkingAge, [.done], .confirmingCurrent, .askCurrent, [.single]),
    row(.checkingAge, [.unsure], .stopped, nil, [.single]),

    row(.verifying, [.accepted], .storingPrevious, .storePrevious),
    row(.verifying, [.refused], .confirmingCurrent, .askCurrent, [.scoped, .single]),
    row(.verifying, [.refused], .undoingPending, .clearPending, [.manual]),
    row(.verifying, [.doubt], .stopped),

    row(.storingPrevious, [.done], .replacing, .replaceCurrent),
    row(.storingPrevious, [.failed], .stopped),
    row(.replacing, [.done], .retiring, .retireOld),
    row(.replacing, [.failed], .stopped),
  ]

  /// What is left to do once the new key is in place; also the retirement of a key that was kept.
  private static let tail: [Transition] = [
    row(.retiring, [.done, .kept, .failed, .unsure], .askingPrevious, .askPrevious),
    // The key that was revoked was the current one after all.
    row(.retiring, [.refused], .stopped),
    row(.askingPrevious, [.refused], .clearingPrevious, .clearPrevious),
    row(.askingPrevious, [.accepted, .doubt], .clearingPending, .clearPending),
    row(.clearingPrevious, [.done], .clearingPending, .clearPending),
    row(.clearingPrevious, [.failed], .stopped),
    row(.clearingPending, [.done], .clearingNote, .clearNote),
    row(.clearingPending, [.failed], .stopped),
    row(.clearingNote, [.done], .finished),
    row(.clearingNote, [.failed], .stopped),
  ]

  /// The way back, as long as the current key is the old one.
  private static let back: [Transition] = [
    row(.confirmingCurrent, [.accepted], .revokingNew, .revokeNew, [.scoped]),
    row(.confirmingCurrent, [.accepted], .undoingPending, .clearPending, [.single, .manual]),
    row(.confirmingCurrent, [.refused, .doubt], .stopped),
    row(.revokingNew, [.done], .undoingPending, .clearPending, [.scoped]),
    row(.revokingNew, [.failed, .unsure], .stopped, nil, [.scoped]),
    row(.undoingPending, [.done], .undoingNote, .clearNote),
    row(.undoingPending, [.failed], .stopped),
    row(.undoingNote, [.done], .undone),
    row(.undoingNote, [.failed], .stopped),
  ]

  /// What an interrupted rotation has left, and where to go on from there.
  private static let recovery: [Transition] = [
    row(.ready, [.recover], .lockingToRecover, .takeLock),
    row(.lockingToRecover, [.done], .reading, .readRemains),
    row(.lockingToRecover, [.failed], .busy),

    row(.reading, [.clean], .nothing),
    row(.reading, [.failed], .stopped),
    row(.reading, [.onlyNote], .revokingNew, .revokeNew, [.scoped]),
    row(.reading, [.onlyNote], .undoingNote, .clearNote, [.single, .manual]),
    row(.reading, [.pending], .judgingPending, .askPending),
    row(.reading, [.superseded], .judgingCurrent, .askCurrent),
    row(.reading, [.newIsCurrent, .retirementDue], .confirmingNew, .askCurrent),

    row(.judgingPending, [.accepted], .storingPrevious, .storePrevious),
    row(.judgingPending, [.refused], .confirmingCurrent, .askCurrent, [.scoped, .manual]),
    row(.judgingPending, [.refused], .confirmingForward, .askCurrent, [.single]),
    row(.judgingPending, [.doubt], .stopped),
    // The request may still arrive: going on is certain, going back is not.
    row(.confirmingForward, [.accepted], .settingAgain, .setKey, [.single]),
    row(.confirmingForward, [.refused, .doubt], .stopped, nil, [.single]),

    row(.judgingCurrent, [.accepted], .revokingNew, .revokeNew, [.scoped]),
    row(.judgingCurrent, [.accepted], .checkingAge, .checkAge, [.single]),
    row(.judgingCurrent, [.accepted], .undoingPending, .clearPending, [.manual]),
    row(.judgingCurrent, [.refused], .judgingPending, .askPending),
    row(.judgingCurrent, [.doubt], .stopped),

    row(.confirmingNew, [.accepted], .retiring, .retireOld),
    row(.confirmingNew, [.refused, .doubt], .stopped),
  ]
}
