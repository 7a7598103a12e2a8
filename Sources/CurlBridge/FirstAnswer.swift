import Synchronization

// Two that may answer one who waits: the first counts.

/// Passes the first of several answers to a continuation, whichever of the two comes first.
final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Value, any Error>)
    case answered(Result<Value, any Error>)
    case done
  }

  private let state = Mutex(State.open)

  /// Names who waits, once.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let early = state.withLock { state -> Result<Value, any Error>? in
      if case .answered(let result) = state {
        state = .done
        return result
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  /// Answers; a second answer is dropped.
  func give(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .open:
        state = .answered(result)
        return nil
      case .waiting(let continuation):
        state = .done
        return continuation
      case .answered, .done: return nil
      }
    }
    continuation?.resume(with: result)
  }
}
