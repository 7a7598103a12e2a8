// From GIO's callbacks to `await`, with an end in any case.

package import CGLib
import Synchronization

/// What a wait is told, once; later words are dropped.
@safe package final class Answer<Value: Sendable>: Sendable {
  private let continuation: Mutex<UnsafeContinuation<Result<Value, BusError>, Never>?>

  init(_ continuation: UnsafeContinuation<Result<Value, BusError>, Never>) {
    unsafe self.continuation = unsafe Mutex(continuation)
  }

  /// Ends the wait, unless it has ended.
  package func give(_ result: Result<Value, BusError>) {
    let waiting = unsafe continuation.withLock { continuation in
      let waiting = unsafe continuation
      unsafe continuation = nil
      return unsafe waiting
    }
    unsafe waiting?.resume(returning: result)
  }
}

/// Calls `start` on the loop's thread, and waits until it gives an answer or the deadline ends.
///
/// A callback that never comes cannot hold the caller: the deadline gives the answer then.
package func waitOnLoop<Value: Sendable>(
  _ deadline: Deadline, _ start: @escaping @Sendable (Answer<Value>) -> Void
) async throws(BusError) -> Value {
  let handler = Mutex<Int?>(nil)
  let result: Result<Value, BusError> = await unsafe withUnsafeContinuation { continuation in
    let answer = unsafe Answer<Value>(continuation)
    let id = deadline.onEnd { end in answer.give(.failure(.ended(end))) }
    handler.withLock { $0 = id }
    MainLoop.shared.run {
      if deadline.end == nil { start(answer) }
    }
  }
  if let id = handler.withLock({ $0 }) { deadline.removeHandler(id) }
  return try result.get()
}

/// A closure on its way through C as `user_data` of a `GAsyncReadyCallback`.
///
/// Retained by ``pass(_:)``, released by ``call``, which GIO calls exactly once.
package enum ReadyCallback {
  @safe private final class Body {
    let call: (OpaquePointer?) -> Void
    init(_ call: @escaping (OpaquePointer?) -> Void) { unsafe self.call = unsafe call }
  }

  package static func pass(_ body: @escaping (OpaquePointer?) -> Void) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(Body(body)).toOpaque()
  }

  package static var call: GAsyncReadyCallback {
    { _, result, data in
      guard let data = unsafe data else { return }
      unsafe Unmanaged<Body>.fromOpaque(data).takeRetainedValue().call(result)
    }
  }
}
