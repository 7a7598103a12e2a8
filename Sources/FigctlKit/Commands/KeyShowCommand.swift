import Figranium
import FigraniumSecretService
import SystemBridge

/// `figctl key show`: which key is stored, without showing it unless asked.
enum KeyShowCommand {
  static let spec = CommandSpec(
    path: ["key", "show"], summary: "show which key is stored",
    discussion: """
      Shows the last four characters, the length, and the first twelve digits of the SHA-256 \
      digest, and the same digits of what is kept beside it: the previous key, to which 'figctl key \
      rollback' goes back, and a pending one that an interrupted rotation has left. With --reveal it \
      prints the key alone, with a newline only on a terminal.
      """,
    options: [.flag("reveal", "print the key itself")],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.localProfile()
    let store = context.keyStore(for: profile)
    await context.settleRotation(of: profile, in: store)
    // Asked while the session with the provider is opened, when they cost no time.
    async let earlyPrevious = holds(profile.identity.previous, store, context)
    async let earlyPending = holds(profile.identity.pending, store, context)
    let credential = try await context.credential(for: profile, in: store)
    let key = credential.secret
    if context.flags.contains("reveal") {
      if context.console.isJSON {
        try context.console.document([
          "profile": .string(profile.name), "key": .string(key.reveal()),
        ])
      } else {
        try context.console.secret(key.reveal())
      }
      return .ok
    }
    let last = lastCharacters(of: key)
    let summary = credential.summary
    var lines = [
      "profile: \(profile.name)", "key: \(last.map { "…\($0)" } ?? "hidden, it is very short")",
      "length: \(key.count)", "fingerprint: \(key.fingerprint)",
    ]
    if let created = summary.created { lines.append("created: \(Dates.text(created))") }
    if let modified = summary.modified { lines.append("changed: \(Dates.text(modified))") }
    lines.append("collection: \(VisibleText.escaping(summary.collection))")
    if let other = summary.application, other != "figctl" {
      lines.append("stored by: \(VisibleText.escaping(other))")
    } else if summary.application == nil {
      lines.append("stored by: another program")
    }
    var (hasPrevious, hasPending) = try await (earlyPrevious, earlyPending)
    // A collection that has just been unlocked may have hidden them.
    if context.watch.wasPrompted { (hasPrevious, hasPending) = (true, true) }
    let previous =
      hasPrevious ? try await kept(profile.identity.previous, store, context) : nil
    let pending = hasPending ? try await kept(profile.identity.pending, store, context) : nil
    let command = "figctl\(context.profileOption) key"
    if let previous { lines.append("previous: \(previous.text) (\(command) rollback)") }
    if let pending { lines.append("pending: \(pending.text) (\(command) recover)") }
    try context.console.result(
      [
        "profile": .string(profile.name), "lastCharacters": JSONDocument(last),
        "length": JSONDocument(key.count), "fingerprint": .string(key.fingerprint),
        "created": JSONDocument(summary.created.map(Dates.text)),
        "changed": JSONDocument(summary.modified.map(Dates.text)),
        "collection": .string(summary.collection),
        "application": JSONDocument(summary.application),
        "previous": previous?.document ?? .null, "pending": pending?.document ?? .null,
      ], lines)
    return .ok
  }

  /// A key that is kept beside the current one.
  private struct Kept {
    var fingerprint: String?
    var stored: String?

    var text: String {
      let date = stored.map { ", stored \($0)" } ?? ""
      return (fingerprint.map { "fingerprint \($0)" } ?? "locked") + date
    }

    var document: JSONDocument {
      ["fingerprint": JSONDocument(fingerprint), "stored": JSONDocument(stored)]
    }
  }

  /// Whether anything is kept under another name, as far as an unopened collection tells.
  private static func holds(
    _ identity: CredentialIdentity, _ store: KeyStore, _ context: CommandContext
  ) async throws -> Bool {
    try await store.holds(identity, access: context.quietStoreAccess())
  }

  /// What is kept under another name; `nil` for nothing.
  private static func kept(
    _ identity: CredentialIdentity, _ store: KeyStore, _ context: CommandContext
  ) async throws -> Kept? {
    switch try await store.lookUp(identity, access: context.quietStoreAccess()) {
    case .present(let credential):
      let date = credential.summary.modified ?? credential.summary.created
      return Kept(fingerprint: credential.secret.fingerprint, stored: date.map(Dates.text))
    case .locked: return Kept()
    // Just gone: a rotation has ended.
    case .absent: return nil
    }
  }

  /// The last four characters, of a key that is long enough for them to give nothing away.
  private static func lastCharacters(of key: Secret) -> String? {
    guard key.count >= 16 else { return nil }
    return key.bytes.withSpan { span in
      var last: [UInt8] = []
      for index in (span.count - 4)..<span.count { last.append(span[index]) }
      return VisibleText.escaping(String(decoding: last, as: UTF8.self))
    }
  }
}
