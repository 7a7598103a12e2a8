import GLibBridge
import SystemBridge
import TestSupport
import Testing

/// Bytes in locked memory: what they hold, where they lie, and that they go away.
@Suite struct LockedBytesTests {
  private func bytes(_ text: String) -> LockedBytes {
    LockedBytes(copying: Array(text.utf8).span)
  }

  private func copy(_ bytes: LockedBytes) -> [UInt8] {
    bytes.withSpan { span in span.indices.map { span[$0] } }
  }

  @Test(
    "the content is what was put in, at any length", arguments: [0, 1, 4095, 4096, 4097, 20_000])
  func content(count: Int) {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let locked = LockedBytes(copying: content.span)
    #expect(locked.count == count)
    #expect(copy(locked) == content)
  }

  @Test("equal means the same bytes")
  func equality() {
    #expect(bytes("abc").isEqual(to: bytes("abc")))
    #expect(bytes("").isEqual(to: bytes("")))
    #expect(!bytes("abc").isEqual(to: bytes("abd")))
    #expect(!bytes("abc").isEqual(to: bytes("Abc")))
    #expect(!bytes("abc").isEqual(to: bytes("ab")))
  }

  @Test("what the filling throws comes out")
  func fillThrows() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      _ = try LockedBytes(capacity: 8) { (output: inout OutputSpan<UInt8>) throws(Refused) in
        output.append(1)
        throw Refused()
      }
    }
  }

  @Test(
    "the pages are locked, left out of dumps and wiped in a forked child",
    .disabled(if: Sanitizers.isOn, "mlock does nothing under a sanitizer"))
  func mappingFlags() throws {
    let locked = bytes("a made-up key")
    try #require(locked.isLocked, "RLIMIT_MEMLOCK leaves no room here")
    let address = locked.withSpan { span in
      unsafe span.withUnsafeBytes { bytes in UInt(bitPattern: bytes.baseAddress) }
    }
    let smaps = try FileFacts.text("/proc/self/smaps")
    var inMapping = false
    var flags: [Substring] = []
    for line in smaps.split(separator: "\n") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      if ends.count == 2 { inMapping = ends[0] <= address && address < ends[1] }
      if inMapping, line.hasPrefix("VmFlags:") { flags = line.split(separator: " ") }
    }
    for flag in ["lo", "dd", "wf"] { #expect(flags.contains(flag[...]), "\(flag) in \(flags)") }
    withExtendedLifetime(locked) {}
  }

  @Test(
    "a secret is in memory once while it is held, and not at all after",
    .disabled(if: Sanitizers.isOn, "a sanitizer keeps memory that was freed"))
  func wiped() throws {
    let child = try Probe.start("memory")
    #expect(child.wait(seconds: Probe.seconds) == .code(0))
    #expect(child.standardOutput == "held 1\nreleased 0\n")
  }

  @Test("random bytes differ, and come in the number asked for")
  func random() throws {
    let first = try SystemRandom.bytes(32)
    #expect(first.count == 32)
    #expect(try SystemRandom.bytes(32) != first)
    #expect(try SystemRandom.bytes(0) == [])
    let locked = try SystemRandom.lockedBytes(5000)
    #expect(locked.count == 5000)
    #expect(Set(copy(locked)).count > 200)
  }
}
