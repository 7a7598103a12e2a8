import CGLib

/// The owner of one `GSubprocess` and of its streams.
@safe final class Subprocess: Sendable {
  let processID: Int32

  // `GSubprocess` may be used from several threads; each stream is used by one thread at a time.
  private nonisolated(unsafe) let pointer: OpaquePointer
  private nonisolated(unsafe) let input: UnsafeMutablePointer<GOutputStream>?
  private nonisolated(unsafe) let output: UnsafeMutablePointer<GInputStream>?
  private nonisolated(unsafe) let errors: UnsafeMutablePointer<GInputStream>?

  init(
    _ arguments: [String], environment: [String: String]?, directory: String?, hasTerminal: Bool
  ) throws(GLibError) {
    let flags =
      hasTerminal
      ? G_SUBPROCESS_FLAGS_NONE.rawValue
      : G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue
        | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue
    let launcher = unsafe g_subprocess_launcher_new(GSubprocessFlags(flags))
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(launcher)) }
    if let environment {
      let list = unsafe StringVector.make(environment.map { "\($0.key)=\($0.value)" })
      unsafe g_subprocess_launcher_set_environ(launcher, list)
      unsafe g_strfreev(list)
    }
    if let directory { unsafe g_subprocess_launcher_set_cwd(launcher, directory) }
    unsafe figranium_launcher_prepare(launcher, hasTerminal ? 1 : 0)
    let master = hasTerminal ? try unsafe Self.giveTerminal(to: launcher) : -1

    let vector = unsafe StringVector.make(arguments)
    defer { unsafe g_strfreev(vector) }
    var error: UnsafeMutablePointer<GError>?
    let started = unsafe vector.flatMap { vector in
      unsafe vector.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: arguments.count + 1)
      { unsafe g_subprocess_launcher_spawnv(launcher, $0, &error) }
    }
    guard let started = unsafe started else {
      if master >= 0 { _ = close(master) }
      if let error = unsafe error { throw unsafe GLibError(consuming: error) }
      throw GLibError(domain: "g-exec-error-quark", code: 0, message: "Nothing was started.")
    }
    unsafe pointer = started
    if hasTerminal {
      unsafe output = g_unix_input_stream_new(master, 1)
      unsafe input = g_unix_output_stream_new(master, 0)
      unsafe errors = nil
    } else {
      unsafe output = unsafe g_subprocess_get_stdout_pipe(started).map { unsafe Self.kept($0) }
      unsafe errors = unsafe g_subprocess_get_stderr_pipe(started).map { unsafe Self.kept($0) }
      unsafe input = unsafe g_subprocess_get_stdin_pipe(started).map { unsafe Self.kept($0) }
    }
    let text = unsafe g_subprocess_get_identifier(started).map { unsafe String(cString: $0) }
    processID = text.flatMap { Int32($0) } ?? 0
  }

  deinit {
    if let input = unsafe input { unsafe g_object_unref(input) }
    if let output = unsafe output { unsafe g_object_unref(output) }
    if let errors = unsafe errors { unsafe g_object_unref(errors) }
    unsafe g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  /// Adds the reference that `deinit` gives back.
  private static func kept<Object>(
    _ object: UnsafeMutablePointer<Object>
  ) -> UnsafeMutablePointer<Object> {
    unsafe g_object_ref(object)
    return unsafe object
  }

  /// Makes a pseudo-terminal the child's standard streams.
  ///
  /// - Returns: The master side, which the caller owns.
  private static func giveTerminal(to launcher: OpaquePointer?) throws(GLibError) -> Int32 {
    var master: Int32 = -1
    var slave: Int32 = -1
    let code = unsafe figranium_open_terminal(&master, &slave)
    guard code == 0 else {
      throw GLibError(
        domain: "g-unix-error-quark", code: code,
        message: "Cannot open a pseudo-terminal: \(SystemErrno.text(code)).")
    }
    // The launcher takes over each descriptor it is given.
    unsafe g_subprocess_launcher_take_stdin_fd(launcher, figranium_duplicate(slave))
    unsafe g_subprocess_launcher_take_stdout_fd(launcher, figranium_duplicate(slave))
    unsafe g_subprocess_launcher_take_stderr_fd(launcher, slave)
    return master
  }

  /// Reads standard output to its end.
  func readOutput(_ ending: Cancellation, _ sink: ([UInt8]) -> Void) {
    unsafe read(output, ending, sink)
  }

  /// Reads standard error to its end.
  func readErrors(_ ending: Cancellation, _ sink: ([UInt8]) -> Void) {
    unsafe read(errors, ending, sink)
  }

  private func read(
    _ stream: UnsafeMutablePointer<GInputStream>?, _ ending: Cancellation,
    _ sink: ([UInt8]) -> Void
  ) {
    guard let stream = unsafe stream else { return }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe g_input_stream_read(
          stream, buffer.baseAddress, UInt(buffer.count), ending.handle, nil)
      }
      // A terminal whose last user is gone gives EIO: its kind of end.
      if count <= 0 { return }
      sink(Array(buffer.prefix(count)))
    }
  }

  /// Writes all of `bytes` to standard input.
  func writeInput(_ bytes: [UInt8], _ ending: Cancellation) throws(GLibError) {
    guard let input = unsafe input else { return }
    _ = try unsafe throwingGLibError { error in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe g_output_stream_write_all(
          input, bytes.baseAddress, UInt(bytes.count), nil, ending.handle, error)
      }
    }
  }

  func closeInput() {
    if let input = unsafe input { unsafe g_output_stream_close(input, nil, nil) }
  }

  func waitForExit() -> ChildProcess.Exit {
    // Without a cancellable this cannot fail.
    unsafe g_subprocess_wait(pointer, nil, nil)
    if unsafe g_subprocess_get_if_exited(pointer) != 0 {
      return .code(unsafe g_subprocess_get_exit_status(pointer))
    }
    return .signal(unsafe g_subprocess_get_term_sig(pointer))
  }

  func send(signal: Int32) {
    unsafe g_subprocess_send_signal(pointer, signal)
  }

  func kill() {
    unsafe g_subprocess_force_exit(pointer)
  }
}
