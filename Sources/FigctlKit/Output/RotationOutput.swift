import Figranium
import FigraniumSecretService

/// A rotation in words: its steps while it runs, and what came of it.
enum RotationOutput {
  /// What is being done; `nil` for what takes no time.
  ///
  /// - Parameter isRollback: Whether the key that is put in its place is the previous one.
  static func progress(_ action: KeyRotation.Action, isRollback: Bool = false) -> String? {
    let new = isRollback ? "previous" : "new"
    return switch action {
    case .createKey: "Having the server make a new key."
    case .storePending: "Storing the \(new) key beside the current one."
    case .setKey: "Setting the new key on the server; the old one ends there."
    case .askPending: "Trying the \(new) key on the server."
    case .askCurrent: "Trying the current key on the server."
    case .storePrevious: "Keeping the current key as the previous one."
    case .replaceCurrent: "Putting the \(new) key in its place."
    case .retireOld: "Seeing to the old key on the server."
    case .clearPrevious: "Deleting the old key here: the server takes it no more."
    case .revokeNew: "Revoking the new key on the server."
    case .takeLock, .writeNote, .noteKey, .noteAsked, .askPrevious, .clearPending, .clearNote,
      .checkAge, .readRemains:
      nil
    }
  }

  /// What a step of a dry run would be.
  static func wouldDo(_ action: KeyRotation.Action) -> String {
    switch action {
    case .writeNote: "note what is about to happen"
    case .createKey: "have the server make a new key"
    case .noteKey: "note the new key's id"
    case .storePending: "store the new key beside the current one"
    case .noteAsked: "note that the server is about to be told"
    case .setKey: "set the new key on the server, where the old one ends"
    case .storePrevious: "keep the current key as the previous one"
    case .replaceCurrent: "put the new key in its place"
    case .retireOld: "revoke the old key on the server, where it is known which it is"
    case .clearPrevious: "delete the old key here"
    case .clearPending: "take the new key's second copy away"
    case .clearNote: "take the note away"
    case .revokeNew: "revoke the new key on the server"
    case .takeLock, .askPending, .askCurrent, .askPrevious, .checkAge, .readRemains:
      action.rawValue
    }
  }

  /// What became of an interrupted rotation; `nil` when there was none.
  static func settled(_ outcome: RotationReport.Outcome, _ profile: Profile) -> String? {
    switch outcome {
    case .finished:
      "An interrupted rotation of profile '\(profile.name)' was finished: its new key is in use."
    case .undone:
      "An interrupted rotation of profile '\(profile.name)' was taken back: the old key is in use."
    case .rotated, .rolledBack, .nothing, .notDue: nil
    }
  }

  /// What came of it, in lines.
  static func lines(_ report: RotationReport, _ profile: Profile) -> [String] {
    var lines: [String] = []
    if let text = report.settled.flatMap({ settled($0, profile) }) { lines.append(text) }
    switch report.outcome {
    case .rotated: lines.append("Rotated the key of profile '\(profile.name)'.")
    case .rolledBack: lines.append("The previous key of profile '\(profile.name)' is in use again.")
    case .finished, .undone: lines.append(settled(report.outcome, profile) ?? "")
    case .nothing: lines.append("No rotation of profile '\(profile.name)' was interrupted.")
    case .notDue: lines.append("The key of profile '\(profile.name)' is not due; nothing was done.")
    }
    if let current = report.current { lines.append("fingerprint: \(current)") }
    if let text = report.oldKey.map(text) { lines.append("old key: \(text)") }
    return lines
  }

  private static func text(_ old: RotationReport.OldKey) -> String {
    switch old {
    case .revoked(let name?): "revoked on the server ('\(VisibleText.escaping(name))')"
    case .revoked(nil): "revoked on the server"
    case .replaced: "dead, the server has the new one in its place"
    case .kept(let until):
      "good until \(Dates.text(until)); 'figctl key check' revokes it after that, as 'key show' does"
    case .left:
      "still good: it is not known which of the server's keys it is. Revoke it there, or name it "
        + "with --old-key the next time"
    case .notYet(let reason):
      "not revoked yet (\(VisibleText.escaping(reason))) The next 'figctl key check' tries again"
    case .alreadyDead: "dead, the server does not take it"
    }
  }

  /// The same as a document.
  ///
  /// - Parameter isDry: Whether it is only what would be done: then no key of that kind exists.
  static func document(
    _ report: RotationReport, _ profile: Profile, isDry: Bool = false
  ) -> JSONDocument {
    var old: JSONDocument = .null
    switch report.oldKey {
    case nil: break
    case .revoked(let name): old = ["state": "revoked", "name": JSONDocument(name)]
    case .replaced: old = ["state": "replaced"]
    case .kept(let until): old = ["state": "kept", "until": .string(Dates.text(until))]
    case .left: old = ["state": "left"]
    case .notYet(let reason): old = ["state": "not-revoked", "reason": .string(reason)]
    case .alreadyDead: old = ["state": "dead"]
    }
    return [
      "profile": .string(profile.name), "server": .string(profile.server),
      "outcome": .string((isDry ? "would-be-" : "") + report.outcome.rawValue),
      "dryRun": .bool(isDry), "kind": JSONDocument(report.kind?.rawValue),
      "fingerprint": JSONDocument(isDry ? nil : report.current),
      "previousFingerprint": JSONDocument(report.previous), "oldKey": old,
      "settled": JSONDocument(report.settled?.rawValue),
      "steps": .array(report.steps.map { .string($0.rawValue) }),
    ]
  }
}
