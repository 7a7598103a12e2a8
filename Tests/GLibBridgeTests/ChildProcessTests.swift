import GLibBridge
import Glibc
import TestSupport
import Testing

/// Child processes: `/bin/sh` and its like.
@Suite struct ChildProcessTests {
  private let environment = ["PATH": "/usr/bin:/bin"]

  @Test("output, error, exit code and environment")
  func basics() throws {
    let child = try ChildProcess(
      ["sh", "-c", "cat; echo \"$A\" >&2; env | wc -l >&2; exit 7"],
      environment: ["PATH": "/usr/bin:/bin", "A": "b c"], input: .bytes(Array("in".utf8)))
    #expect(child.wait(seconds: 30) == .code(7))
    #expect(child.standardOutput == "in")
    #expect(child.standardError.hasPrefix("b c\n"))
  }

  @Test("megabytes in both directions do not stand still")
  func large() throws {
    let input = [UInt8](repeating: 97, count: 3_000_000)
    let child = try ChildProcess(
      ["sh", "-c", "tee /dev/stderr"], environment: environment, input: .bytes(input))
    #expect(child.wait(seconds: 60) == .code(0))
    #expect(child.standardOutputBytes == input)
    #expect(child.standardError.utf8.count == input.count)
  }

  @Test("a wait has a limit; kill ends the child")
  func limitAndKill() throws {
    let child = try ChildProcess(["sleep", "600"], environment: environment)
    #expect(child.wait(seconds: 0.05) == nil)
    child.kill()
    #expect(child.wait(seconds: 30) == .signal(SIGKILL))
  }

  @Test("signals reach the child, and a pipe feeds it as it goes")
  func signalsAndPipe() throws {
    let child = try ChildProcess(
      [
        "sh", "-c",
        """
        trap 'kill $!; echo got; exit 3' TERM
        echo ready; read line; echo "$line"
        sleep 600 >/dev/null 2>&1 & wait
        """,
      ],
      environment: environment, input: .pipe)
    #expect(child.waitForOutput(seconds: 30) { output, _ in output == "ready\n" })
    try child.write(Array("hello\n".utf8))
    #expect(child.waitForOutput(seconds: 30) { output, _ in output == "ready\nhello\n" })
    child.send(signal: SIGSTOP)
    child.send(signal: SIGCONT)
    child.send(signal: SIGTERM)
    #expect(child.wait(seconds: 30) == .code(3))
    #expect(child.standardOutput == "ready\nhello\ngot\n")
    child.send(signal: SIGTERM)
  }

  @Test("a terminal is the child's own, with /dev/tty, a size and Ctrl-C")
  func terminal() throws {
    let child = try ChildProcess(
      ["sh", "-c", "stty size; read line </dev/tty; echo \"got $line\"; read line </dev/tty"],
      environment: environment, input: .terminal)
    #expect(child.waitForOutput(seconds: 30) { output, _ in output == "24 80\r\n" })
    try child.write(Array("abc\n".utf8))
    #expect(child.waitForOutput(seconds: 30) { output, _ in output.hasSuffix("got abc\r\n") })
    try child.write([3])
    #expect(child.wait(seconds: 30) == .signal(SIGINT))
  }

  @Test("a program that is not there is an error that names it")
  func notThere() {
    let error = #expect(throws: GLibError.self) {
      _ = try ChildProcess(["/nonexistent/program"], environment: environment)
    }
    #expect(error?.message.contains("/nonexistent/program") == true)
  }

  @Test("the working directory is the one asked for")
  func directory() throws {
    let child = try ChildProcess(["pwd"], environment: environment, directory: "/usr")
    #expect(child.wait(seconds: 30) == .code(0))
    #expect(child.standardOutput == "/usr\n")
  }

  @Test("dropping the object kills the child")
  func dropped() throws {
    let reader = try ChildProcess(["sleep", "600"], environment: environment)
    let child: pid_t
    do {
      let dropped = try ChildProcess(["sleep", "600"], environment: environment)
      child = dropped.processID
      #expect(Glibc.kill(child, 0) == 0)
    }
    // Gone, or dead and about to be collected: in neither case is there a command line.
    let gone = reader.waitUntil(seconds: 30) {
      ((try? FileFacts.text("/proc/\(child)/cmdline")) ?? "").isEmpty
    }
    #expect(gone)
  }
}

extension ChildProcess {
  /// Looks at `condition` again and again, at most every 10 ms, until it holds.
  fileprivate func waitUntil(seconds: Double, _ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      if ContinuousClock.now > end { return false }
      _ = wait(seconds: 0.01)
    }
    return true
  }
}
