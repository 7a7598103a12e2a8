import GLibBridge
import Glibc
import SystemBridge
import TestSupport
import Testing

/// Prompts, on a real pseudo-terminal.
///
/// A shell runs the helper and tells the terminal's modes before and after, so that a lost echo
/// cannot hide.
@Suite struct TerminalTests {
  /// Starts the helper under a shell that prints `before …`, then `code …` and `after …`.
  private func session(_ command: String) throws -> ChildProcess {
    try Probe.shell(
      """
      trap : INT
      echo "before $(stty -g)"
      "$P" \(command) 'Key: ' 16
      echo "code $?"
      echo "after $(stty -g)"
      """, input: .terminal)
  }

  private func modes(_ label: String, in output: String) -> Substring? {
    output.split(separator: "\r\n").first { $0.hasPrefix(label) }?.dropFirst(label.count)
  }

  private func expectModesKept(_ child: ChildProcess) {
    let output = child.standardOutput
    let before = modes("before ", in: output)
    #expect(before != nil)
    #expect(before == modes("after ", in: output))
  }

  @Test(
    "what is typed is read and not shown; Backspace and Ctrl-U work",
    arguments: [
      ("typed-key\r", "typed-key"), ("line\n", "line"), ("ab\u{7F}c\r", "ac"),
      ("wrong\u{15}right\r", "right"), ("aü\u{7F}\u{8}b\r", "b"), ("\u{7F}\r", ""), ("\u{4}", ""),
      ("sixteen-bytes-ok\r", "sixteen-bytes-ok"),
    ])
  func hidden(typed: String, read: String) throws {
    let child = try session("hidden")
    #expect(child.waitFor("Key: "))
    try child.write(Array(typed.utf8))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    let output = child.standardOutput
    #expect(output.contains("Key: \r\nread <\(read)>\r\ncode 0\r\n"), "\(output)")
    expectModesKept(child)
  }

  @Test("one byte too many is an error")
  func tooLong() throws {
    let child = try session("hidden")
    #expect(child.waitFor("Key: "))
    try child.write(Array("seventeen-bytes-x\r".utf8))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(
      child.standardOutput.contains(
        "errno 90: Cannot read from /dev/tty: Message too long.\r\ncode 1\r\n"))
    expectModesKept(child)
  }

  @Test("Ctrl-C ends the prompt as an interruption, with the terminal as it was")
  func controlC() throws {
    let child = try session("hidden")
    #expect(child.waitFor("Key: "))
    try child.write(Array("half".utf8) + [3])
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("Key: \r\nerrno 4: Interrupted.\r\ncode 130\r\n"))
    #expect(!child.standardOutput.contains("half"))
    expectModesKept(child)
  }

  @Test(
    "a signal from outside ends the prompt, with the terminal as it was",
    arguments: [(SIGINT, "130"), (SIGTERM, "143"), (SIGHUP, "129"), (SIGQUIT, "131")])
  func signal(signal: Int32, code: String) throws {
    // `exec` gives the helper the process id that we know; the outer shell looks at the modes.
    let child = try Probe.shell(
      """
      echo "before $(stty -g)"
      sh -c 'echo "pid $$"; exec "$P" hidden "Key: " 16'
      echo "code $?"
      echo "after $(stty -g)"
      """, input: .terminal)
    #expect(child.waitFor("Key: "))
    let pid = modes("pid ", in: child.standardOutput).flatMap { pid_t($0) }
    #expect(Glibc.kill(try #require(pid), signal) == 0)
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("code \(code)\r\n"), "\(child.standardOutput)")
    expectModesKept(child)
  }

  /// The helper, stopped by Ctrl-Z after `one-`, and in the foreground again.
  private func stopped(_ command: String) throws -> ChildProcess {
    // A shell with job control, as the user's is; it becomes the terminal's foreground again when
    // the helper stops.
    let child = try Probe.shell(
      """
      set -m
      trap : INT
      echo "before $(stty -g)"
      "$P" \(command) 'Key: ' 16
      echo "stopped $?"
      echo "after $(stty -g)"
      fg >/dev/null
      echo "code $?"
      """, input: .terminal)
    #expect(child.waitFor("Key: "))
    try child.write(Array("one-".utf8) + [26])
    #expect(
      child.waitForOutput(seconds: Probe.seconds) { output, _ in
        output.contains("stopped 148") && output.components(of: "Key: ") == 2
      })
    return child
  }

  @Test("Ctrl-Z stops with the terminal as it was; after fg the prompt goes on")
  func controlZ() throws {
    let child = try stopped("hidden")
    try child.write(Array("two\r".utf8))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("read <one-two>\r\ncode 0\r\n"))
    expectModesKept(child)
  }

  private func twice() throws -> ChildProcess {
    let child = try session("hidden-twice")
    #expect(child.waitFor("Key: "))
    return child
  }

  @Test("between two hidden prompts nothing is shown, and Ctrl-\\ and Ctrl-Z do nothing")
  func betweenTwo() throws {
    let child = try twice()
    try child.write(Array("one\r".utf8))
    #expect(child.waitFor("between"))
    try child.write(Array("early".utf8) + [28, 26, 10])
    #expect(
      child.waitForOutput(seconds: Probe.seconds) { output, _ in
        output.components(of: "Key: ") == 2
      })
    try child.write(Array("two\r".utf8))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    let output = child.standardOutput
    #expect(output.contains("read <one>\r\nbetween\r\n7 bytes\r\n"), "\(output)")
    #expect(output.contains("read <two>\r\ncode 0\r\n"), "\(output)")
    #expect(!output.contains("early"))
    expectModesKept(child)
  }

  @Test("Ctrl-\\ at the second prompt ends the program with the terminal as it was")
  func quitAtSecond() throws {
    let child = try twice()
    try child.write([28])
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("code 131\r\n"), "\(child.standardOutput)")
    expectModesKept(child)
  }

  @Test("Ctrl-Z at a prompt within: after fg nothing is shown between the prompts")
  func stopWithin() throws {
    let child = try stopped("hidden-twice")
    try child.write(Array("two\r".utf8))
    #expect(child.waitFor("between"))
    try child.write(Array("early".utf8) + [3])
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("read <one-two>\r\nbetween\r\n"))
    #expect(!child.standardOutput.contains("early"))
    expectModesKept(child)
  }

  @Test("in the background a prompt leaves the terminal alone, and waits")
  func background() throws {
    let child = try Probe.shell(
      """
      set -m
      echo "before $(stty -g)"
      "$P" hidden 'Key: ' 16 &
      until grep -q ') T ' /proc/$!/stat; do :; done
      echo "after $(stty -g)"
      fg >/dev/null
      echo "code $?"
      """, input: .terminal)
    #expect(child.waitFor("after "))
    expectModesKept(child)
    #expect(child.waitFor("Key: "))
    try child.write(Array("typed\r".utf8))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("read <typed>\r\ncode 0\r\n"), "\(child.standardOutput)")
  }

  @Test("with InterruptSignals alive, Ctrl-C ends the prompt and is heard there too")
  func controlCWithInterrupts() throws {
    let child = try session("hidden-interrupts")
    #expect(child.waitFor("Key: "))
    try child.write([3])
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("errno 4\r\nsignal 2\r\ncode 0\r\n"))
    expectModesKept(child)
  }

  @Test(
    "exit in another thread leaves the terminal as it was",
    arguments: ["hidden-exit", "hidden-exit-now"])
  func exitDuringPrompt(command: String) throws {
    let child = try Probe.shell(
      """
      echo "before $(stty -g)"
      sh -c 'echo "pid $$"; exec "$P" \(command) "Key: " 16'
      echo "code $?"
      echo "after $(stty -g)"
      """, input: .terminal)
    #expect(child.waitFor("Key: "))
    let pid = modes("pid ", in: child.standardOutput).flatMap { pid_t($0) }
    #expect(Glibc.kill(try #require(pid), SIGUSR1) == 0)
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput.contains("code 3\r\n"), "\(child.standardOutput)")
    expectModesKept(child)
  }

  @Test("a visible line is read without its end; Ctrl-D is the end, Ctrl-C an interruption")
  func line() throws {
    for (typed, answer) in [
      ("a server\r", "read <a server>\r\ncode 0"), ("\u{4}", "read <end>\r\ncode 0"),
      ("x\u{3}", "errno 4: Interrupted.\r\ncode 130"),
    ] {
      let child = try session("line")
      #expect(child.waitFor("Key: "))
      try child.write(Array(typed.utf8))
      #expect(child.wait(seconds: Probe.seconds) == .code(0))
      #expect(child.standardOutput.contains(answer), "\(child.standardOutput)")
      expectModesKept(child)
    }
  }

  @Test("without a terminal the prompt is refused at once")
  func noTerminal() throws {
    let child = try ChildProcess(
      ["setsid", "--wait", try BuiltProducts.path("SystemProbe"), "hidden", "Key: ", "16"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(child.wait(seconds: Probe.seconds) == .code(1))
    #expect(
      child.standardOutput == "errno 6: Cannot open /dev/tty: No such device or address.\n")
  }
}

extension String {
  /// How often `part` stands in the text.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
