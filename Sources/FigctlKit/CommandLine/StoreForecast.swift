/// Tells from the mere words whether a command line will need the store.
///
/// Known before anything is parsed, so that connecting to the bus goes on meanwhile. A wrong guess
/// costs a connection that nobody uses, or one that is begun a millisecond later.
package enum StoreForecast {
  /// The beginnings of the commands that look a key up as the first thing they do.
  package static let commands: [[String]] = [
    ["run"], ["stop"], ["status"], ["batch"], ["exec"], ["task", "list"], ["task", "show"],
    ["execution", "list"], ["key", "show"], ["key", "check"],
  ]

  /// Whether a store is probably needed.
  package static func isNeeded(_ words: [String]) -> Bool {
    guard commands.contains(where: { words.starts(with: $0) }) else { return false }
    // With --verbose each call on the bus is told, from the first on.
    return !words.contains { ["-h", "--help", "--version", "-v", "--verbose"].contains($0) }
  }
}
