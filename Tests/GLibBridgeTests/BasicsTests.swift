import GLibBridge
import TestSupport
import Testing

/// The small parts: errors, checksums, directories, the monitor.
@Suite struct BasicsTests {
  @Test(
    "SHA-256 of the examples of FIPS 180-2",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func sha256(text: String, digest: String) {
    let bytes = Array(text.utf8)
    #expect(Checksum.sha256Hex(bytes.span) == digest)
  }

  @Test("a cancellation stays cancelled")
  func cancellation() {
    let cancellation = Cancellation()
    #expect(!cancellation.isCancelled)
    cancellation.cancel()
    cancellation.cancel()
    #expect(cancellation.isCancelled)
  }

  @Test("a monitor wakes who waits, and its wait has an end")
  func monitor() throws {
    let monitor = Monitor(0)
    #expect(!monitor.wait(seconds: 0.01) { $0 == 1 })
    let thread = try BridgeThread(name: "test") {
      for _ in 0..<1000 { monitor.withLock { $0 += 1 } }
    }
    #expect(monitor.wait(seconds: 30) { $0 == 1000 })
    thread.join()
    #expect(monitor.value == 1000)
  }

  @Test("directories are made with mode 0700, and a file in the way is an error with the path")
  func directories() throws {
    let directory = try TemporaryDirectory()
    try XDGDirectories.create(directory.file("a/b"))
    #expect(FileFacts.mode(directory.file("a")) == 0o700)
    #expect(FileFacts.mode(directory.file("a/b")) == 0o700)
    let file = try directory.write("", to: "file")
    let error = #expect(throws: GLibError.self) { try XDGDirectories.create("\(file)/x") }
    #expect(error?.message == "Cannot create the directory \(file)/x: Not a directory.")
  }
}
