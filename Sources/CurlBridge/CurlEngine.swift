import Dispatch
import Glibc
import Synchronization
import SystemBridge

// The one thread of a process that drives libcurl, with the one pool of connections.

/// Runs transfers.
///
/// Nothing happens before the first request or ``prepare()``. libcurl's calls never run on Swift's
/// own threads: they go to a thread of ours that sleeps in `curl_multi_poll` and is woken by
/// `curl_multi_wakeup`. The thread ends with the process.
package final class CurlEngine: Sendable {
  /// The engine of this process.
  package static let shared = CurlEngine()

  private let mailbox = Mutex(Mailbox())
  private let hasLeft = DispatchSemaphore(value: 0)
  /// Whether there is a letter; for a look without the lock.
  private let hasLetters = Atomic(false)

  /// An engine with a pool of its own, for tests that count connections; its thread stays.
  package init() {}

  /// Loads libcurl in the background, so that the first request need not wait for it.
  package func prepare() {
    // What goes wrong is told by the request that needs it.
    _ = mailbox.withLock { start(&$0) }
  }

  /// Runs one transfer.
  ///
  /// Ends within the request's limits. When the calling task is cancelled, the connection is
  /// closed at once and the failure is of kind `aborted`.
  package func perform(_ request: CurlRequest) async throws(CurlFailure) -> CurlResponse {
    let ticket = Ticket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        submit(Submission(ticket: ticket, request: request, destination: .whole(continuation)))
      }
    } onCancel: {
      cancel(ticket)
    }
    // With the store before the answer was given: Swift's continuation hands it over out of sight of
    // the thread sanitizer when it comes before anybody waits.
    _ = ticket.hasEnded.load(ordering: .acquiring)
    return try result.get()
  }

  // MARK: To the thread

  func submit(_ submission: Submission) {
    let letter = mailbox.withLock { mailbox -> Result<MultiWakeup?, CurlFailure> in
      if let failure = start(&mailbox) { return .failure(failure) }
      mailbox.submissions.append(submission)
      hasLetters.store(true, ordering: .relaxed)
      return .success(mailbox.sleeper())
    }
    switch letter {
    case .success(let sleeper): sleeper?.wake()
    case .failure(let failure): submission.destination.fail(failure)
    }
  }

  func cancel(_ ticket: Ticket) {
    // The mark before the message: a submission that comes later than this finds it.
    ticket.isCancelled.store(true, ordering: .releasing)
    post { $0.cancellations.append(ticket) }
  }

  /// Has a paused transfer go on.
  func resume(_ ticket: Ticket) {
    post { $0.resumptions.append(ticket) }
  }

  private func post(_ letter: (inout Mailbox) -> Void) {
    let sleeper = mailbox.withLock { mailbox -> MultiWakeup? in
      guard mailbox.isStarted else { return nil }
      letter(&mailbox)
      return mailbox.sleeper()
    }
    sleeper?.wake()
  }

  private func start(_ mailbox: inout Mailbox) -> CurlFailure? {
    guard !mailbox.isStarted else { return nil }
    EngineRegister.shared.add(self)
    guard OwnThread.start({ self.run() }) else {
      return CurlFailure(.unavailable, "no thread could be made")
    }
    mailbox.isStarted = true
    return nil
  }

  // MARK: On the thread

  private func run() {
    do {
      let library = try CurlLibrary()
      let loop = try CurlLoop(library)
      mailbox.withLock { $0.multi = loop.wakeup }
      var nextRequest = NextRequest()
      while true {
        if mailbox.withLock({ $0.isEnding }) { stay() }
        loop.perform()
        if loop.isIdle { nextRequest.lookOut(for: hasLetters) }
        if let letters = takeLetters() {
          if !letters.submissions.isEmpty { nextRequest.came() }
          for submission in letters.submissions { loop.begin(submission) }
          for ticket in letters.cancellations { loop.cancel(ticket) }
          for ticket in letters.resumptions { loop.resume(ticket) }
        } else {
          loop.wait()
          mailbox.withLock { $0.hasWoken() }
        }
      }
    } catch {
      // The next request tries again: there may be descriptors then, or memory.
      let waiting = mailbox.withLock { mailbox in
        mailbox.isStarted = false
        mailbox.multi = nil
        if mailbox.isEnding { hasLeft.signal() }
        return mailbox.take()?.submissions ?? []
      }
      for submission in waiting { submission.destination.fail(error) }
    }
  }

  // MARK: The end of the process

  /// Has the thread leave libcurl for good, and waits for it, a second at most.
  func end() {
    let sleeper = mailbox.withLock { mailbox -> MultiWakeup?? in
      guard mailbox.isStarted else { return nil }
      mailbox.isEnding = true
      return .some(mailbox.sleeper())
    }
    guard let sleeper else { return }
    sleeper?.wake()
    _ = hasLeft.wait(timeout: .now() + .seconds(1))
  }

  private func stay() -> Never {
    hasLeft.signal()
    // It handles no signals, so that nothing ends that.
    while true { pause() }
  }

  private func takeLetters() -> Mailbox.Letters? {
    mailbox.withLock { mailbox in
      hasLetters.store(false, ordering: .relaxed)
      return mailbox.take()
    }
  }
}

/// What tells one call from another, and that it was cancelled.
final class Ticket: Sendable {
  let isCancelled = Atomic(false)
  let hasEnded = Atomic(false)
}

/// A request on its way to the thread.
struct Submission: Sendable {
  let ticket: Ticket
  let request: CurlRequest
  let destination: Destination

  /// Who gets the answer, and how.
  enum Destination: Sendable {
    /// All of it at its end.
    case whole(CheckedContinuation<Result<CurlResponse, CurlFailure>, Never>)
    /// The header first, then the body as it comes.
    case stream(StreamChannel)

    func fail(_ failure: CurlFailure) {
      switch self {
      case .whole(let continuation): continuation.resume(returning: .failure(failure))
      case .stream(let channel): channel.finish(.failure(failure))
      }
    }
  }
}

/// What callers leave for the thread.
private struct Mailbox: Sendable {
  var isStarted = false
  var isEnding = false
  var submissions: [Submission] = []
  var cancellations: [Ticket] = []
  var resumptions: [Ticket] = []
  var multi: MultiWakeup?
  /// Whether the thread sleeps, or is about to.
  private var isSleeping = false

  /// What wakes the thread, if it sleeps; one wake-up is enough for any number of letters.
  ///
  /// Use it after the lock is let go, or the thread would wake only to wait for the lock.
  mutating func sleeper() -> MultiWakeup? {
    guard isSleeping else { return nil }
    isSleeping = false
    return multi
  }

  /// The thread looks for letters by itself before it sleeps again.
  mutating func hasWoken() { isSleeping = false }

  /// Takes everything out; nil, and the thread counts as asleep, when there is nothing.
  mutating func take() -> Letters? {
    guard !(submissions.isEmpty && cancellations.isEmpty && resumptions.isEmpty) else {
      isSleeping = true
      return nil
    }
    defer {
      submissions.removeAll(keepingCapacity: true)
      cancellations.removeAll(keepingCapacity: true)
      resumptions.removeAll(keepingCapacity: true)
    }
    return Letters(
      submissions: submissions, cancellations: cancellations, resumptions: resumptions)
  }

  struct Letters {
    let submissions: [Submission]
    let cancellations: [Ticket]
    let resumptions: [Ticket]
  }
}
