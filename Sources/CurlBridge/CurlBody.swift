package import FoundationEssentials

// A body that comes piece by piece, and the engine's call for it.

/// An answer whose body is read while it comes.
package struct CurlStream: Sendable {
  /// All but the body.
  package let head: CurlHead
  /// The body.
  package let body: CurlBody
}

/// A body on its way.
///
/// It is read as fast as ``next()`` is called: what has come and was not read is a few hundred
/// kilobytes at most, then the server has to wait. Dropping the object ends the transfer and closes
/// its connection.
package final class CurlBody: Sendable {
  private let ticket: Ticket
  private let channel: StreamChannel

  init(ticket: Ticket, channel: StreamChannel) {
    self.ticket = ticket
    self.channel = channel
  }

  deinit {
    cancel()
  }

  /// The next bytes, decompressed; `nil` at the end.
  ///
  /// When the calling task is cancelled, the connection is closed at once and the failure is of
  /// kind `aborted`.
  ///
  /// - Throws: What broke off the body, after all that came before.
  package func next() async throws(CurlFailure) -> Data? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if channel.read(waiter) { CurlEngine.shared.resume(ticket) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Ends the transfer and closes its connection; nothing happens when it has ended.
  package func cancel() {
    guard !channel.hasEnded else { return }
    let failure = CurlFailure(.aborted, "cancelled", mayHaveBeenSent: true)
    channel.finish(.failure(failure), dropsHeld: true)
    CurlEngine.shared.cancel(ticket)
  }
}

extension CurlEngine {
  /// Starts a transfer and brings the answer's header; its body is read as it comes.
  ///
  /// The limits of `request` hold for the body too, apart from `headLimit`. The silence limit does
  /// not run while the reader takes its time. When the calling task is cancelled, the connection is
  /// closed at once and the failure is of kind `aborted`.
  package func stream(_ request: CurlRequest) async throws(CurlFailure) -> CurlStream {
    let ticket = Ticket()
    var opened: StreamChannel?
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let channel = StreamChannel(head: continuation)
        opened = channel
        submit(Submission(ticket: ticket, request: request, destination: .stream(channel)))
      }
    } onCancel: {
      cancel(ticket)
    }
    let head = try result.get()
    guard let opened else { throw CurlFailure(.unavailable, "no transfer was made") }
    return CurlStream(head: head, body: CurlBody(ticket: ticket, channel: opened))
  }
}
