package import GLibBridge

extension ChildProcess {
  /// Waits, away from Swift's pool, until the child has written a line.
  ///
  /// - Returns: Whether it has; false after a minute, or when the child has ended without it.
  package func hasWritten(line: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try BridgeThread(name: "test-output") {
          let found = self.waitForOutput(seconds: 60) { output, _ in
            output.split(separator: "\n").contains { $0 == line }
          }
          continuation.resume(returning: found)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
