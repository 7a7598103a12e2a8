import GLibBridge

/// A program that has run to its end.
package struct FinishedProcess: Sendable {
  /// Its exit code, 128 and the signal's number when a signal ended it.
  package let code: Int32
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String

  /// Runs a program to its end, and waits away from Swift's pool.
  ///
  /// - Throws: When it cannot be started, or has not ended after two minutes; it is killed then.
  package static func run(
    _ arguments: [String], environment: [String: String], input: String = ""
  ) async throws -> FinishedProcess {
    try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try BridgeThread(name: "test-child") {
          continuation.resume(with: Result { try wait(arguments, environment, input) })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private static func wait(
    _ arguments: [String], _ environment: [String: String], _ input: String
  ) throws -> FinishedProcess {
    let process = try ChildProcess(
      arguments, environment: environment, input: .bytes(Array(input.utf8)))
    guard let exit = process.wait(seconds: 120) else {
      throw PrivateBus.Failure(description: "\(arguments[0]) does not end")
    }
    let code: Int32 =
      switch exit {
      case .code(let code): code
      case .signal(let signal): 128 + signal
      }
    return FinishedProcess(
      code: code, output: process.standardOutput, errors: process.standardError)
  }
}
