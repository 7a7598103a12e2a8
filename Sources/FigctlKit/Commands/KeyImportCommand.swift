import Figranium
import FigraniumSecretService

/// `figctl key import`: takes a key over from another tool, or out of a file.
enum KeyImportCommand {
  static let spec = CommandSpec(
    path: ["key", "import"], summary: "take a key over from another tool or a file",
    discussion: """
      Reads the key from one of three places, then does as 'key set' does: the key is checked \
      against the server, stored, and read back.

      --from-secret-tool takes the one item that has the attributes that follow, in any keyring. \
      --from-keyring takes what Python's keyring stored in the Secret Service. The item itself is \
      left alone. When nothing matches, the exit code is 3; when the keyring is locked or away, 4; \
      when several items match, 9.

      --from-env-file takes the value of a variable from a file of lines NAME=VALUE. Quotes, \
      'export' and comments are understood; a value that programs would read differently is \
      refused, and so is a file in which a shell's constructs (if, <<, NAME+=) may enclose or change \
      the line. Once the key is stored, read back and taken by the server, figctl offers to remove \
      the line; --yes takes the offer. All other lines stay as they are, and so do the file's mode \
      and owner.
      """,
    arguments: [.init("WORD", "ATTR VALUE pairs, NAME, or SERVICE USER", count: .any)],
    options: [
      .flag("from-secret-tool", "take the item with the attributes ATTR VALUE …"),
      .value("from-env-file", "FILE", "take the variable NAME out of a file"),
      .flag("from-keyring", "take the item of Python's keyring for SERVICE USER"),
      .flag("yes", short: "y", "remove the line from the file without being asked"),
      .flag("no-verify", "do not ask the server"),
    ],
    examples: [
      "figctl key import --from-secret-tool service my-scripts user me",
      "figctl key import --from-env-file .env FIGRANIUM_API_KEY --yes",
      "figctl -p work key import --from-keyring figranium me",
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let source = try ImportSource(context)
    let profile = try context.profile()
    let store = context.keyStore(for: profile)
    store.prepare()
    var file: EnvironmentFile?
    let found: Secret
    if case .file(let path, let name) = source {
      // A file server may be slow: not on one of Swift's own threads.
      let read = try await BlockingWork.run { try EnvironmentFile(path: path, name: name) }
      found = read.secret
      file = read
    } else {
      found = try await item(source, profile, store, context)
    }
    let input = try Secret.key(fromInput: found)
    if input.droppedLineEnd { context.console.note("The line end after the key was dropped.") }
    let checked = try await KeySetCommand.storeChecked(
      input.key, for: profile, in: store, context, as: .imported, from: source.text)
    try await checkReadBack(input.key, profile, store, context)
    var removal: FileOffer.Result?
    if let file { removal = try await FileOffer(file: file).make(checked: checked, context) }
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "stored": true,
        "checked": .bool(checked), "length": JSONDocument(input.key.count),
        "fingerprint": .string(input.key.fingerprint),
        "lineRemoved": removal.map { .bool($0.isRemoved) } ?? .null,
      ],
      [
        "Imported the key of profile '\(profile.name)'\(checked ? "; the server takes it" : "").",
        "length: \(input.key.count)", "fingerprint: \(input.key.fingerprint)",
      ] + (removal?.lines ?? []))
    if let failure = removal?.failure { throw failure }
    return .ok
  }

  /// Finds the one item.
  private static func item(
    _ source: ImportSource, _ profile: Profile, _ store: KeyStore, _ context: CommandContext
  ) async throws -> Secret {
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    for attributes in source.searches {
      switch try await store.find(
        attributes, besides: profile.identity, access: context.storeAccess())
      {
      case .found(let secret, _): return secret
      case .absent: continue
      case .locked(let collection): throw StoreError.locked(collection)
      case .several(let items): throw several(items)
      }
    }
    throw CommandFailure(
      .noKey, "IMPORT_NOT_FOUND", "No item of another tool matches: \(shown(source)).",
      hint: "The keyrings are open, and none of them holds one. Look for it in your password "
        + "manager.")
  }

  private static func shown(_ source: ImportSource) -> String {
    source.searches.first.map { attributes in
      attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    } ?? ""
  }

  private static func several(_ items: [StoredCredentialSummary]) -> CommandFailure {
    let rows = items.map { item in
      let label = item.label.map { "\"\($0)\"" } ?? "(label hidden)"
      let date = (item.modified ?? item.created).map { ", changed \(Dates.text($0))" } ?? ""
      return "\(label) in \"\(item.collection)\"\(date)"
    }
    return CommandFailure(
      .conflict, "AMBIGUOUS", "\(items.count) items match.",
      hint: (rows + ["Give more attributes, so that one is left."]).joined(separator: "\n"))
  }

  /// Looks the key up as every reader will.
  private static func checkReadBack(
    _ key: Secret, _ profile: Profile, _ store: KeyStore, _ context: CommandContext
  ) async throws {
    let stored = try await context.credential(for: profile, in: store)
    guard stored.secret == key else {
      throw CommandFailure(
        .conflict, "KEY_CHANGED",
        "Another key was stored for profile '\(profile.name)' meanwhile.",
        hint: "Look which one is there: figctl key show")
    }
  }
}
