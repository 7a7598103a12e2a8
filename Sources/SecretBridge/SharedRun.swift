import GLibBridge
import Synchronization

/// One run of an operation that several callers wait for, each with a deadline of its own.
///
/// When the last of them has left, the run is called off.
final class SharedRun<Value: Sendable>: Sendable {
  private struct State: ~Copyable {
    var result: Result<Value, StoreFault>?
    var answers: [Answer<Result<Value, StoreFault>>] = []
    var waiting = 0
  }

  private let state = Mutex(State())
  private let deadline: Deadline

  /// Starts the run on the loop's thread.
  init(
    limit: Duration, _ body: @escaping @Sendable (Deadline) async throws(StoreFault) -> Value
  ) {
    deadline = Deadline(limit: limit)
    Task(executorPreference: MainLoop.shared) { [self] in
      let result: Result<Value, StoreFault>
      do throws(StoreFault) {
        result = .success(try await body(deadline))
      } catch {
        result = .failure(error)
      }
      finish(result)
    }
  }

  /// What came of it, `nil` while it runs.
  var result: Result<Value, StoreFault>? { state.withLock { $0.result } }

  /// Waits for the end of the run, or of the caller's own deadline.
  ///
  /// - Parameter step: What it waits for, for the error, where the run has not said more.
  func value(_ own: Deadline, step: String) async throws(StoreFault) -> Value {
    state.withLock { $0.waiting += 1 }
    let outcome: Result<Value, StoreFault>
    do throws(BusError) {
      outcome = try await wait(own)
    } catch {
      if leave() == 0 {
        deadline.cancel()
        // A moment for the run to clean up, for example to dismiss its prompt.
        do throws(BusError) {
          _ = try await wait(Deadline(limit: .milliseconds(300)))
        } catch {
          // It takes longer; nobody waits for it.
        }
      }
      throw StoreFault(error, step: deadline.step ?? step)
    }
    _ = leave()
    return try outcome.get()
  }

  private func wait(_ own: Deadline) async throws(BusError) -> Result<Value, StoreFault> {
    try await waitOnLoop(own) { answer in
      let result = self.state.withLock { state -> Result<Value, StoreFault>? in
        if state.result == nil { state.answers.append(answer) }
        return state.result
      }
      if let result { answer.give(.success(result)) }
    }
  }

  private func leave() -> Int {
    state.withLock { state in
      state.waiting -= 1
      return state.waiting
    }
  }

  private func finish(_ result: Result<Value, StoreFault>) {
    let answers = state.withLock { state in
      state.result = result
      let all = state.answers
      state.answers = []
      return all
    }
    for answer in answers { answer.give(.success(result)) }
  }
}
