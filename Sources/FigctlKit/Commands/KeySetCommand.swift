import Figranium
import FigraniumSecretService
import GLibBridge
import SystemBridge

/// `figctl key set`: stores a key, after asking the server whether it takes it.
enum KeySetCommand {
  static let spec = CommandSpec(
    path: ["key", "set"], summary: "store a key for a profile",
    discussion: """
      Asks for the key on a terminal without showing it, or reads it from standard input, a file \
      or a file descriptor. One newline at the end is dropped. The key is checked against the \
      server first: one that the server refuses is not stored; when the server is away it is \
      stored all the same, with a warning.

      A key that was stored before is kept as the previous one: 'figctl key rollback' goes back to it.

      The key is stored in the desktop's credential store and nowhere else. It is only ever sent \
      to the server (scheme, host, port) that it was stored for.

      Other programs read it with: secret-tool lookup service figranium account PROFILE
      """,
    options: KeySource.options + [.flag("no-verify", "do not ask the server")],
    examples: ["figctl key set", "figctl -p work key set < key.txt"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profile()
    let store = context.keyStore(for: profile)
    store.prepare()
    await context.settleRotation(of: profile, in: store)
    let key = try await KeySource.read(
      context, prompt: "Figranium API key for '\(profile.name)' at \(profile.server): ", for: store)
    let checked = try await storeChecked(key, for: profile, in: store, context)
    try context.console.result(
      [
        "profile": .string(profile.name), "server": .string(profile.server), "stored": true,
        "checked": .bool(checked), "length": JSONDocument(key.count),
        "fingerprint": .string(key.fingerprint),
      ],
      [
        "Stored the key of profile '\(profile.name)'\(checked ? "; the server takes it" : "").",
        "length: \(key.count)", "fingerprint: \(key.fingerprint)",
      ])
    return .ok
  }

  /// Checks a key against its server, then stores it with the origin that it is for.
  ///
  /// - Parameters:
  ///   - event: What the journal calls it.
  ///   - source: Where the key came from, for the journal.
  /// - Returns: Whether the server took the key; `false` when it was not asked or is away.
  /// - Throws: The server's refusal (exit code 6), and then nothing was stored.
  static func storeChecked(
    _ key: Secret, for profile: Profile, in store: KeyStore, _ context: CommandContext,
    as event: KeyJournal.Event = .stored, from source: String? = nil
  ) async throws -> Bool {
    var checked = false
    if context.flags.contains("no-verify") {
      context.console.note("The server was not asked whether it takes the key (--no-verify).")
    } else {
      let client = try context.client(for: profile, secret: key) {
        context.leaveTimeForStore(&$0.limits)
      }
      let answer: KeyCheck.Answer
      do {
        answer = try await KeyCheck.ask(client)
      } catch let error as FigraniumError {
        // Whatever it is, it does not answer as a Figranium server does.
        throw notStored(ErrorRenderer.failure(error))
      }
      switch answer {
      case .accepted: checked = true
      case .refused(let error):
        var failure = notStored(ErrorRenderer.failure(error))
        failure.hint = "Copy the key from the server's settings and run the command again."
        throw failure
      case .unreachable(let error):
        context.console.warning(
          "The key is not checked: \(error.message) If the address is right, look later: "
            + "figctl\(context.profileOption) key check")
      }
    }
    try await save(key, for: profile, in: store, context) {
      let words = [source, checked ? nil : "not checked"].compactMap(\.self)
      context.journal(
        event, of: profile, key: key,
        detail: words.isEmpty ? nil : words.joined(separator: ", "))
    }
    return checked
  }

  private static func notStored(_ failure: CommandFailure) -> CommandFailure {
    var failure = failure
    // A server's own words need not end with a full stop.
    if failure.message.last?.isPunctuation != true { failure.message += "." }
    failure.message += " The key was not stored."
    return failure
  }

  /// Stores key and origin so that at no time a key could go to a server that it is not for: a
  /// changed origin is emptied first and written last.
  private static func save(
    _ key: Secret, for profile: Profile, in store: KeyStore, _ context: CommandContext,
    stored: () -> Void
  ) async throws {
    let profiles = try ProfileStore()
    let lock = try await context.holdKey(of: profile)
    defer { lock.release() }
    let origin = try ServerOrigin(of: profile.server).description
    func note(_ origin: String?) async throws {
      try await profiles.update(profile.name, creating: true) { $0.keyOrigin = origin }
    }
    // `--server` is for this call only: the file keeps its own.
    let noted = try profiles.profileToRepair(profile.name)
    let before = noted.keyOrigin
    let isMove = try (before ?? ServerOrigin(of: noted.server).description) != origin
    if isMove { try await note("") }
    context.watch.waiting = .store
    do {
      try await context.rotator(for: profile, in: store).keepCurrent(besides: key, for: before)
      try await store.store(key, for: profile.identity, access: context.storeAccess())
    } catch let error as FigraniumError
      where isMove && [.credentialStoreLocked, .credentialPromptDismissed].contains(error.kind)
    {
      // Surely not stored: the old key, if there is one, is still for its old server.
      try await note(before)
      throw error
    }
    context.watch.waiting = .nothing
    stored()
    if before != origin || isMove { try await note(origin) }
  }
}
