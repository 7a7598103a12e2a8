import GLibBridge
import Glibc
import SystemBridge
import TestSupport
import Testing

/// Signals, locks, output, hardening: each in a process of its own.
@Suite struct ProcessTests {
  @Test("SIGINT and SIGTERM are awaited, in their order, and do not kill")
  func interrupts() throws {
    let child = try Probe.start("interrupts")
    #expect(child.waitFor("ready\n"))
    child.send(signal: SIGTERM)
    #expect(child.waitFor("signal 15, first 15\n"))
    child.send(signal: SIGINT)
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput == "ready\nsignal 15, first 15\nsignal 2, first 15\n")
  }

  @Test("a cancelled wait gives nil; once the object is gone, SIGINT kills again")
  func interruptsGone() throws {
    let child = try Probe.start("interrupts-gone")
    #expect(child.waitFor("ready\n"))
    child.send(signal: SIGINT)
    #expect(child.wait(seconds: Probe.seconds) == .signal(SIGINT))
    #expect(child.standardOutput == "cancelled nil\nready\n")
  }

  @Test("a signal that is ignored from the start stays ignored")
  func ignored() throws {
    let child = try Probe.shell("trap '' INT; exec \"$P\" interrupts")
    #expect(child.waitFor("ready\n"))
    child.send(signal: SIGINT)
    child.send(signal: SIGTERM)
    #expect(child.waitFor("signal 15, first 15\n"))
    child.kill()
    #expect(child.wait(seconds: Probe.seconds) == .signal(SIGKILL))
  }

  @Test("a lock excludes other processes, and ends with its holder")
  func lock() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("lock")
    let first = try Probe.start("lock", path, input: .pipe)
    #expect(first.waitFor("held\n"))
    let second = try Probe.start("lock", path)
    #expect(second.wait(seconds: Probe.seconds) == .code(0))
    #expect(second.standardOutput == "busy\n")
    #expect(try FileLock(path: path) == nil)
    first.kill()
    #expect(first.wait(seconds: Probe.seconds) == .signal(SIGKILL))
    let mine = try FileLock(path: path)
    #expect(mine != nil)
    #expect(try FileLock(path: path) == nil)
    mine?.release()
    #expect(try FileLock(path: path) != nil)
    #expect(FileFacts.mode(path) == 0o600)
  }

  @Test("a lock file that cannot be opened, or is a link, is an error with the path")
  func lockRefused() throws {
    let directory = try TemporaryDirectory()
    let missing = directory.file("none/lock")
    #expect(throws: SystemError(errno: ENOENT, operation: "open the lock file", path: missing)) {
      _ = try FileLock(path: missing)
    }
    let link = directory.file("link")
    #expect(unsafe symlink("target", link) == 0)
    #expect(throws: SystemError(errno: ELOOP, operation: "open the lock file", path: link)) {
      _ = try FileLock(path: link)
    }
  }

  @Test("a reader that leaves is an error value and not the end of the process")
  func brokenPipe() throws {
    let child = try Probe.shell("{ \"$P\" flood; echo \"code $?\" >&2; } | head -c 10")
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput == "xxxxxxxxxx")
    #expect(
      child.standardError == "errno 32: Cannot write to standard output: Broken pipe.\ncode 0\n")
  }

  @Test("a full disk is an error")
  func fullDisk() throws {
    let child = try Probe.shell("\"$P\" flood >/dev/full")
    #expect(child.wait(seconds: Probe.seconds) == .code(1))
    #expect(
      child.standardError
        == "errno 28: Cannot write to standard output: No space left on device.\n")
  }

  @Test("hardening forbids dumps and core files")
  func hardening() throws {
    let child = try Probe.start("harden")
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    // The address sanitizer's malloc has no M_PERTURB, so there not all takes hold.
    let lines = child.standardOutput.split(separator: "\n")
    if !Sanitizers.isOn { #expect(lines.first == "true") }
    #expect(lines.dropFirst().first == "dumpable false")
    let core = lines.first { $0.contains("core file size") }
    #expect(core?.split(separator: " ") == ["Max", "core", "file", "size", "0", "0", "bytes"])
  }

  @Test("a variable for this process alone is not for children, and none of the user's is changed")
  func privateVariable() {
    SystemEnvironment.setPrivately("FIGRANIUM_TEST_PRIVATE", to: "1")
    #expect(SystemEnvironment.value("FIGRANIUM_TEST_PRIVATE") == "1")
    #expect(SystemEnvironment.all["FIGRANIUM_TEST_PRIVATE"] == nil)
    let path = SystemEnvironment.value("PATH")
    SystemEnvironment.setPrivately("PATH", to: "/nowhere")
    #expect(SystemEnvironment.value("PATH") == path)
    #expect(SystemEnvironment.all["PATH"] == path)
  }

  @Test("the environment is read as it is")
  func environment() throws {
    #expect(SystemEnvironment.value("FIGRANIUM_TEST_NOT_SET") == nil)
    #expect(SystemEnvironment.value("PATH") == SystemEnvironment.all["PATH"])
  }
}
