import Figranium
import FoundationEssentials
import GLibBridge

/// What `figctl run` gives a task, read from its options.
enum RunInput {
  /// The options.
  static let options: [OptionSpec] = [
    .values("var", "NAME=VALUE", "a variable; VALUE is JSON if it reads as JSON, else text"),
    .values("var-text", "NAME=VALUE", "a variable whose VALUE is text in any case"),
    .value("vars", "FILE", "a JSON file with variables; - is standard input"),
    .flag("stateless", "run without the task's saved browser state"),
    .value("webhook", "URL", "where the server posts the result"),
  ]

  /// Reads them: `--vars` first, then `--var` and `--var-text`, which replace.
  ///
  /// - Throws: ``CommandFailure`` with exit code 2. No message holds a variable's value.
  static func read(_ context: CommandContext) async throws -> ExecuteTaskOptions {
    var input = ExecuteTaskOptions()
    if let path = context.value("vars") { input.variables = try await file(path) }
    for word in context.values["var"] ?? [] {
      let (name, value) = try split(word, option: "--var")
      input.variables[name] = try json(value, of: name) ?? .string(value)
    }
    for word in context.values["var-text"] ?? [] {
      let (name, value) = try split(word, option: "--var-text")
      input.variables[name] = .string(value)
    }
    if context.flags.contains("stateless") { input.statelessExecution = true }
    if let webhook = context.value("webhook") {
      _ = try ServerOrigin(ofURL: webhook, called: "--webhook")
      input.webhookURL = webhook
    }
    input.runSource = "figctl"
    return input
  }

  private static func split(_ word: String, option: String) throws(CommandFailure)
    -> (name: String, value: String)
  {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw .usage("\(option) takes NAME=VALUE.", hint: "For example: \(option) city=Berlin")
    }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// The value, `nil` when the text is no JSON.
  ///
  /// - Throws: ``CommandFailure`` for a whole number that would be changed by sending it.
  private static func json(_ text: String, of name: String) throws(CommandFailure) -> JSONValue? {
    guard let value = try? JSONValue(json: text) else {
      return nil
    }
    let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    if isWhole, value.integerValue == nil {
      throw .usage(
        "The number of variable '\(name)' does not fit into 64 bits.",
        hint: "Send it as text: --var-text \(name)=…")
    }
    return value
  }

  private static func file(_ path: String) async throws -> JSONObject {
    let name = path == "-" ? "standard input" : "'\(path)'"
    // Variables may be worth hiding, but they are the task's data and no key.
    let data = try await BlockingWork.run { try InputFile.read(path, limit: 16 << 20) }
    guard let value = try? JSONValue(json: data),
      let members = value.objectValue
    else {
      throw CommandFailure.usage(
        "\(name) holds no JSON object.", hint: "For example: {\"city\": \"Berlin\"}",
        code: "FILE_NOT_JSON")
    }
    return members
  }
}
