import GLibBridge
import Glibc
import SystemBridge
import TestSupport
import Testing

/// Secrets from standard input, descriptors and files.
@Suite struct SecretInputTests {
  private func text(_ bytes: LockedBytes) -> String {
    bytes.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
  }

  @Test("a file is read whole, up to the limit, newline and all")
  func files() throws {
    let directory = try TemporaryDirectory()
    for content in ["", "key", "key\n", String(repeating: "x", count: 4096)] {
      let path = try directory.write(content, to: "key")
      #expect(text(try SecretInput.read(path: path, limit: 4096)) == content)
    }
    let path = try directory.write(String(repeating: "x", count: 4097), to: "long")
    #expect(throws: SystemError(errno: EMSGSIZE, operation: "read", path: path)) {
      _ = try SecretInput.read(path: path, limit: 4096)
    }
  }

  @Test("what is no file is refused with its path")
  func refused() throws {
    let directory = try TemporaryDirectory()
    let none = directory.file("none")
    let rows: [(path: String, error: String)] = [
      (none, "Cannot open \(none): No such file or directory."),
      (directory.path, "Cannot read \(directory.path): Is a directory."),
      ("/dev/zero", "Cannot read /dev/zero: Message too long."),
    ]
    for row in rows {
      let error = #expect(throws: SystemError.self) {
        _ = try SecretInput.read(path: row.path, limit: 4096)
      }
      #expect(error?.description == row.error)
    }
    #expect(throws: SystemError(errno: EBADF, operation: "read from descriptor 9999")) {
      _ = try SecretInput.read(fileDescriptor: 9999, limit: 16)
    }
  }

  @Test("standard input, another descriptor, a FIFO")
  func pipes() throws {
    let child = try Probe.start("secret-descriptor", "0", input: .bytes(Array("piped\n".utf8)))
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput == "ready\nread <piped\n>\n")

    let other = try Probe.shell("echo other | \"$P\" secret-descriptor 5 5<&0 </dev/null")
    #expect(other.wait(seconds: Probe.seconds) == .code(0))
    #expect(other.standardOutput == "ready\nread <other\n>\n")

    let directory = try TemporaryDirectory()
    let fifo = directory.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let reader = try Probe.start("secret-path", fifo)
    #expect(reader.waitFor("ready\n"))
    let writer = try Probe.shell("printf %s from-fifo >'\(fifo)'")
    #expect(writer.wait(seconds: Probe.seconds) == .code(0))
    #expect(reader.wait(seconds: Probe.seconds) == .code(0))
    #expect(reader.standardOutput == "ready\nread <from-fifo>\n")
  }

  @Test("endless input ends at the limit")
  func endless() throws {
    let child = try Probe.shell("yes | \"$P\" secret-descriptor 0 4096")
    #expect(child.wait(seconds: Probe.seconds) == .code(1))
    #expect(
      child.standardOutput
        == "ready\nerrno 90: Cannot read from standard input: Message too long.\n")
  }

  @Test("Ctrl-C ends a wait for input that never comes, and InterruptSignals hears it too")
  func interrupted() throws {
    let child = try Probe.start("secret-descriptor", "0", input: .pipe)
    #expect(child.waitFor("ready\n"))
    // `ready` comes before the signal is caught: until then it simply kills.
    child.send(signal: SIGINT)
    let exit = child.wait(seconds: Probe.seconds)
    #expect(exit == .code(130) || exit == .signal(SIGINT))

    let listening = try Probe.start("secret-interrupts", input: .pipe)
    #expect(listening.waitFor("ready\n"))
    listening.send(signal: SIGINT)
    // Whether it comes before or during the read, it ends it.
    #expect(listening.wait(seconds: Probe.seconds) == .code(0))
    #expect(listening.standardOutput == "ready\nerrno 4\nsignal 2\n")
  }
}
