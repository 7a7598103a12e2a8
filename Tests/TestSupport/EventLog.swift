package import GLibBridge
import Synchronization

/// What happened, in its order, for a test to wait on without blocking a thread.
package final class EventLog<Element: Sendable>: Sendable {
  private struct Waiter {
    let holds: @Sendable ([Element]) -> Bool
    let answer: Answer<Void>
  }

  private struct State {
    var elements: [Element] = []
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Everything so far.
  package var elements: [Element] { state.withLock { $0.elements } }

  /// Adds one.
  package func append(_ element: Element) {
    let ready = state.withLock { state in
      state.elements.append(element)
      let all = state.elements
      let ready = state.waiters.filter { $0.holds(all) }
      state.waiters.removeAll { $0.holds(all) }
      return ready
    }
    for waiter in ready { waiter.answer.give(.success(())) }
  }

  /// Waits until a condition holds, and returns everything so far.
  ///
  /// - Throws: `failed` after a minute, with everything so far.
  @discardableResult package func wait(
    until holds: @escaping @Sendable ([Element]) -> Bool
  ) async throws(BusError) -> [Element] {
    do throws(BusError) {
      try await waitOnLoop(Deadline(limit: .seconds(60))) { answer in
        let isReady = self.state.withLock { state in
          if holds(state.elements) { return true }
          state.waiters.append(Waiter(holds: holds, answer: answer))
          return false
        }
        if isReady { answer.give(.success(())) }
      }
    } catch {
      throw .failed(message: "waited in vain; so far: \(elements)")
    }
    return elements
  }

  /// Waits for the first element of a kind.
  @discardableResult package func first(
    where isWanted: @escaping @Sendable (Element) -> Bool
  ) async throws(BusError) -> Element {
    let all = try await wait { $0.contains(where: isWanted) }
    guard let found = all.first(where: isWanted) else { throw .failed(message: "not there") }
    return found
  }
}
