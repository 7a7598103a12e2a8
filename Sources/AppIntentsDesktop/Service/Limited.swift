import Synchronization

/// An end for work that may have none of its own.
enum Limited {
  /// The work took longer than it may.
  struct TimedOut: Error, Equatable, CustomStringConvertible {
    let limit: Duration
    /// Whether it went on after it had been cancelled, and was left to itself.
    let isLeft: Bool

    var description: String {
      let text = "It took longer than \(limit.components.seconds) seconds"
      return isLeft ? "\(text), and does not heed that it was cancelled." : "\(text)."
    }
  }

  /// Runs `body` in a task of its own, which is cancelled when the limit is over or the caller is
  /// cancelled, and then waited for: nothing of it goes on when this has returned.
  ///
  /// - Parameter grace: How long it may take to end once it was cancelled. What takes longer does
  ///   not heed cancellation and may never end: that is left to itself.
  /// - Throws: What it throws; ``TimedOut`` when the limit was over and it had no result.
  static func run<Value: Sendable>(
    _ limit: Duration, grace: Duration = .seconds(5),
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let race = Race<Value>()
    let work = Task {
      do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
    }
    let callOff: @Sendable () -> Void = {
      work.cancel()
      race.endLater {
        try await Task.sleep(for: grace)
        race.end(.failure(TimedOut(limit: limit, isLeft: true)))
      }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      race.noteTimeLimit()
      callOff()
    }
    defer { timer.cancel() }
    let (result, isOverdue) = await withTaskCancellationHandler {
      await race.wait()
    } onCancel: {
      callOff()
    }
    do {
      return try result.get()
    } catch let error as TimedOut {
      throw error
    } catch {
      // What it says of having been cancelled is no news.
      throw isOverdue ? TimedOut(limit: limit, isLeft: false) : error
    }
  }
}

/// The first of several ends, for one who waits whether cancelled or not.
private final class Race<Value: Sendable>: Sendable {
  typealias End = (result: Result<Value, any Error>, isOverdue: Bool)

  private struct State: Sendable {
    var result: Result<Value, any Error>?
    var isOverdue = false
    var waiting: CheckedContinuation<End, Never>?
    var later: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  func end(_ result: Result<Value, any Error>) {
    let (waiting, isOverdue, later) = state.withLock { state in
      guard state.result == nil else {
        return (nil as CheckedContinuation<End, Never>?, false, nil as Task<Void, any Error>?)
      }
      state.result = result
      defer { state.waiting = nil }
      return (state.waiting, state.isOverdue, state.later)
    }
    later?.cancel()
    waiting?.resume(returning: (result, isOverdue))
  }

  func noteTimeLimit() { state.withLock { $0.isOverdue = true } }

  /// Has `body` bring the end, unless there is one or will be by an earlier call.
  func endLater(_ body: @escaping @Sendable () async throws -> Void) {
    state.withLock { state in
      guard state.result == nil, state.later == nil else { return }
      state.later = Task { try await body() }
    }
  }

  /// For one caller.
  func wait() async -> End {
    await withCheckedContinuation { continuation in
      let end: End? = state.withLock { state in
        if let result = state.result { return (result, state.isOverdue) }
        state.waiting = continuation
        return nil
      }
      if let end { continuation.resume(returning: end) }
    }
  }
}
