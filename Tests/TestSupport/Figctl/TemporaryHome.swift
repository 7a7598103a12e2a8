import FoundationEssentials

/// A home folder of a test's own, removed with the value.
package final class TemporaryHome: Sendable {
  package let path: String

  package init() throws {
    path = "/tmp/figctl-test-" + UUID().uuidString.lowercased().prefix(13)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// An environment without a bus.
  package var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": path, "LANG": "C.UTF-8"]
      .merging(Sanitizers.environment) { own, _ in own }
  }

  /// Every file below it that holds `text`, by path.
  package static func files(below path: String, holding text: String) -> [String] {
    let needle = Array(text.utf8)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      guard let data = FileManager.default.contents(atPath: path) else { return [] }
      return data.firstRange(of: needle) == nil ? [] : [path]
    }
    return names.flatMap { files(below: path + "/" + $0, holding: text) }
  }
}
