import Figranium
import GLibBridge

/// Which routes each profile's server turned out to have, so that the next call needs no trial.
///
/// A key file in the user's cache folder, a group a profile, with the origin and a word. It only
/// saves time: nothing depends on it, and what goes wrong with it is told only with `--verbose`.
struct DialectCache: Sendable {
  private let path: String?

  init() {
    path = XDGDirectories.cache.map { $0 + "/figranium/dialects.conf" }
  }

  /// What was found last time, for the same server.
  func dialect(of profile: String, at origin: ServerOrigin) -> ServerDialect? {
    guard let path, let file = try? KeyFile(path: path) else { return nil }
    return dialect(of: profile, at: origin, in: file)
  }

  private func dialect(of profile: String, at origin: ServerOrigin, in file: KeyFile)
    -> ServerDialect?
  {
    guard (try? file.value("origin", in: profile)) == origin.description else { return nil }
    return (try? file.value("dialect", in: profile)).flatMap(ServerDialect.init)
  }

  /// Keeps what was found.
  func remember(
    _ dialect: ServerDialect, of profile: String, at origin: ServerOrigin, _ console: Console
  ) {
    guard let path else { return }
    do {
      let file = (try? KeyFile(path: path)) ?? KeyFile()
      if self.dialect(of: profile, at: origin, in: file) == dialect { return }
      try file.set("origin", in: profile, to: origin.description)
      try file.set("dialect", in: profile, to: dialect.rawValue)
      try file.save(path: path, followingLinks: false)
    } catch {
      console.trace("The server's dialect was not noted in \(path): \(error)")
    }
  }
}
