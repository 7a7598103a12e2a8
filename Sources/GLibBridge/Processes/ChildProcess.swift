import CGLib

/// A child process whose output is collected while it runs: `GSubprocess` with threads of our own.
///
/// Both outputs are read all the time, so a child that writes much never stands still. Dropping the
/// object kills the child.
@safe package final class ChildProcess: Sendable {
  /// What the child has as its standard input.
  package enum Input: Sendable {
    /// These bytes, then the end.
    case bytes([UInt8])

    /// A pipe that ``ChildProcess/write(_:)`` fills, until ``ChildProcess/closeInput()``.
    case pipe

    /// A pseudo-terminal, which is also both outputs and the child's `/dev/tty`. What the child
    /// writes is then all in ``ChildProcess/standardOutput``.
    case terminal
  }

  /// How the child ended.
  package enum Exit: Sendable, Equatable {
    /// By itself, with this code.
    case code(Int32)

    /// By this signal.
    case signal(Int32)
  }

  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var openPipes = 0
    var exit: Exit?
  }

  /// The child's process id.
  ///
  /// Of no use once it has ended.
  package let processID: Int32

  private let process: Subprocess
  private let state = Monitor(State())
  private let ending = Cancellation()

  /// Starts a child.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked up in `PATH` unless it has a slash, and its arguments.
  ///   - environment: The whole environment of the child; nil for this process's own.
  ///   - directory: The working directory; nil for this process's own.
  ///   - input: The child's standard input.
  /// - Throws: ``GLibError`` when the program cannot be started.
  package init(
    _ arguments: [String], environment: [String: String]? = nil, directory: String? = nil,
    input: Input = .bytes([])
  ) throws(GLibError) {
    var hasTerminal = false
    if case .terminal = input { hasTerminal = true }
    let process = try Subprocess(
      arguments, environment: environment, directory: directory, hasTerminal: hasTerminal)
    self.process = process
    processID = process.processID
    let (state, ending) = (self.state, self.ending)
    do {
      state.withLock { $0.openPipes = hasTerminal ? 1 : 2 }
      _ = try BridgeThread(name: "child-stdout") {
        process.readOutput(ending) { bytes in state.withLock { $0.output += bytes } }
        state.withLock { $0.openPipes -= 1 }
      }
      if !hasTerminal {
        _ = try BridgeThread(name: "child-stderr") {
          process.readErrors(ending) { bytes in state.withLock { $0.errors += bytes } }
          state.withLock { $0.openPipes -= 1 }
        }
      }
      _ = try BridgeThread(name: "child-wait") {
        let exit = process.waitForExit()
        state.withLock { $0.exit = exit }
      }
      if case .bytes(let bytes) = input {
        _ = try BridgeThread(name: "child-stdin") {
          // A child that does not read its input is its own affair, and no error of ours.
          try? process.writeInput(bytes, ending)
          process.closeInput()
        }
      }
    } catch {
      process.kill()
      ending.cancel()
      throw error
    }
  }

  deinit {
    process.kill()
    ending.cancel()
  }

  /// What the child has written to its standard output so far.
  package var standardOutputBytes: [UInt8] { state.value.output }

  /// ``standardOutputBytes`` as UTF-8.
  package var standardOutput: String { String(decoding: standardOutputBytes, as: UTF8.self) }

  /// What the child has written to its standard error so far, as UTF-8.
  package var standardError: String { String(decoding: state.value.errors, as: UTF8.self) }

  /// Blocks until the child has ended and its outputs are read to their ends.
  ///
  /// - Parameter seconds: The longest wait. A grandchild may hold the outputs open for longer.
  /// - Returns: How the child ended, or nil when it still runs.
  package func wait(seconds: Double) -> Exit? {
    _ = state.wait(seconds: seconds) { $0.exit != nil && $0.openPipes == 0 }
    return state.value.exit
  }

  /// Blocks until what the child has written satisfies `condition`, or the child has ended.
  ///
  /// - Parameters:
  ///   - seconds: The longest wait.
  ///   - condition: Gets standard output and standard error so far.
  /// - Returns: Whether the condition came to hold.
  package func waitForOutput(
    seconds: Double, where condition: @Sendable (_ output: String, _ errors: String) -> Bool
  ) -> Bool {
    func holds(_ state: State) -> Bool {
      condition(
        String(decoding: state.output, as: UTF8.self), String(decoding: state.errors, as: UTF8.self)
      )
    }
    _ = state.wait(seconds: seconds) { state in
      holds(state) || (state.exit != nil && state.openPipes == 0)
    }
    return holds(state.value)
  }

  /// Sends bytes to the child's standard input, or types them on its terminal.
  ///
  /// - Throws: ``GLibError`` when the child has closed its end.
  package func write(_ bytes: [UInt8]) throws(GLibError) {
    try process.writeInput(bytes, ending)
  }

  /// Ends the child's standard input.
  ///
  /// A terminal has no such end: type Ctrl-D (4) there.
  package func closeInput() {
    process.closeInput()
  }

  /// Sends the child a signal, such as `SIGSTOP`; nothing happens once it has ended.
  package func send(signal: Int32) {
    process.send(signal: signal)
  }

  /// Kills the child with `SIGKILL`.
  package func kill() {
    process.kill()
  }
}
