import GLibBridge
import Glibc

/// Which program is the Secret Service of the tests' buses.
///
/// gnome-keyring unless `FIGRANIUM_TEST_PROVIDER` names another: `install/test-providers` runs the
/// same tests with each.
package enum TestedProvider: String, Sendable, CaseIterable {
  case gnomeKeyring = "gnome-keyring"
  case kwallet
  case keepassxc

  /// The one of this process.
  ///
  /// A name that is none stops the tests: they would pass without having tested anything.
  package static let current: TestedProvider = {
    guard let name = unsafe getenv("FIGRANIUM_TEST_PROVIDER").map({ unsafe String(cString: $0) })
    else { return .gnomeKeyring }
    guard let provider = TestedProvider(rawValue: name) else {
      fatalError("FIGRANIUM_TEST_PROVIDER is '\(name)', and not one of \(allCases.map(\.rawValue))")
    }
    return provider
  }()

  /// Whether it is gnome-keyring, for tests of what only that one does.
  package static var isGnomeKeyring: Bool { current == .gnomeKeyring }

  /// The attributes that were stored, without those that KeePassXC has for every item.
  package static func stored(_ attributes: [String: String]) -> [String: String] {
    guard current == .keepassxc else { return attributes }
    let own = ["Title", "UserName", "Password", "URL", "Notes", "Uuid", "Path"]
    return attributes.filter { !own.contains($0.key) }
  }

  /// The command that stores an item as another tool does; its value comes from standard input.
  ///
  /// It is secret-tool's. With KeePassXC that hangs where it replaces an item, for a dialog, and
  /// "replaces" there too an item of ours with more attributes: so one with the same attributes is
  /// deleted first, and nothing is replaced.
  ///
  /// - Parameter attributes: Names and values in turn.
  package static func storeCommand(label: String, _ attributes: [String]) -> [String] {
    guard current == .keepassxc else {
      return ["/usr/bin/secret-tool", "store", "--label=\(label)"] + attributes
    }
    return ["/usr/bin/python3", Python.path("store_item.py"), label] + attributes
  }

  /// Runs another program, again where KWallet's session with it was broken.
  ///
  /// With KWallet one session of 256 is refused for its key's size ("public key size is invalid"), and
  /// in as many the two sides come to different keys: it refuses what it is sent, or what it sends is
  /// nothing or no text to the other side. That is between those two, and gone in the next session.
  /// Another value is an answer like any other.
  static func run<Outcome: ProgramOutcome>(
    _ words: [String], once: () async throws -> Outcome
  ) async throws -> Outcome {
    var fault: String?
    for _ in 1...2 {
      let outcome = try await once()
      guard let found = brokenSession(words, outcome.output, outcome.errors) else {
        if let fault { print("KWallet: run again, for its session was broken: \(fault)") }
        return outcome
      }
      fault = found
    }
    return try await once()
  }

  private static func brokenSession(
    _ words: [String], _ output: String, _ errors: String
  ) -> String? {
    guard current == .kwallet else { return nil }
    if errors.contains("session") || errors.contains("public key size") { return errors }
    guard words.contains("lookup") else { return nil }
    if !errors.isEmpty { return errors }
    // secret-tool says nothing where it cannot decrypt, as where there is nothing.
    if output.isEmpty { return "nothing" }
    let isText = output.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 127 || $0 == "\n" }
    return isText ? nil : "no text"
  }

  /// The script that runs it, see its head; `nil` for gnome-keyring, which needs none.
  var script: String? {
    guard self != .gnomeKeyring else { return nil }
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/Providers/\(rawValue).sh"
  }

  /// Waits, off Swift's own threads, until the script has said that it is ready.
  ///
  /// - Returns: The process id of the program that it runs.
  static func ready(_ process: ChildProcess) async throws -> Int32 {
    let isReady = try await withCheckedThrowingContinuation { continuation in
      do throws(GLibError) {
        _ = try BridgeThread(name: "provider") {
          continuation.resume(
            returning: process.waitForOutput(seconds: 60) { output, _ in output.contains("ready ") }
          )
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let pid = process.standardOutput.split(separator: "\n")
      .first { $0.hasPrefix("ready ") }?.split(separator: " ").last.flatMap { Int32($0) }
    guard isReady, let pid else {
      throw PrivateBus.Failure(
        description: "\(current.rawValue) is not ready: \(process.standardError)")
    }
    return pid
  }
}

/// What a program wrote.
package protocol ProgramOutcome {
  /// To standard output.
  var output: String { get }
  /// To standard error.
  var errors: String { get }
}

extension FinishedProcess: ProgramOutcome {}
extension FigctlProcess.Outcome: ProgramOutcome {}
