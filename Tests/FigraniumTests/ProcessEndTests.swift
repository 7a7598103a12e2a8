import CurlBridge
import GLibBridge
import TestSupport
import Testing

/// A program may end at any moment (`exit`), also while a thread of ours opens libcurl or talks to a server.
@Suite(.serialized) struct ProcessEndTests {
  /// The end of OpenSSL, which that brings about, once met a thread that was about to begin with it.
  @Test(arguments: [false, true])
  func nothingBreaksOnTheWayOut(hasServer: Bool) async throws {
    let server = try LoopbackServer { _ in json(#"{"tasks":[]}"#) }
    let address = hasServer ? server.baseURL : "http://127.0.0.1:1"
    let command = [try BuiltProducts.path("StreamProbe"), "end", address]
    let exits: [ChildProcess.Exit?] = try await OwnThread.run {
      try (0..<200).map { round in
        let child = try ChildProcess(
          command + ["\(round * 50)"],
          environment: Sanitizers.environment.merging(["PATH": "/usr/bin:/bin"]) { _, new in new })
        return child.wait(seconds: 60)
      }
    }
    #expect(exits.allSatisfy { $0 == ChildProcess.Exit.code(0) }, "\(exits)")
  }
}
