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
  private var active: [UInt: (ticket: Ticket, transfer: CurlTransfer)] = [:]
  private var idleHandles: [EasyHandle] = []

  private static let maximumIdleHandles = 8
  private static let maximumIdleConnections = 32

  init(_ library: CurlLibrary) throws(CurlFailure) {
    guard let multi = unsafe library.api.pointee.multi_init() else {
      throw CurlFailure(.unavailable, "it is out of memory")
    }
    self.library = library
    unsafe self.multi = multi
    unsafe _ = figranium_curl_set_multi_long(
      library.api, multi, CURLMOPT_MAXCONNECTS, Self.maximumIdleConnections)
  }

  var wakeup: MultiWakeup { unsafe MultiWakeup(library: library, multi: multi) }

  /// Starts a transfer, or completes it at once when it cannot be.
  func begin(_ submission: Submission) {
    guard !submission.ticket.isCancelled.load(ordering: .acquiring) else {
      submission.continuation.resume(returning: .failure(Self.aborted(wasSent: false)))
      return
    }
    guard let handle = idleHandles.popLast() ?? EasyHandle(library) else {
      submission.continuation.resume(
        returning: .failure(CurlFailure(.unavailable, "it is out of memory")))
      return
    }
    let transfer = CurlTransfer(submission.request, handle: handle) { result in
      submission.continuation.resume(returning: result)
    }
    do {
      try handle.configure(transfer)
    } catch {
      finish(transfer, .failure(error))
      return
    }
    let code = unsafe library.api.pointee.multi_add_handle(multi, handle.easy)
    guard code == CURLM_OK else {
      finish(transfer, .failure(CurlFailure(.unavailable, "it takes no transfer")))
      return
    }
    active[handle.address] = (submission.ticket, transfer)
  }

  /// Ends the transfer of `ticket`, closing its connection; nothing happens when it has ended.
  func cancel(_ ticket: Ticket) {
    guard let transfer = active.values.first(where: { $0.ticket === ticket })?.transfer else {
      return
    }
    let wasSent = transfer.handle.number(CURLINFO_REQUEST_SIZE) > 0
    remove(transfer)
    finish(transfer, .failure(Self.aborted(wasSent: wasSent)))
  }

  /// Does what can be done without waiting, and completes what has ended.
  func perform() {
    guard !active.isEmpty else { return }
    var running: Int32 = 0
    unsafe _ = library.api.pointee.multi_perform(multi, &running)
    var code = CURLE_OK
    while let easy = unsafe figranium_curl_next_done(library.api, multi, &code) {
      guard let transfer = active[UInt(bitPattern: easy)]?.transfer else { continue }
      let result = transfer.result(code)
      remove(transfer)
      finish(transfer, result)
    }
  }

  /// Sleeps until something is to do: a socket, one of libcurl's own limits, or a wake-up.
  func wait() {
    let limit = active.isEmpty ? Int32.max : 60_000
    unsafe _ = library.api.pointee.multi_poll(multi, nil, 0, limit, nil)
  }

  private func remove(_ transfer: CurlTransfer) {
    unsafe _ = library.api.pointee.multi_remove_handle(multi, transfer.handle.easy)
    active[transfer.handle.address] = nil
  }

  private func finish(_ transfer: CurlTransfer, _ result: Result<CurlResponse, CurlFailure>) {
    transfer.complete(result)
    transfer.handle.reset()
    if idleHandles.count < Self.maximumIdleHandles { idleHandles.append(transfer.handle) }
  }

  private static func aborted(wasSent: Bool) -> CurlFailure {
    CurlFailure(.aborted, "cancelled", mayHaveBeenSent: wasSent)
  }
}
