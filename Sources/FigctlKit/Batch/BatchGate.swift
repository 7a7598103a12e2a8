/// Lets the jobs of a batch to the server, and holds them all back when one was told to wait.
///
/// When the server turns a request away (429), nobody sends until the time that `Retry-After` names;
/// then half as many jobs may run at once as before, and with each run that ends one more. So a
/// server that takes ten runs at a time soon gets ten, and not sixty-four at the end of each pause.
actor BatchGate {
  private let jobs: Int
  private var allowed: Int
  private var running = 0
  private var opens = ContinuousClock.now
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var timer: _Concurrency.Task<Void, Never>?
  private var isClosed = false
  /// Since when nothing has reached the server; `nil` when the last request did.
  private var awaySince: ContinuousClock.Instant?
  private var awayDelay = firstAwayDelay

  /// Since when every request was turned away without a word on how long; `nil` when the last was not.
  private var refusedSince: ContinuousClock.Instant?
  private var refusedDelay = firstRefusedDelay

  private static let firstRefusedDelay = Duration.seconds(1)
  private static let longestRefusedDelay = Duration.seconds(16)
  private static let firstAwayDelay = Duration.milliseconds(250)
  private static let longestAwayDelay = Duration.seconds(5)

  init(jobs: Int) {
    self.jobs = jobs
    allowed = jobs
  }

  /// When the pause ends that the jobs wait out, if there is one.
  var pause: Duration? {
    let left = ContinuousClock.now.duration(to: opens)
    return left > .zero ? left : nil
  }

  /// Waits for a turn.
  ///
  /// - Returns: Whether there is one; no more after ``close()``.
  func enter() async -> Bool {
    while !isClosed {
      if running < allowed, pause == nil {
        running += 1
        return true
      }
      await withCheckedContinuation { waiting.append($0) }
    }
    return false
  }

  /// Ends a turn: the server answered the request, as it should or not.
  func leave() {
    awaySince = nil
    awayDelay = Self.firstAwayDelay
    refusedSince = nil
    refusedDelay = Self.firstRefusedDelay
    allowed = min(jobs, allowed + 1)
    end()
  }

  /// Ends a turn: the server wants nobody to come for a while.
  func turnedAway(for time: Duration) {
    awaySince = nil
    // Those that were on their way when the first was turned away do not count again.
    if pause == nil { allowed = max(1, allowed / 2) }
    hold(for: time)
    end()
  }

  /// Ends a turn: the server wants nobody to come, and does not say for how long.
  ///
  /// - Returns: For how long it has turned everybody away so.
  func turnedAway() -> Duration {
    let since = refusedSince ?? .now
    refusedSince = since
    let delay = refusedDelay
    if pause == nil { refusedDelay = min(refusedDelay * 2, Self.longestRefusedDelay) }
    turnedAway(for: delay)
    return since.duration(to: .now)
  }

  /// Ends a turn: the request did not reach the server, which may be restarting.
  ///
  /// - Returns: For how long nothing has reached it.
  func notReached() -> Duration {
    let since = awaySince ?? .now
    awaySince = since
    if pause == nil {
      hold(for: awayDelay)
      awayDelay = min(awayDelay * 2, Self.longestAwayDelay)
    }
    end()
    return since.duration(to: .now)
  }

  /// Lets nobody in any more.
  func close() {
    isClosed = true
    wake()
  }

  private func hold(for time: Duration) {
    opens = max(opens, .now + time)
    let until = opens
    timer?.cancel()
    timer = _Concurrency.Task {
      try? await _Concurrency.Task.sleep(until: until)
      if !_Concurrency.Task.isCancelled { self.wake() }
    }
  }

  private func end() {
    running -= 1
    wake()
  }

  /// Has everybody look again; there are only as many as jobs.
  private func wake() {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }
}
