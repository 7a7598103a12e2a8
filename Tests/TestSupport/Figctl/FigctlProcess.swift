package import GLibBridge

/// The real `figctl`, run as a child process with an environment of the test's own.
package struct FigctlProcess {
  /// What came of it.
  package struct Outcome: Sendable {
    package var exit: ChildProcess.Exit?
    package var output: String
    package var errors: String

    /// The exit code; `nil` after a signal or when it did not end.
    package var code: Int32? { if case .code(let code)? = exit { code } else { nil } }
  }

  /// The binary, built beside the test bundle.
  package static let path: String = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ".build/debug/x.xctest"
    let folders = bundle.split(separator: "/", omittingEmptySubsequences: false)
    let end = folders.firstIndex { $0.hasSuffix(".xctest") } ?? folders.endIndex
    return (folders[..<end] + ["figctl"]).joined(separator: "/")
  }()

  /// The whole environment: of the test's own process only a sanitizer's options get through.
  package var environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  /// Starts `figctl`; the caller waits for its end.
  package func start(
    _ words: [String], input: ChildProcess.Input = .bytes([])
  ) throws -> ChildProcess {
    try ChildProcess([Self.path] + words, environment: environment, input: input)
  }

  /// Runs `figctl` to its end, for at most 30 seconds, away from Swift's own threads.
  package func run(_ words: [String], input: String = "") async throws -> Outcome {
    let child = try await Self.offThread { try start(words, input: .bytes(Array(input.utf8))) }
    return try await Self.end(of: child)
  }

  /// Waits for the end of a process that was started.
  package static func end(of child: ChildProcess, seconds: Double = 30) async throws -> Outcome {
    let exit = try await offThread { child.wait(seconds: seconds) }
    if exit == nil { child.kill() }
    return Outcome(exit: exit, output: child.standardOutput, errors: child.standardError)
  }

  /// Waits until the process has printed something.
  package static func output(
    of child: ChildProcess, seconds: Double = 20,
    where condition: @escaping @Sendable (_ output: String, _ errors: String) -> Bool
  ) async throws -> Bool {
    try await offThread { child.waitForOutput(seconds: seconds, where: condition) }
  }

  /// Runs what blocks on a thread of its own: there are only as many of Swift's as cores.
  package static func offThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value)
    async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try BridgeThread(name: "test-wait") {
          continuation.resume(with: Result(catching: body))
        }
      } catch { continuation.resume(throwing: error) }
    }
  }
}
