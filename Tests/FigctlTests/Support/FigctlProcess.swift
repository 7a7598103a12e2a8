import GLibBridge
import Testing

/// The real `figctl`, run as a child process with an environment of the test's own.
struct FigctlProcess {
  /// What came of it.
  struct Outcome: Sendable {
    var exit: ChildProcess.Exit?
    var output: String
    var errors: String

    /// The exit code; `nil` after a signal or when it did not end.
    var code: Int32? { if case .code(let code)? = exit { code } else { nil } }
  }

  /// The binary, built beside the test bundle.
  static let path: String = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ".build/debug/x.xctest"
    let folders = bundle.split(separator: "/", omittingEmptySubsequences: false)
    let end = folders.firstIndex { $0.hasSuffix(".xctest") } ?? folders.endIndex
    return (folders[..<end] + ["figctl"]).joined(separator: "/")
  }()

  /// The whole environment: of the test's own process only a sanitizer's options get through.
  var environment: [String: String]

  /// Starts `figctl`; the caller waits for its end.
  func start(_ words: [String], input: ChildProcess.Input = .bytes([])) throws -> ChildProcess {
    try ChildProcess([Self.path] + words, environment: environment, input: input)
  }

  /// Runs `figctl` to its end, for at most 30 seconds, away from Swift's own threads.
  func run(_ words: [String], input: String = "") async throws -> Outcome {
    let child = try await Self.offThread { try start(words, input: .bytes(Array(input.utf8))) }
    return try await Self.end(of: child)
  }

  /// Waits for the end of a process that was started.
  static func end(of child: ChildProcess, seconds: Double = 30) async throws -> Outcome {
    let exit = try await offThread { child.wait(seconds: seconds) }
    if exit == nil { child.kill() }
    return Outcome(exit: exit, output: child.standardOutput, errors: child.standardError)
  }

  /// Waits until the process has printed something.
  static func output(
    of child: ChildProcess, seconds: Double = 20,
    where condition: @escaping @Sendable (_ output: String, _ errors: String) -> Bool
  ) async throws -> Bool {
    try await offThread { child.waitForOutput(seconds: seconds, where: condition) }
  }

  /// Runs what blocks on a thread of its own: there are only as many of Swift's as cores.
  static func offThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value)
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
