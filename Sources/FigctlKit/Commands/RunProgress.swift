import Figranium
import Synchronization

/// The line that shows state and time of a run on a terminal.
///
/// The time is our own. The state is the server's, asked for every two seconds as long as it tells:
/// servers before 0.19 tell it only to a signed-in session, and then it is `running`.
final class RunProgress: Sendable {
  private let client: Figranium
  private let task: String
  private let runID: String
  private let console: Console
  private let state = Mutex("running")
  private let tasks = Mutex<[_Concurrency.Task<Void, Never>]>([])

  init(client: Figranium, task: String, runID: String, _ console: Console) {
    self.client = client
    self.task = task
    self.runID = runID
    self.console = console
  }

  /// Draws until ``stop()``; nothing where there is no terminal.
  func start() {
    guard console.showsProgress else { return }
    let drawing = _Concurrency.Task { [self] in
      let started = ContinuousClock.now
      let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
      var index = 0
      while !_Concurrency.Task.isCancelled {
        let seconds = started.duration(to: .now).components.seconds
        let time = seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
        console.progress(
          "\(frames[index % frames.count]) \(task): \(state.withLock { $0 }), \(time)")
        index += 1
        try? await _Concurrency.Task.sleep(for: .milliseconds(100))
      }
    }
    let asking = _Concurrency.Task { [self] in
      while !_Concurrency.Task.isCancelled {
        try? await _Concurrency.Task.sleep(for: .seconds(2))
        guard let execution = try? await client.executions.get(runID) else { return }
        state.withLock { $0 = execution.statusText }
      }
    }
    tasks.withLock { $0 = [drawing, asking] }
  }

  /// Takes the line away; more than once does no harm.
  func stop() {
    let all = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in all { task.cancel() }
    console.clearProgress()
  }
}
