import CSystem
import Glibc

/// The terminal that the user sits at.
package enum Terminal {
  /// Whether `descriptor` is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal that standard error, else standard output, is; nil for none.
  package static var columns: Int? {
    for descriptor: Int32 in [2, 1] {
      let columns = figranium_terminal_columns(descriptor)
      if columns > 0 { return Int(columns) }
    }
    return nil
  }

  /// The width of the terminal that `descriptor` is; nil for none, or one that does not tell.
  package static func columns(of descriptor: Int32) -> Int? {
    let columns = figranium_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }

  /// Asks for one line on `/dev/tty`, shown as it is typed.
  ///
  /// - Parameter prompt: Written first, without a line break.
  /// - Returns: The line without its end, or nil when the input ended (Ctrl-D).
  /// - Throws: ``SystemError``: `ENXIO` when the process has no terminal, `EINTR` for Ctrl-C,
  ///   `EMSGSIZE` for more than 64 KiB.
  package static func readLine(prompt: String) throws(SystemError) -> String? {
    let terminal = try openTerminal()
    defer { _ = close(terminal) }
    return try JobControl.obeyed { () throws(SystemError) in
      try readLine(prompt, from: terminal)
    }
  }

  private static func readLine(_ prompt: String, from terminal: Int32) throws(SystemError)
    -> String?
  {
    try InputSession.run(signals: [SIGINT]) { (pipe) throws(SystemError) in
      try StandardStreams.write(prompt, to: terminal)
      var line: [UInt8] = []
      while true {
        if let signal = try pipe.waitForInput(on: terminal) {
          throw InputSession.Interrupted.by(signal)
        }
        guard let byte = try readByte(terminal) else {
          return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
        guard line.count <= 65_536 else {
          throw SystemError(errno: EMSGSIZE, operation: "read from", path: "/dev/tty")
        }
      }
    }
  }

  static func openTerminal() throws(SystemError) -> Int32 {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw SystemError(errno: errno, operation: "open", path: "/dev/tty")
    }
    return descriptor
  }

  /// One byte, or nil at the end.
  static func readByte(_ terminal: Int32) throws(SystemError) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(terminal, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno != EINTR {
        throw SystemError(errno: errno, operation: "read from", path: "/dev/tty")
      }
    }
  }
}
