import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge

/// `figctl key rotate`: replaces the stored key by a new one.
enum KeyRotateCommand {
  static let spec = CommandSpec(
    path: ["key", "rotate"], summary: "replace a profile's key by a new one",
    discussion: """
      The new key is stored beside the current one, tried on the server, and only then put in its \
      place; the old one is revoked last. Whatever interrupts this, the next use of the key \
      finishes it or takes it back.

      Who makes the key depends on the server. Servers with scoped keys make one with the \
      permissions, tasks and name of the old one, and both are good until the old one is revoked. \
      Servers with a single key are given a random one, and the old one ends at once. For both, \
      sign in first: figctl login. With --from-stdin the key is one that you made in the server's \
      settings.

      Which of the server's keys is the stored one is known when figctl made it, or when there is \
      only one, older than what is stored and with the rights that this has; else say so with \
      --old-key. What is not known is not revoked; with --from-stdin neither is a key that might be \
      the new one.

      With --json, steps and warnings on standard error are JSON too, an object a line: \
      {"progress":{"message","step"}}, {"warning":{"message"}}, {"note":{"message"}} and, when it \
      fails, {"error":{"code","message","hint"}} at the end. On a terminal they are in words.

      --keep-old leaves the old key good for a time; 'figctl key check', 'show', 'set' or 'rotate' \
      revokes it after that. 'figctl key rollback' goes back to it.

      A timer can do this by itself: systemctl --user enable --now figctl-rotate@PROFILE.timer looks \
      once a day whether the key is due. It asks nobody (--no-prompt), so the keyring has to be \
      open, and 'figctl login' has to have stored a session.
      """,
    options: [
      .flag("from-stdin", "take a key made elsewhere, from standard input or a prompt")
    ] + KeySource.options + [
      .value(
        "old-key", "NAME",
        "name or id, on the server, of the key that is stored now; with --from-stdin it is revoked "
          + "only where it is certain that it is not the new one"),
      .value("keep-old", "DURATION", "leave the old key good for so long, for example 7d"),
      .value("if-older-than", "DURATION", "do nothing when the key is younger, for example 90d"),
      .flag("if-due", "do nothing when the key is younger than the profile's max-key-age"),
      .flag("dry-run", "only tell what would be done"),
      .flag("notify", "tell the end of it by a desktop notification, too"),
    ],
    examples: [
      "figctl key rotate", "figctl key rotate --keep-old 7d",
      "figctl -p work key rotate --from-stdin < key.txt",
      "figctl key rotate --if-older-than 90d --no-prompt",
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    guard context.flags.contains("notify") else { return try await rotate(context) }
    return try await RotationReportNotice.told(context, of: rotate)
  }

  private static func rotate(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profileForKey()
    var request = RotationRequest(isDryRun: context.flags.contains("dry-run"))
    request.oldKey = context.value("old-key")
    if let text = context.value("keep-old") {
      request.keepOldFor = try DurationText.seconds(text, option: "keep-old")
    }
    if let text = context.value("if-older-than") {
      request.ifOlderThan = try DurationText.seconds(text, option: "if-older-than")
    }
    if context.flags.contains("if-due") {
      request.ifOlderThan = try ageLimit(of: profile, context)
    }
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    if context.flags.contains("from-stdin") || context.value("from-file") != nil
      || context.value("from-fd") != nil
    {
      request.newKey = try await KeySource.read(
        context, prompt: "New Figranium API key for '\(profile.name)' at \(profile.server): ",
        for: store)
    }
    if Question.canAsk(context) { request.choose = { try await choose(among: $0, context) } }
    let rotator = try context.rotator(for: profile, in: store)
    context.tellWhatIsLeftOnInterrupt(profile)
    let report = try await rotator.rotate(request)
    context.watch.onInterrupt(nil)
    if context.flags.contains("notify"), !request.isDryRun {
      await RotationReportNotice.tell(report, of: profile, context)
    }
    guard request.isDryRun, report.outcome == .rotated else {
      try context.console.result(
        RotationOutput.document(report, profile), RotationOutput.lines(report, profile))
      return .ok
    }
    try context.console.result(
      RotationOutput.document(report, profile, isDry: true),
      ["Would rotate the key of profile '\(profile.name)' at \(profile.server):"]
        + report.steps.map { "  \(RotationOutput.wouldDo($0))" })
    return .ok
  }

  /// The profile's `max-key-age` in seconds.
  private static func ageLimit(of profile: Profile, _ context: CommandContext)
    throws(CommandFailure) -> TimeInterval
  {
    if context.value("if-older-than") != nil {
      throw .usage("--if-due and --if-older-than cannot be given together.")
    }
    guard let days = profile.maxKeyAgeDays else {
      throw .usage(
        "Profile '\(profile.name)' has no max-key-age, so its key is never due.",
        hint: "For example: figctl profile set \(profile.name) max-key-age=90",
        code: "NO_MAX_KEY_AGE")
    }
    return TimeInterval(days) * 86_400
  }

  private static func choose(among keys: [ScopedKey], _ context: CommandContext) async throws
    -> ScopedKey?
  {
    var question = "Which of the server's keys is the one that is stored?\n"
    for (index, key) in keys.enumerated() { question += "  \(index + 1)  \(key.name)\n" }
    context.console.note(question)
    let answer = try await Question.text(
      "Its number, or nothing if you do not know: ", context, hint: "Give it with --old-key NAME.")
    guard let answer, !answer.isEmpty else { return nil }
    guard let number = Int(answer), keys.indices.contains(number - 1) else {
      throw CommandFailure.usage("'\(answer)' is not a number from 1 to \(keys.count).")
    }
    return keys[number - 1]
  }
}

extension CommandContext {
  /// On Ctrl-C says that the rotation stands still: the process ends wherever it is.
  func tellWhatIsLeftOnInterrupt(_ profile: Profile) {
    let console = console
    let option = profileOption
    watch.onInterrupt(alsoAtTimeout: true) {
      console.note(
        "figctl: The rotation of profile '\(profile.name)' may not be finished; no key is lost. To "
          + "finish it or take it back: figctl\(option) key recover")
    }
  }
}
