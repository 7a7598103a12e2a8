import GLibBridge
import TestSupport

/// Locales in a folder of a test's own: nothing of the system's changes.
final class Locales: Sendable {
  private let directory: TemporaryDirectory

  /// Makes them with `localedef`.
  init(_ names: [String]) async throws {
    directory = try TemporaryDirectory()
    for name in names {
      let made = try await FinishedProcess.run(
        ["/usr/bin/localedef", "-i", String(name.prefix { $0 != "." }), "-f", "UTF-8"]
          + [directory.file(name)], environment: ["PATH": "/usr/bin:/bin"])
      guard made.code == 0 else {
        throw PrivateBus.Failure(description: "localedef \(name): \(made.errors)")
      }
    }
  }

  /// What a program needs to find one.
  func environment(_ name: String) -> [String: String?] {
    ["LANG": name, "LC_ALL": name, "LANGUAGE": name, "LOCPATH": directory.path]
  }
}
