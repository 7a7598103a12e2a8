import Figranium

/// Waits for the end of an execution, and shows how it goes meanwhile.
struct StatusWatch: Sendable {
  private static let limit = Duration.seconds(20 * 60)

  let client: Figranium
  let id: String
  let console: Console

  init(client: Figranium, id: String, _ console: Console) {
    self.client = client
    self.id = id
    self.console = console
  }

  /// Watches it until it has ended.
  ///
  /// - Throws: What the client throws; ``CommandFailure`` when it still runs after 20 minutes.
  func end() async throws -> Execution {
    let shown = StatusLine(id: id, console)
    let drawing = _Concurrency.Task { await shown.draw() }
    defer {
      drawing.cancel()
      console.clearProgress()
    }
    do {
      let options = RequestOptions(timeout: Self.limit)
      for try await execution in client.executions.watch(id, options: options) {
        if execution.isFinished { return execution }
        await shown.set(execution.statusText)
      }
    } catch let error as FigraniumError where error.kind == .timeout {
      throw CommandFailure(
        .network, "TIMEOUT", "The execution '\(id)' has not ended within 20 minutes.",
        hint: "It may go on; ask again later.")
    }
    // The stream ends early only when the task that reads it was cancelled.
    throw CancellationError()
  }
}

/// The last state that is known: drawn with the time on a terminal, told once elsewhere.
private actor StatusLine {
  private let id: String
  private let console: Console
  private let started = ContinuousClock.now
  private var status: String?

  init(id: String, _ console: Console) {
    self.id = id
    self.console = console
  }

  func set(_ text: String) {
    if text == status { return }
    status = text
    if !console.showsProgress { console.note("Execution status: \(text).") }
  }

  func draw() async {
    guard console.showsProgress else { return }
    while !_Concurrency.Task.isCancelled {
      if let status {
        let time = BatchProgress.time(started.duration(to: .now))
        console.progress("\(id): \(status), \(time)")
      }
      try? await _Concurrency.Task.sleep(for: .milliseconds(200))
    }
  }
}

extension Execution {
  /// Whether it is known not to have ended with success.
  var endedBadly: Bool {
    if let outcome { return outcome != "success" }
    switch status {
    case .word(let word)?:
      return !["success", "succeeded", "completed", "finished", "done", "ok"].contains(
        word.lowercased())
    case .number(let number)?: return number >= 400
    case nil: return false
    }
  }
}
