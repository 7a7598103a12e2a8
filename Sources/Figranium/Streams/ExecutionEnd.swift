// Whether an execution has ended, in all dialects.

extension Execution {
  /// Whether the run has ended, however it ended.
  ///
  /// By the phase (`finished`), where the server sends one; else by an outcome, a time of its end, a
  /// status that is the HTTP status of the run's answer, or a status that is one of the words for
  /// an end. A word that is not known here counts as an end only with one of the others.
  public var isFinished: Bool {
    if let phase {
      if phase == .finished { return true }
      if phase == .queued || phase == .running { return false }
    }
    if outcome != nil || finishedAt != nil { return true }
    return switch status {
    // What is sent before there is an answer is 0 or an interim status.
    case .number(let status): status >= 200
    case .word(let word): Self.endings.contains(Self.folded(word))
    case nil: false
    }
  }

  private static let endings: Set<String> = [
    "aborted", "antibot", "canceled", "cancelled", "complete", "completed", "crashed", "done",
    "error", "errored", "expired", "failed", "failure", "finished", "killed", "ok", "rejected",
    "skipped", "stopped", "succeeded", "success", "successful", "terminated", "timedout", "timeout",
  ]

  /// `Anti_Bot`, `anti-bot` and `ANTI BOT` are one word.
  private static func folded(_ word: String) -> String {
    word.lowercased().filter(\.isLetter)
  }

  /// What counts as a change to one who watches.
  struct Standing: Equatable {
    let status: ExecutionStatus?
    let phase: ExecutionPhase?
    let outcome: TaskOutcome?
    let isFinished: Bool
  }

  var standing: Standing {
    Standing(status: status, phase: phase, outcome: outcome, isFinished: isFinished)
  }
}
