import CurlBridge
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What a stream costs, seen from outside: a child process listens.
@Suite("What streams need", .serialized) struct StreamMemoryTests {
  private static let event = Array(("data: " + String(repeating: "x", count: 65_536) + "\n\n").utf8)

  /// What the child says, by the word before it.
  private func probe(
    _ mode: String, _ server: LoopbackServer, _ amount: String
  ) async throws -> [String: Int] {
    let command = [try BuiltProducts.path("StreamProbe"), mode, server.baseURL, amount]
    // Not on one of Swift's own threads, which the other tests need.
    let (child, exit) = try await OwnThread.run {
      let child = try ChildProcess(
        command,
        environment: Sanitizers.environment.merging(["PATH": "/usr/bin:/bin"]) { _, new in new })
      return (child, child.wait(seconds: 300))
    }
    #expect(exit == .code(0), "\(child.standardError)")
    var said: [String: Int] = [:]
    for line in child.standardOutput.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { said[String(words[0])] = Int(words[1]) }
    }
    return said
  }

  private func floods() throws -> LoopbackServer {
    try LoopbackServer { _ in .scripted([Served.head, .sendForever(Self.event)]) }
  }

  @Test("500 MB of events to a listener that sleeps leave the memory as it was")
  func slowListener() async throws {
    let server = try floods()
    let amount = 500_000_000
    let said = try await probe("events", server, "\(amount)")
    #expect(try #require(said["bytes"]) >= amount)
    // It was let go of as soon as it had enough.
    #expect(server.waitForClientDisconnects(1, seconds: 20))
    guard !Sanitizers.isOn else { return }
    let growth = try #require(said["end"]) - #require(said["start"])
    #expect(growth < 16 << 10, "KiB more at the peak")
  }

  @Test("A listener that keeps what it hears is seen to grow", .disabled(if: Sanitizers.isOn))
  func hoard() async throws {
    let said = try await probe("hoard", floods(), "64000000")
    let growth = try #require(said["end"]) - #require(said["start"])
    #expect(growth > 50 << 10)
  }

  @Test("A file of 300 MB is downloaded in the memory that a small one needs")
  func download() async throws {
    let count = 300 << 20
    let block = [UInt8](repeating: 7, count: 1 << 20)
    let server = try LoopbackServer { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(count)\r\n\r\n"
      return .scripted([raw(head)] + Array(repeating: .send(block), count: count >> 20))
    }
    let directory = try TemporaryDirectory()
    let said = try await probe("download", server, directory.file("x"))
    #expect(said["bytes"] == count)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("x"))
    #expect(attributes[.size] as? UInt64 == UInt64(count))
    guard !Sanitizers.isOn else { return }
    let growth = try #require(said["end"]) - #require(said["start"])
    // What the first request needs, libcurl and its libraries, is among it.
    #expect(growth < 48 << 10, "KiB more at the peak")
  }

  @Test("Streams that are dropped or cancelled leave no descriptor open")
  func descriptors() async throws {
    let server = try LoopbackServer { request in
      request.path == "/api/tasks/list"
        ? json(#"{"tasks":[]}"#) : .scripted([Served.head, raw("data: x\n\n"), .hang])
    }
    let said = try await probe("descriptors", server, "40")
    let start = try #require(said["start"])
    // The first of them takes over the connection of the request before.
    #expect(try #require(said["held"]) == start + 39)
    #expect(said["end"] == start)
  }
}
