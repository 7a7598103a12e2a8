/// The program's first thread, as the place where its asynchronous work runs.
///
/// A short-lived program that gives its one task to this thread starts none of Swift's pool, which
/// costs a start more than the work itself. What blocks here holds up this task only: child tasks
/// run here too, all others on Swift's own threads.
package final class ProgramThread: TaskExecutor {
  /// The one of this process.
  package static let shared = ProgramThread()

  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isServed = false
  }

  private let state = Monitor(State())

  private init() {}

  /// Where a program's task is to run: here when this thread serves it, else on Swift's own threads,
  /// as in a test.
  package static var executor: any TaskExecutor {
    shared.state.withLock { $0.isServed } ? shared : globalConcurrentExecutor
  }

  /// Runs `body` on the calling thread, which is the program's first.
  ///
  /// - Parameter body: The program; it ends the process.
  package func serve(_ body: @escaping @Sendable () async -> Never) -> Never {
    state.withLock { $0.isServed = true }
    Task(executorPreference: self) { await body() }
    while true {
      state.wait(until: { !$0.jobs.isEmpty })
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll(keepingCapacity: true) }
        return state.jobs
      }
      for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  /// Runs a task's next step on this thread; called by Swift's runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }
}
