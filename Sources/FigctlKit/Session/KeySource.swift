import Figranium
import FigraniumSecretService
import GLibBridge
import SystemBridge

/// Where a key or a password comes from: a hidden prompt, a pipe, a file or a descriptor; never the
/// command line.
///
/// The bytes go straight into locked memory and are checked there.
enum KeySource {
  /// The options that name a source.
  static let options = options(for: "key")

  /// The same for another secret.
  static func options(for thing: String) -> [OptionSpec] {
    [
      .value("from-file", "PATH", "read the \(thing) from a file"),
      .value("from-fd", "N", "read the \(thing) from an open file descriptor"),
    ]
  }

  /// The longest key with a line end; what is longer was not meant.
  private static let limit = Secret.keyLimit + 2

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - context: For options and prompts.
  ///   - prompt: What the user is asked for on a terminal.
  ///   - store: Where it is to go: what nobody can take is not asked for.
  /// - Throws: `CREDENTIAL_INVALID` for what cannot be a key, ``CommandFailure`` for a source that
  ///   cannot be read. No message holds a part of the key.
  static func read(
    _ context: CommandContext, prompt: String, for store: KeyStore
  ) async throws -> Secret {
    let input = try Secret.key(fromInput: await source(context, prompt, store, "key"))
    if input.droppedLineEnd { context.console.note("The line end after the key was dropped.") }
    return input.key
  }

  /// Reads a password, which may hold spaces.
  ///
  /// - Throws: As ``read(_:prompt:for:)``.
  static func readPassword(
    _ context: CommandContext, prompt: String, for store: KeyStore
  ) async throws -> Secret {
    try Secret.password(fromInput: await source(context, prompt, store, "password")).key
  }

  private static func source(
    _ context: CommandContext, _ prompt: String, _ store: KeyStore, _ thing: String
  ) async throws -> Secret {
    context.watch.waiting = .user
    defer { context.watch.waiting = .nothing }
    return Secret(bytes: try await bytes(context, prompt, store, thing))
  }

  private static func bytes(
    _ context: CommandContext, _ prompt: String, _ store: KeyStore, _ thing: String
  ) async throws -> LockedBytes {
    let file = context.value("from-file")
    let descriptor = context.value("from-fd")
    if file != nil, descriptor != nil {
      throw CommandFailure.usage("--from-file and --from-fd cannot be given together.")
    }
    if let file {
      return try await BlockingWork.run { try SecretInput.read(path: file, limit: limit) }
    }
    if let descriptor {
      guard let number = Int32(descriptor), number >= 0 else {
        throw CommandFailure.usage("--from-fd takes the number of an open file descriptor.")
      }
      return try await BlockingWork.run {
        try SecretInput.read(fileDescriptor: number, limit: limit)
      }
    }
    if !Terminal.isTerminal(0) {
      return try await BlockingWork.run { try SecretInput.read(fileDescriptor: 0, limit: limit) }
    }
    if context.global.noPrompt {
      throw CommandFailure.usage(
        "A \(thing) is needed, and --no-prompt forbids to ask for it.",
        hint: "Pipe it in, or use --from-file PATH or --from-fd N.", code: "PROMPT_REFUSED")
    }
    context.watch.waiting = .store
    try await store.reach(access: context.storeAccess())
    context.watch.waiting = .user
    return try await BlockingWork.run { try Terminal.readHidden(prompt: prompt, limit: limit) }
  }
}
