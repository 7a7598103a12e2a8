// One thread with a GMainContext of its own, where every D-Bus call starts and ends.
//
// It is a Swift task executor too: a task that prefers it runs on this thread, so that a caller
// that blocks every thread of Swift's own pool cannot keep the answer from arriving.

import CGLib
import Glibc
import Synchronization

/// The thread that all D-Bus work of this process runs on.
///
/// It is started at the first use, and lives as long as the process.
@safe package final class MainLoop: TaskExecutor {
  /// The one of this process.
  package static let shared = MainLoop()

  private enum Work: Sendable {
    case job(UnownedJob)
    case block(@Sendable () -> Void)
  }

  // Set once in `init`; a GMainContext may be used from any thread.
  private nonisolated(unsafe) let context: OpaquePointer?
  // Our own queue and not g_main_context_invoke: its lock is one that the thread sanitizer sees.
  private let queue = Mutex<[Work]>([])

  private init() {
    unsafe context = g_main_context_new()
    do throws(GLibError) {
      // Not kept: the thread lasts as long as the process, as this object does.
      _ = try BridgeThread(name: "message bus") { [self] in serve() }
    } catch {
      // No thread left to have: Swift's own runtime ends the process at this point as well.
      preconditionFailure("no thread for the message bus: \(error.message)")
    }
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { unsafe g_main_context_is_owner(context) != 0 }

  /// Runs `body` on this thread: at once when called there, else as soon as it is free.
  package func run(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { body() } else { add(.block(body)) }
  }

  /// Runs a task's next step on this thread; called by Swift's runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Calls `body` on this thread when `delay` is over, unless the timer is stopped before.
  ///
  /// To be called on this thread.
  package func timer(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
    unsafe LoopTimer(context: context, delay: delay, body: body)
  }

  /// Has the loop watch a source of events.
  func attach(_ source: UnsafeMutablePointer<GSource>) {
    unsafe _ = g_source_attach(source, context)
  }

  private func add(_ work: Work) {
    queue.withLock { $0.append(work) }
    if !isCurrent { unsafe g_main_context_wakeup(context) }
  }

  private func serve() {
    // Signals belong to the program's other threads.
    var every = sigset_t()
    unsafe sigfillset(&every)
    unsafe pthread_sigmask(SIG_SETMASK, &every, nil)
    unsafe g_main_context_acquire(context)
    unsafe g_main_context_push_thread_default(context)
    while true {
      var work = queue.withLock { queue in
        let all = queue
        queue.removeAll()
        return all
      }
      if work.isEmpty {
        unsafe _ = g_main_context_iteration(context, 1)
        continue
      }
      for item in work {
        switch item {
        case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        case .block(let body): body()
        }
      }
      work.removeAll()
      // Answers that came meanwhile, without waiting for more.
      while unsafe g_main_context_iteration(context, 0) != 0 {}
    }
  }
}

/// A timer of the main loop; it fires once, on the loop's thread.
@safe package final class LoopTimer: Sendable {
  private final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  // Set once in `init`; destroying a source is safe from any thread.
  private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>?

  fileprivate init(
    context: OpaquePointer?, delay: Duration, body: @escaping @Sendable () -> Void
  ) {
    unsafe source = g_timeout_source_new(delay.milliseconds)
    // Retained here, released by the source when it has fired or is destroyed.
    unsafe g_source_set_callback(
      source,
      { data in
        if let data = unsafe data {
          unsafe Unmanaged<Body>.fromOpaque(data).takeUnretainedValue().call()
        }
        return 0
      }, Unmanaged.passRetained(Body(body)).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Body>.fromOpaque(data).release() }
      })
    unsafe _ = g_source_attach(source, context)
  }

  /// Keeps it from firing.
  package func stop() { unsafe g_source_destroy(source) }

  deinit {
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, from 0 to about 24 days.
  package var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return UInt32(seconds) * 1_000
      + UInt32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
