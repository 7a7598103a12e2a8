package import SecretBridge

/// An item that may be the key that is looked for.
package struct KeyCandidate: Sendable {
  package let path: String
  package let properties: ItemProperties

  package init(path: String, properties: ItemProperties) {
    self.path = path
    self.properties = properties
  }

  /// The path of the collection that it lies in.
  var collection: String {
    String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  /// Whether its attributes cannot be read, as in a collection that was never opened.
  var isHidden: Bool {
    properties.isLocked && KeyAttributes.identity(of: properties.attributes) == nil
  }

  /// Whether it is an item of this program's.
  func isOwn(_ application: String) -> Bool {
    properties.attributes["application"] == application && properties.attributes["account"] != nil
  }
}

/// What a search for one key found, in the order of preference.
///
/// Our own item goes before another tool's, the preferred collection before others, the newest
/// before older. A hidden item counts as our own until it is known not to be: so a locked key of
/// ours is never passed over for an older one of another tool.
package struct KeyCandidates: Sendable {
  package private(set) var readable: [KeyCandidate] = []
  package private(set) var locked: [KeyCandidate] = []
  /// The path of the preferred collection, `nil` when there is none.
  package let preferred: String?
  private let application: String

  package init(
    _ found: [KeyCandidate], for identity: CredentialIdentity, preferred: String?,
    onlyPreferred: Bool, application: String
  ) {
    self.preferred = preferred
    self.application = application
    let fitting = found.filter { candidate in
      guard !onlyPreferred || candidate.collection == preferred else { return false }
      return candidate.isHidden
        || KeyAttributes.identity(of: candidate.properties.attributes) == identity
    }
    readable = fitting.filter { !$0.properties.isLocked }.sorted(by: goesBefore)
    locked = fitting.filter { $0.properties.isLocked }.sorted(by: goesBefore)
  }

  /// The best that can be read.
  package var best: KeyCandidate? { readable.first }

  /// The best locked one, if it may be better than the best that can be read.
  package var betterLocked: KeyCandidate? {
    guard let first = locked.first else { return nil }
    guard let best else { return first }
    return rank(best) < rank(first) ? first : nil
  }

  /// Those of this program.
  var own: [KeyCandidate] { (readable + locked).filter { $0.isOwn(application) } }

  /// Those of other tools.
  var foreign: [KeyCandidate] { readable.filter { !$0.isOwn(application) } }

  private func rank(_ candidate: KeyCandidate) -> (Int, Int) {
    (
      candidate.isHidden || candidate.isOwn(application) ? 1 : 0,
      candidate.collection == preferred ? 1 : 0
    )
  }

  private func goesBefore(_ left: KeyCandidate, _ right: KeyCandidate) -> Bool {
    let (leftRank, rightRank) = (rank(left), rank(right))
    if leftRank != rightRank { return leftRank > rightRank }
    let (leftDate, rightDate) = (left.properties.modified ?? 0, right.properties.modified ?? 0)
    // The path as the last word, so that the same items always give the same answer.
    return leftDate == rightDate ? left.path < right.path : leftDate > rightDate
  }
}
