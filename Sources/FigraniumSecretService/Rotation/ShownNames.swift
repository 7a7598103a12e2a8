import Figranium

/// Names and ids of keys on a server, in the form in which they may be shown, noted and sent.
///
/// Whoever made a key may have pasted the key itself where its name goes, and a server may take
/// the key for its id. Neither is to get into a note, the journal or an error.
struct ShownNames: Sendable {
  /// The keys that are known.
  private var secrets: [Secret] = []

  /// Remembers a key.
  mutating func hide(_ secret: Secret?) {
    guard let secret, !secrets.contains(secret) else { return }
    secrets.append(secret)
  }

  /// A name without any known key, and without words that look like one.
  func name(_ name: String) -> String {
    let clean = redactor.redact(name)
    let words = clean.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { KeyLikeness.isKeyLike(String($0)) ? "[redacted]" : String($0) }
      .joined(separator: " ")
  }

  /// An id, where it gives no known key away.
  ///
  /// Ids may look like keys, so that looks count for nothing here.
  func id(_ id: String?) -> String? {
    guard let id, redactor.redact(id) == id else { return nil }
    return id
  }

  /// The key with a name that can be shown.
  func shown(_ key: ScopedKey) -> ScopedKey {
    var shown = key
    shown.members["name"] = .string(name(key.name))
    return shown
  }

  private var redactor: Redactor { Redactor(secrets: secrets) }
}
