import GLibBridge
import Synchronization

/// Keeps the end of a prompt for a listener that may come before or after it.
final class PromptEvents: Sendable {
  private struct State: ~Copyable {
    var end: Result<PromptEnd, BusError>?
    var answer: Answer<PromptEnd>?
  }

  private let state = Mutex(State())

  /// The first end counts.
  func finish(_ end: Result<PromptEnd, BusError>) {
    let answer = state.withLock { state -> Answer<PromptEnd>? in
      guard state.end == nil else { return nil }
      state.end = end
      return state.answer
    }
    answer?.give(end)
  }

  /// Gives the end to `answer`, now or later.
  func listen(_ answer: Answer<PromptEnd>) {
    let end = state.withLock { state in
      state.answer = answer
      return state.end
    }
    if let end { answer.give(end) }
  }
}
