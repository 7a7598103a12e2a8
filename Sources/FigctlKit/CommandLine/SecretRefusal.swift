import FigraniumSecretService
import GLibBridge

extension CommandParser {
  /// Names of options that other tools have for a secret, and that there are none of here.
  static let secretNames: Set<String> = [
    "api-key", "apikey", "key", "token", "password", "passwd", "pass", "secret", "cookie", "auth",
    "authorization", "bearer", "access-token", "session",
  ]

  /// The answer to `--api-key`, `--password` and the like; the value is not part of it.
  static func secretOption(_ name: String) -> CommandFailure {
    .usage(
      "There is no option --\(name): figctl takes no key, password or cookie on the command line.",
      hint: Self.secretHint, code: "SECRET_ON_COMMAND_LINE")
  }

  private static let secretHint =
    "Run 'figctl key set' and paste the key at its prompt, or pipe it in: figctl key set < FILE. "
    + "If it was a real key, replace it: your shell's history has it now."

  /// Options whose value is the user's own data: what a task is to be given.
  private static let dataOptions: Set<String> = ["--var", "--var-text"]
  /// Options whose value is a path, which may well hold a digest.
  private static let pathOptions: Set<String> = [
    "--vars", "--output", "--from-file", "--from-env-file", "--ca-file",
  ]

  /// Looks at each word before anything else does, and refuses one that looks like a secret.
  ///
  /// The values of `--var` pass: a task may need any text. They are in the process list all the
  /// same, which is why `--vars FILE` exists.
  func refuseSecrets(_ words: [String]) throws(CommandFailure) {
    var option: String?
    for word in words {
      let isValue = option.map { Self.dataOptions.contains($0) } ?? false
      let isPath = option.map { Self.pathOptions.contains($0) } ?? false
      option = word.hasPrefix("--") && !word.contains("=") ? word : nil
      if isValue || isPath && word.contains("/") { continue }
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        let name = String(word[..<equals])
        let value = String(word[word.index(after: equals)...])
        if Self.dataOptions.contains(name) { continue }
        if Self.pathOptions.contains(name), value.contains("/") { continue }
      }
      if KeyLikeness.isKeyLike(word) {
        throw .usage(
          "A word on the command line looks like a key; it was not used.",
          hint: Self.secretHint, code: "SECRET_ON_COMMAND_LINE")
      }
    }
  }
}
