import DemoServer
import FoundationEssentials
import GLibBridge
import SystemBridge
import TestSupport
import Testing

/// Descriptors, threads and memory over many operations, in a process of its own.
///
/// GLib counts its objects in builds for debugging only; an object, or a curl handle, that is not
/// given back shows in the heap: some thousands of the smallest are as much as what grows in steps.
@Suite(.disabled(if: Sanitizers.isOn, "a sanitizer has a heap of its own"))
struct StoreLeakTests {
  /// `FIGRANIUM_OPERATIONS`; else 2,000 of each kind where there is time, or 500.
  ///
  /// A connection of its own costs both sides a key exchange: fewer of those.
  private static func rounds(of kind: String) -> Int {
    if let wanted = SystemEnvironment.value("FIGRANIUM_OPERATIONS").flatMap({ Int($0) }) {
      return wanted
    }
    return LongTests.areOn && kind != "connect" ? 2_000 : 500
  }

  private struct Growth {
    var descriptors: Int
    var threads: Int
    var heap: Int

    init(_ line: String) throws {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) }
      func growth(_ name: String) throws -> Int {
        let at = try #require(words.firstIndex(of: name), "\(line)")
        let numbers = words[(at + 1)...].prefix(2).compactMap { Int($0) }
        try #require(numbers.count == 2, "\(line)")
        return numbers[1] - numbers[0]
      }
      descriptors = try growth("descriptors")
      threads = try growth("threads")
      heap = try growth("heap")
    }
  }

  private static func run(_ kind: String, _ environment: [String: String]) async throws -> Growth {
    let server = try DemoServer(DemoServerConfiguration(dialect: .v019, apiKey: "made-up"))
    server.configure { $0.recordsRequests = false }
    let probe = FigctlProcess(environment: environment)
    let child = try await FigctlProcess.offThread {
      try ChildProcess(
        [try BuiltProducts.path("StoreProbe"), kind, "\(rounds(of: kind))", server.baseURL],
        environment: probe.environment)
    }
    let ended = try await FigctlProcess.end(of: child, seconds: 900)
    #expect(ended.code == 0, "\(kind): \(ended.errors)")
    return try Growth(ended.output)
  }

  @Test(arguments: [
    "lookUp", "lookUpBlocking", "store", "list", "diagnose", "connect", "remove", "cancel",
    "nowhere", "request", "client", "refused",
  ])
  func nothingGrows(kind: String) async throws {
    let bus = try await PrivateBus()
    let growth = try await Self.run(kind, bus.environment)
    // A thread of GLib's own, with its descriptor, may come late; one a round would be 500.
    #expect(growth.descriptors <= 2, "\(kind)")
    #expect(growth.threads <= 2, "\(kind)")
    // Tables that grow in steps; and less than the smallest object for each round.
    #expect(
      growth.heap < 300_000 + Self.rounds(of: kind) * 16,
      "\(kind): \(growth.heap) bytes")
  }

  /// The counters count.
  @Test func aLeakIsSeen() async throws {
    let growth = try await Self.run("leak", ["PATH": "/usr/bin:/bin"])
    #expect(growth.descriptors >= Self.rounds(of: "leak") / 50)
    #expect(growth.heap > Self.rounds(of: "leak") * 500)
  }
}
