import CurlBridge
import GLibBridge
import TestSupport
import Testing

/// A program that has no descriptor left when it makes its first request.
@Suite struct CrowdedProcessTests {
  /// With one that is free libcurl makes its handle, but no way to be woken: it was never heard of again.
  @Test(arguments: 0...8)
  func theNextRequestIsAnsweredWhenThereIsRoomAgain(free: Int) async throws {
    let server = try LoopbackServer { _ in json(#"{"tasks":[]}"#) }
    let command = [try BuiltProducts.path("StreamProbe"), "crowded", server.baseURL, "\(free)"]
    let (child, exit) = try await OwnThread.run {
      let child = try ChildProcess(
        command,
        environment: Sanitizers.environment.merging(["PATH": "/usr/bin:/bin"]) { _, new in new })
      return (child, child.wait(seconds: 60))
    }
    #expect(exit == .code(0), "\(child.standardError)")
    #expect(child.standardOutput.hasSuffix("second 0\n"), "\(child.standardOutput)")
    if free == 0 { #expect(child.standardOutput.contains("Too many open files")) }
  }
}
