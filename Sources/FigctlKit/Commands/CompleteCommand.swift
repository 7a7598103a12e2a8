import Figranium
import SystemBridge

/// `figctl __complete`: what the completion scripts ask; not for people.
///
/// Reads the words from standard input, each ended by a zero byte: for bash its word breaks and the
/// line up to the cursor, for the others the words after `figctl`. Prints the kind of what may stand
/// there, then a line a value: for bash as it is to be inserted, for the others value, tab, note.
enum CompleteCommand {
  static let spec = CommandSpec(
    path: ["__complete"], summary: "answer a completion script",
    arguments: [.init("SHELL", "bash, zsh or fish")], run: run)

  private static let limit = 1 << 20

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    guard let shell = CompletionShell(rawValue: context.arguments[0]) else { return .usage }
    let input = try await BlockingWork.run { try SecretInput.read(fileDescriptor: 0, limit: limit) }
    let bytes = input.withSpan { span in
      var bytes: [UInt8] = []
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
    var words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    // Each word has an end.
    words.removeLast()
    let completer = Completer(commands: CommandTable.all, facts: facts)
    guard shell == .bash else {
      let found = completer.complete(words)
      try context.console.lines(
        [found.kind.rawValue] + found.candidates.map { "\($0.value)\t\(note($0.note))" })
      return .ok
    }
    guard words.count == 2 else { return .usage }
    let line = BashLine(words[1], breaks: words[0])
    let found = completer.complete(Array(line.words.dropFirst()))
    try context.console.lines(
      [found.kind.rawValue] + found.candidates.map { line.replacement(for: $0.value) })
    return .ok
  }

  /// A configuration that cannot be read offers nothing: the Tab key is no place for errors, and
  /// the command itself will tell.
  private static let facts = CompletionFacts(
    profiles: {
      ((try? ProfileStore().all()) ?? []).map { .init(value: $0.name, note: $0.server) }
    },
    tasks: { name in
      guard let profile = try? ProfileStore().profile(name) else { return [] }
      return TaskNameCache().names(of: profile)
    },
    intents: { IntentRunner.registry })

  private static func note(_ text: String) -> String { VisibleText.escaping(text) }
}
