import Synchronization

/// How far a batch is: a bar on a terminal, a line now and then elsewhere.
final class BatchProgress: Sendable {
  /// The counts, at the end or on the way.
  struct Counts: Sendable, Equatable {
    /// All rows of the file.
    var rows: Int
    /// Rows that were done before this call.
    var before: Int
    var succeeded = 0
    var failed = 0

    /// Rows that this call has brought to an end.
    var ended: Int { succeeded + failed }
    /// Rows that are still to be run.
    var left: Int { rows - before - ended }
  }

  private struct State {
    var counts: Counts
    var pause: Duration?
    /// When how many rows had ended, for the rate of the last half minute.
    var samples: [(time: ContinuousClock.Instant, ended: Int)] = []
    var drawing: _Concurrency.Task<Void, Never>?
  }

  private static let window = Duration.seconds(30)

  private let console: Console
  private let gate: BatchGate
  private let started = ContinuousClock.now
  private let state: Mutex<State>

  init(rows: Int, before: Int, gate: BatchGate, _ console: Console) {
    self.console = console
    self.gate = gate
    state = Mutex(State(counts: Counts(rows: rows, before: before)))
  }

  /// The counts now.
  var counts: Counts { state.withLock { $0.counts } }

  /// How long it has taken so far.
  var elapsed: Duration { started.duration(to: .now) }

  /// Counts a row whose line is on the disk.
  func count(isDone: Bool) {
    let line = state.withLock { state -> String? in
      let tenth = Self.tenth(state.counts)
      if isDone { state.counts.succeeded += 1 } else { state.counts.failed += 1 }
      guard !console.showsProgress, Self.tenth(state.counts) > tenth, state.counts.left > 0 else {
        return nil
      }
      return text(&state, bar: nil)
    }
    if let line { console.note(line) }
  }

  /// Draws until ``stop()``; on a terminal only.
  func start() {
    guard console.showsProgress else { return }
    let drawing = _Concurrency.Task { [self] in
      while !_Concurrency.Task.isCancelled {
        let pause = await gate.pause
        console.progress(
          state.withLock { state in
            state.pause = pause
            return text(&state, bar: 24)
          })
        try? await _Concurrency.Task.sleep(for: .milliseconds(100))
      }
    }
    state.withLock { $0.drawing = drawing }
  }

  /// Takes the bar away; more than once does no harm.
  func stop() {
    let drawing = state.withLock { state in
      defer { state.drawing = nil }
      return state.drawing
    }
    drawing?.cancel()
    console.clearProgress()
  }

  private static func tenth(_ counts: Counts) -> Int {
    counts.rows == 0 ? 0 : (counts.before + counts.ended) * 10 / counts.rows
  }

  /// For example `[######------] 5210 of 10000 rows, 35.2/s, 2 min 16 s left, 3 failed`.
  private func text(_ state: inout State, bar width: Int?) -> String {
    let counts = state.counts
    let now = ContinuousClock.now
    if state.samples.isEmpty { state.samples.append((started, 0)) }
    if state.samples.last.map({ now - $0.time > .milliseconds(500) }) ?? true {
      state.samples.append((now, counts.ended))
      while state.samples.count > 2, now - state.samples[1].time > Self.window {
        state.samples.removeFirst()
      }
    }
    let done = counts.before + counts.ended
    var text = "\(done) of \(counts.rows) rows"
    if let width {
      let filled = counts.rows == 0 ? width : done * width / counts.rows
      text =
        "[" + String(repeating: "#", count: filled)
        + String(repeating: "-", count: width - filled) + "] " + text
    }
    let first = state.samples[0]
    let seconds = Self.seconds(now - first.time)
    let rate = seconds > 0 ? Double(counts.ended - first.ended) / seconds : 0
    if rate > 0 {
      text += ", \(Self.rate(rate)), \(Self.time(.seconds(Double(counts.left) / rate))) left"
    }
    if counts.failed > 0 { text += ", \(counts.failed) failed" }
    if let pause = state.pause {
      text += "; the server wants a pause of \(Self.time(pause))"
    }
    return text
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// `35.2/s`, and for slow ones `12/min`.
  static func rate(_ perSecond: Double) -> String {
    if perSecond >= 100 { return "\(Int(perSecond.rounded()))/s" }
    if perSecond >= 1 {
      let tenths = Int((perSecond * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)/s"
    }
    return "\(max(1, Int((perSecond * 60).rounded())))/min"
  }

  /// `42 s`, `2 min 5 s`, `3 h 20 min`.
  static func time(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}
