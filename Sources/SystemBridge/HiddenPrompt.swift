import CSystem
import Glibc

extension Terminal {
  /// Asks on `/dev/tty` for a line that is not shown, and reads it straight into locked memory.
  ///
  /// The terminal is put back as it was on every way out: end of line, Ctrl-C, Ctrl-Z (it asks again
  /// after `fg`, and keeps what was typed; in the background it waits for that), SIGTERM, SIGHUP,
  /// SIGQUIT, an error. Backspace and Ctrl-U work. Waits for the user without a limit; `exit` in another
  /// thread puts the terminal back too.
  ///
  /// - Parameters:
  ///   - prompt: Written first, without a line break.
  ///   - limit: The most bytes to take.
  /// - Throws: ``SystemError``: `ENXIO` when the process has no terminal, `EINTR` for Ctrl-C,
  ///   `EMSGSIZE` for more than `limit` bytes, `EIO` when the terminal went away.
  package static func readHidden(prompt: String, limit: Int) throws(SystemError) -> LockedBytes {
    let terminal = try openTerminal()
    defer { _ = close(terminal) }
    return try JobControl.obeyed { () throws(SystemError) in
      try LockedBytes(capacity: limit) { (output: inout OutputSpan<UInt8>) throws(SystemError) in
        try readHidden(prompt, limit, from: terminal, into: &output)
      }
    }
  }

  private static func readHidden(
    _ prompt: String, _ limit: Int, from terminal: Int32, into output: inout OutputSpan<UInt8>
  ) throws(SystemError) {
    while true {
      let ending = try HiddenPrompt(terminal: terminal, limit: limit).ask(prompt, into: &output)
      switch ending {
      case .line: return
      case .signal(let signal):
        // By default this stops or ends the process here, and not every shell puts modes right.
        showing(terminal) { SignalPipe.raiseNow(signal) }
        if signal != SIGTSTP { throw InputSession.Interrupted.by(signal) }
      }
    }
  }
}

extension Terminal {
  /// Runs `body` with nothing shown of what is typed on `/dev/tty`.
  ///
  /// For the time between two hidden prompts: what somebody types, or pastes, too early is not seen
  /// either, and dropped. Signals end the process as they would; `exit` puts the terminal back.
  /// Ctrl-Z and Ctrl-\ do nothing meanwhile. Without a terminal `body` just runs.
  package static func hidingInput<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    guard let terminal = try? openTerminal() else { return try await body() }
    defer { _ = close(terminal) }
    var shown = termios()
    guard unsafe tcgetattr(terminal, &shown) == 0 else { return try await body() }
    var hidden = shown
    unsafe figranium_make_silent(&hidden)
    unsafe figranium_remember_terminal(terminal, &shown)
    defer {
      unsafe _ = tcsetattr(terminal, TCSAFLUSH, &shown)
      figranium_remember_terminal(-1, nil)
    }
    unsafe _ = tcsetattr(terminal, TCSADRAIN, &hidden)
    return try await body()
  }
}

extension Terminal {
  /// Puts the terminal back if a prompt in another thread hides what is typed.
  ///
  /// `exit` does so by itself, `_exit` does not.
  static func showInput() {
    figranium_show_at_exit()
  }

  /// Runs `body` with the terminal as it was before ``hidingInput(_:)``, if that runs.
  private static func showing(_ terminal: Int32, _ body: () -> Void) {
    var silent = termios()
    let isNested = unsafe figranium_hides_input() != 0 && tcgetattr(terminal, &silent) == 0
    showInput()
    body()
    if isNested { unsafe _ = tcsetattr(terminal, TCSADRAIN, &silent) }
  }
}

/// One showing of the hidden prompt, from echo off to echo on.
private struct HiddenPrompt {
  enum Ending {
    case line
    case signal(Int32)
  }

  private let terminal: Int32
  private let limit: Int
  private let shown: termios

  init(terminal: Int32, limit: Int) throws(SystemError) {
    var modes = termios()
    guard unsafe tcgetattr(terminal, &modes) == 0 else {
      throw SystemError(errno: errno, operation: "read the modes of", path: "/dev/tty")
    }
    self.terminal = terminal
    self.limit = limit
    shown = modes
  }

  func ask(
    _ prompt: String, into output: inout OutputSpan<UInt8>
  ) throws(SystemError) -> Ending {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    // `InputSession` stops catching after the echo is back: a signal in between still finds us.
    return try InputSession.run(signals: signals) { (pipe) throws(SystemError) in
      var hidden = shown
      unsafe figranium_make_hidden(&hidden)
      var shown = shown
      // Within ``Terminal/hidingInput(_:)`` `exit` puts back what was before that.
      let isNested = figranium_hides_input() != 0
      if !isNested { unsafe figranium_remember_terminal(terminal, &shown) }
      defer { if !isNested { figranium_remember_terminal(-1, nil) } }
      guard unsafe tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
        throw SystemError(errno: errno, operation: "hide what is typed on", path: "/dev/tty")
      }
      defer {
        // What was typed ahead is dropped: it was meant for the prompt.
        unsafe _ = tcsetattr(terminal, TCSAFLUSH, &shown)
        try? StandardStreams.write("\n", to: terminal)
      }
      try StandardStreams.write(prompt, to: terminal)
      return try readLine(pipe, into: &output)
    }
  }

  private func readLine(
    _ pipe: SignalPipe, into output: inout OutputSpan<UInt8>
  ) throws(SystemError) -> Ending {
    while true {
      if let signal = try pipe.waitForInput(on: terminal) {
        guard signal != SIGINT else { throw InputSession.Interrupted.by(signal) }
        return .signal(signal)
      }
      guard let byte = try Terminal.readByte(terminal) else {
        throw SystemError(errno: EIO, operation: "read from", path: "/dev/tty")
      }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), key(VEOF): return .line
      case key(VINTR): throw InputSession.Interrupted.by(SIGINT)
      case key(VQUIT): return .signal(SIGQUIT)
      case key(VSUSP): return .signal(SIGTSTP)
      case key(VERASE), 8, 127: removeCharacter(&output)
      case key(VKILL): while !output.isEmpty { _ = output.removeLast() }
      default:
        guard output.count < limit else {
          throw SystemError(errno: EMSGSIZE, operation: "read from", path: "/dev/tty")
        }
        output.append(byte)
      }
    }
  }

  /// The byte of a special key, as the terminal is set.
  ///
  /// A key that is switched off is 0, which nobody types.
  private func key(_ index: Int32) -> UInt8 { figranium_control_character(index) }

  /// Removes one character, which in UTF-8 may be several bytes.
  private func removeCharacter(_ output: inout OutputSpan<UInt8>) {
    while !output.isEmpty {
      if output.removeLast() & 0b1100_0000 != 0b1000_0000 { return }
    }
  }
}
