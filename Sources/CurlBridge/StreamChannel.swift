import FoundationEssentials
import Synchronization

// Between the engine's thread, which brings a body's pieces, and the one who reads them.

/// The start of an answer whose body is still to come.
package struct CurlHead: Sendable {
  /// The status.
  package let status: Int
  /// The final answer's header lines as they came, the status line first.
  package let headerBlock: [UInt8]
  /// `Content-Type`.
  package let contentType: String?
  /// `Retry-After`, a date turned into seconds from now.
  package let retryAfterSeconds: Int?
}

/// Holds what has come and was not read yet, up to a limit.
///
/// The engine's thread writes and never waits here: when there is no room, libcurl pauses the
/// transfer, and the reader that makes room has it go on.
final class StreamChannel: Sendable {
  typealias HeadWaiter = CheckedContinuation<Result<CurlHead, CurlFailure>, Never>
  typealias PieceWaiter = CheckedContinuation<Result<Data?, CurlFailure>, Never>

  /// What the engine's thread is told about a piece.
  enum Offer {
    case taken
    case full
    case unwanted
  }

  private struct State: Sendable {
    var headWaiter: HeadWaiter?
    var waiters: [PieceWaiter] = []
    var held = Data()
    var isPaused = false
    var end: Result<Void, CurlFailure>?
  }

  private let state: Mutex<State>

  /// The most bytes that wait to be read; one piece of libcurl's, 16 KiB, always finds room.
  static let capacity = 256 << 10

  /// - Parameter head: Who waits for the start of the answer.
  init(head: HeadWaiter) {
    state = Mutex(State(headWaiter: head))
  }

  /// Whether nothing more will come.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  // MARK: The engine's side

  func begin(_ head: CurlHead) {
    let waiter = state.withLock { state -> HeadWaiter? in
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    waiter?.resume(returning: .success(head))
  }

  /// Offers a piece of the body.
  func offer(_ piece: Data) -> Offer {
    var waiter: PieceWaiter?
    let offer = state.withLock { state -> Offer in
      guard state.end == nil else { return .unwanted }
      if !state.waiters.isEmpty {
        waiter = state.waiters.removeFirst()
        return .taken
      }
      guard state.held.isEmpty || state.held.count + piece.count <= Self.capacity else {
        state.isPaused = true
        return .full
      }
      state.held.append(piece)
      return .taken
    }
    waiter?.resume(returning: .success(piece))
    return offer
  }

  /// Notes how the transfer ended; a second end is dropped.
  ///
  /// What is held can still be read, unless the reader itself wanted the end.
  func finish(_ result: Result<Void, CurlFailure>, dropsHeld: Bool = false) {
    let (head, waiters) = state.withLock { state -> (HeadWaiter?, [PieceWaiter]) in
      if dropsHeld { state.held = Data() }
      guard state.end == nil else { return (nil, []) }
      state.end = result
      defer {
        state.headWaiter = nil
        state.waiters = []
      }
      return (state.headWaiter, state.waiters)
    }
    if let head {
      // The transfer has a head before it ends well.
      let failure = CurlFailure(.broken, "no answer came", mayHaveBeenSent: true)
      head.resume(returning: .failure(result.failure ?? failure))
    }
    for waiter in waiters { waiter.resume(returning: result.map { nil }) }
  }

  // MARK: The reader's side

  /// Gives `waiter` all that is held, or else the next piece when it comes.
  ///
  /// - Returns: Whether the transfer is paused and must go on.
  func read(_ waiter: PieceWaiter) -> Bool {
    var answer: Result<Data?, CurlFailure>?
    let mustGoOn = state.withLock { state -> Bool in
      guard state.held.isEmpty else {
        answer = .success(state.held)
        state.held = Data()
        defer { state.isPaused = false }
        return state.isPaused
      }
      if let end = state.end { answer = end.map { nil } } else { state.waiters.append(waiter) }
      return false
    }
    if let answer { waiter.resume(returning: answer) }
    return mustGoOn
  }
}

extension Result {
  /// The failure, if it is one.
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
