import CCurl
import Glibc
import Synchronization

// The multi handle and the transfers that run on it.

/// Wakes the thread that sleeps on a multi handle.
@safe struct MultiWakeup: @unchecked Sendable {  // curl_multi_wakeup may be called on any thread
  fileprivate let library: CurlLibrary
  fileprivate let multi: UnsafeMutableRawPointer

  func wake() {
    unsafe _ = library.api.pointee.multi_wakeup(multi)
  }
}

/// Drives the transfers.
///
/// Belongs to the engine's thread, and lives as long as the process.
@safe final class CurlLoop {
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  // By the address of the easy handle, which libcurl names when a transfer has ended.
  private var active: [Int: (ticket: Ticket, transfer: CurlTransfer)] = [:]
  private var idleHandles: [EasyHandle] = []
  /// How many of the active transfers are streams, which have limits of their own.
  private var streams = 0

  private static let maximumIdleHandles = 8
  private static let maximumIdleConnections = 32

  init(_ library: CurlLibrary) throws(CurlFailure) {
    guard let multi = unsafe library.api.pointee.multi_init() else {
      throw CurlFailure(.unavailable, "it is out of memory")
    }
    // Without descriptors to spare it does without a way to be woken, and says nothing.
    guard unsafe library.api.pointee.multi_wakeup(multi) == CURLM_OK else {
      unsafe _ = library.api.pointee.multi_cleanup(multi)
      throw CurlFailure(.unavailable, "its thread could not be woken: too many files are open")
    }
    self.library = library
    unsafe self.multi = multi
    unsafe _ = figranium_curl_set_multi_long(
      library.api, multi, CURLMOPT_MAXCONNECTS, Self.maximumIdleConnections)
  }

  var wakeup: MultiWakeup { unsafe MultiWakeup(library: library, multi: multi) }

  /// Whether no transfer runs.
  var isIdle: Bool { active.isEmpty }

  /// Starts a transfer, or completes it at once when it cannot be.
  func begin(_ submission: Submission) {
    guard !submission.ticket.isCancelled.load(ordering: .acquiring) else {
      submission.destination.fail(Self.aborted(wasSent: false))
      return
    }
    guard let handle = idleHandles.popLast() ?? EasyHandle(library) else {
      submission.destination.fail(CurlFailure(.unavailable, "it is out of memory"))
      return
    }
    let transfer = CurlTransfer(submission, handle: handle)
    do {
      try handle.configure(transfer)
    } catch {
      finish(transfer, error)
      return
    }
    let code = unsafe library.api.pointee.multi_add_handle(multi, handle.easy)
    guard code == CURLM_OK else {
      finish(transfer, CurlFailure(.unavailable, "it takes no transfer"))
      return
    }
    active[handle.address] = (submission.ticket, transfer)
    if transfer.isStream { streams += 1 }
  }

  /// Ends the transfer of `ticket`, closing its connection; nothing happens when it has ended.
  func cancel(_ ticket: Ticket) {
    guard let transfer = active.values.first(where: { $0.ticket === ticket })?.transfer else {
      return
    }
    let wasSent = transfer.wasSent
    remove(transfer)
    finish(transfer, Self.aborted(wasSent: wasSent))
  }

  /// Has the paused transfer of `ticket` go on; nothing happens when it has ended.
  func resume(_ ticket: Ticket) {
    guard let transfer = active.values.first(where: { $0.ticket === ticket })?.transfer else {
      return
    }
    transfer.resumes()
    // What libcurl holds of the body is offered again before this returns.
    let code = unsafe library.api.pointee.easy_pause(transfer.handle.easy, CURLPAUSE_CONT)
    guard let failure = transfer.failure(code) else { return }
    remove(transfer)
    finish(transfer, failure)
  }

  /// Does what can be done without waiting, and completes what has ended.
  func perform() {
    guard !active.isEmpty else { return }
    var running: Int32 = 0
    unsafe _ = library.api.pointee.multi_perform(multi, &running)
    var code = CURLE_OK
    while let easy = unsafe figranium_curl_next_done(library.api, multi, &code) {
      guard let transfer = active[Int(bitPattern: easy)]?.transfer else { continue }
      // Before the handle is let go of: it tells what the failure was.
      let failure = transfer.failure(code)
      remove(transfer)
      finish(transfer, failure)
    }
    endOverdue()
  }

  /// Ends the streams whose own limits ran out.
  private func endOverdue() {
    guard streams > 0 else { return }
    let now = ContinuousClock.now
    for (_, transfer) in active.values {
      guard let failure = transfer.overdue(now) else { continue }
      remove(transfer)
      finish(transfer, failure)
    }
  }

  /// Sleeps until something is to do: a socket, one of libcurl's own limits, or a wake-up.
  func wait() {
    var limit = active.isEmpty ? Int32.max : 60_000
    if streams > 0, let next = active.values.compactMap({ $0.transfer.deadline }).min() {
      let left = ContinuousClock.now.duration(to: next).wholeMilliseconds
      limit = min(limit, Int32(clamping: left))
    }
    unsafe _ = library.api.pointee.multi_poll(multi, nil, 0, limit, nil)
  }

  private func remove(_ transfer: CurlTransfer) {
    unsafe _ = library.api.pointee.multi_remove_handle(multi, transfer.handle.easy)
    active[transfer.handle.address] = nil
    if transfer.isStream { streams -= 1 }
  }

  /// Completes a transfer; without a failure it ended well.
  private func finish(_ transfer: CurlTransfer, _ failure: CurlFailure?) {
    // Before anybody goes on with the answer: the process may end then.
    transfer.headers.wipe()
    transfer.body?.wipe()
    transfer.complete(failure)
    transfer.handle.reset()
    if idleHandles.count < Self.maximumIdleHandles { idleHandles.append(transfer.handle) }
  }

  private static func aborted(wasSent: Bool) -> CurlFailure {
    CurlFailure(.aborted, "cancelled", mayHaveBeenSent: wasSent)
  }
}
