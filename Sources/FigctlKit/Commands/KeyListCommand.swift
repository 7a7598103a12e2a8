import Figranium
import FigraniumSecretService
import FoundationEssentials

/// `figctl key list`: a row a profile, with what is known of its key; no value, no prompt.
enum KeyListCommand {
  static let spec = CommandSpec(
    path: ["key", "list"], summary: "list the profiles with the state of their keys",
    discussion: """
      Age counts the days since the key was last changed. Due is yes once that reaches the \
      profile's max-key-age; without one it is -.

      Stored is yes, no or locked. Locked means that the credential store shows nothing of it at \
      present; the key may well be there. No key is read and nothing is asked on the desktop.

      Kept is what lies beside the key: previous, the key before, to which 'figctl key rollback' goes \
      back; pending, a new key that an interrupted rotation has left, which 'figctl key recover' \
      settles.
      """,
    run: run)

  private struct Row {
    var profile: Profile
    var stored: String
    var created: Date?
    var changed: Date?
    var age: KeyAge?
    var hasPrevious = false
    var hasPending = false

    /// What lies beside the key, in words.
    var kept: String {
      let words = [hasPrevious ? "previous" : nil, hasPending ? "pending" : nil]
      let text = words.compactMap(\.self).joined(separator: ", ")
      return text.isEmpty ? "-" : text
    }
  }

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profiles = try ProfileStore().all().filter { $0.name == context.global.profile ?? $0.name }
    if profiles.isEmpty { _ = try ProfileStore().profile(context.global.profile) }
    let access = context.quietStoreAccess()
    context.watch.waiting = .store
    let store = context.keyStore(for: profiles.first ?? Profile(name: ProfileStore.builtInName))
    let found = try await store.list(
      service: CredentialIdentity(account: "").service, access: access)
    var rows: [Row] = []
    for profile in profiles {
      var row = try await row(for: profile, among: found, store, access)
      row.hasPrevious = found.contains { $0.identity == profile.identity.previous }
      row.hasPending = found.contains { $0.identity == profile.identity.pending }
      rows.append(row)
    }
    try print(rows, context)
    return .ok
  }

  private static func row(
    for profile: Profile, among found: [StoredCredentialSummary], _ store: KeyStore,
    _ access: StoreAccess
  ) async throws -> Row {
    let own = found.filter { $0.identity == profile.identity }
    guard let summary = own.first(where: { $0.application == "figctl" }) ?? own.first else {
      // A locked store hides whose its items are: only an open one can say no.
      let isHidden = found.contains { $0.identity == nil && $0.isLocked }
      let isLocked = isHidden ? true : try await isStoreLocked(store, profile, access)
      return Row(profile: profile, stored: isLocked ? "locked" : "no")
    }
    return Row(
      profile: profile, stored: summary.isLocked ? "locked" : "yes", created: summary.created,
      changed: summary.modified, age: KeyAge(of: summary, in: profile))
  }

  private static func isStoreLocked(
    _ store: KeyStore, _ profile: Profile, _ access: StoreAccess
  ) async throws -> Bool {
    if case .locked = try await store.lookUp(profile.identity, access: access) {
      true
    } else {
      false
    }
  }

  private static func print(_ rows: [Row], _ context: CommandContext) throws {
    var table = TextTable([
      "PROFILE", "SERVER", "STORED", "KEPT", "CREATED", "CHANGED", "AGE", "DUE",
    ])
    var documents: [JSONDocument] = []
    for row in rows {
      table.add([
        row.profile.name, row.profile.server, row.stored, row.kept,
        row.created.map(Dates.text) ?? "-", row.changed.map(Dates.text) ?? "-",
        row.age.map { "\($0.days) d" } ?? "-",
        row.age?.isDue.map { $0 ? "yes" : "no" } ?? "-",
      ])
      documents.append([
        "profile": .string(row.profile.name), "server": .string(row.profile.server),
        "stored": .string(row.stored), "created": JSONDocument(row.created.map(Dates.text)),
        "changed": JSONDocument(row.changed.map(Dates.text)),
        "ageDays": JSONDocument(row.age?.days),
        "due": row.age?.isDue.map(JSONDocument.bool) ?? .null,
        "previous": .bool(row.hasPrevious), "pending": .bool(row.hasPending),
      ])
    }
    try context.console.result(["keys": .array(documents)], table)
    for row in rows where row.age?.isDue == true {
      let name = row.profile.name
      context.console.note(
        "The key of profile '\(name)' is due for rotation. \(KeyAge.renewal(of: name))")
    }
  }
}
