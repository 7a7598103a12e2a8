import CSystem
import Glibc
import Synchronization

/// Signals as bytes in a pipe (the “self-pipe”), so that a thread that waits for input hears them.
///
/// Signals that are ignored, as under `nohup`, stay ignored.
@safe final class SignalPipe: Sendable {
  /// Who listens.
  ///
  /// Each can be there once at a time.
  enum Listener: Int32 {
    /// ``InterruptSignals``, for the whole life of a command.
    case interrupts = 0

    /// A read from a terminal or from standard input, while it lasts.
    case input = 1

    var bit: Int32 { 1 << rawValue }
  }

  /// A bit for each.
  private static let taken = Mutex<Int32>(0)

  /// The end to wait on and to read from.
  let readEnd: Int32

  private let writeEnd: Int32
  private let listener: Listener
  private let previous: [(signal: Int32, action: sigaction)]

  /// Starts to catch `signals`.
  ///
  /// - Throws: ``SystemError`` with `EBUSY` when that listener is there already.
  init(_ listener: Listener, signals: [Int32]) throws(SystemError) {
    let isFree = Self.taken.withLock { taken in
      defer { taken |= listener.bit }
      return taken & listener.bit == 0
    }
    guard isFree else {
      throw SystemError(errno: EBUSY, operation: "wait for signals")
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else {
      let code = errno
      Self.taken.withLock { $0 &= ~listener.bit }
      throw SystemError(errno: code, operation: "make a pipe")
    }
    self.listener = listener
    readEnd = ends[0]
    writeEnd = ends[1]
    figranium_set_signal_pipe(listener.rawValue, writeEnd)
    var previous: [(signal: Int32, action: sigaction)] = []
    for signal in signals {
      var action = sigaction()
      if unsafe figranium_catch_signal(listener.rawValue, signal, &action) == 1 {
        previous.append((signal, action))
      }
    }
    self.previous = previous
  }

  deinit {
    for index in previous.indices.reversed() {
      var action = previous[index].action
      unsafe sigaction(previous[index].signal, &action, nil)
    }
    figranium_set_signal_pipe(listener.rawValue, -1)
    _ = close(readEnd)
    _ = close(writeEnd)
    Self.taken.withLock { $0 &= ~listener.bit }
  }

  /// Whether somebody but the system's default would act on `signal` if we did not catch it.
  func hasOtherHandler(for signal: Int32) -> Bool {
    previous.contains { previous in
      guard previous.signal == signal else { return false }
      var action = previous.action
      return unsafe figranium_is_default_action(&action) == 0
    }
  }

  /// Whether ``InterruptSignals`` lives and has been told to end things.
  static var hasBeenInterrupted: Bool { figranium_has_been_interrupted() != 0 }

  /// The next signal that was caught, or nil.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Puts a byte into the pipe that is no signal, to end a wait.
  func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Blocks until `descriptor` can be read, or a signal comes.
  ///
  /// - Returns: The signal, or nil when there is something to read (or the end of it).
  func waitForInput(on descriptor: Int32) throws(SystemError) -> Int32? {
    while true {
      var polls = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&polls, 2, -1)
      guard count >= 0 || errno == EINTR else {
        throw SystemError(errno: errno, operation: "wait for input")
      }
      if let signal = next(), signal != 0 { return signal }
      if count > 0, polls[0].revents != 0 { return nil }
    }
  }

  /// Has the signal take its course: that of whoever would have got it, or the default.
  ///
  /// To be called when nothing catches it any more.
  static func raiseNow(_ signal: Int32) {
    figranium_raise_now(signal)
  }
}
