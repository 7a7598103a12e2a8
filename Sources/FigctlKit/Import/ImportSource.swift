import Figranium
import FigraniumSecretService

/// Where `key import` takes a key from.
enum ImportSource: Sendable {
  /// An item that has these attributes.
  case item([String: String])
  /// An item of Python's `keyring`, by service and user.
  case keyring(service: String, user: String)
  /// A variable in a file.
  case file(path: String, name: String)

  /// Reads the options.
  init(_ context: CommandContext) throws(CommandFailure) {
    let words = context.arguments
    let isItem = context.flags.contains("from-secret-tool")
    let isKeyring = context.flags.contains("from-keyring")
    let path = context.value("from-env-file")
    switch (isItem, isKeyring, path) {
    case (true, false, nil): self = .item(try Self.attributes(words))
    case (false, true, nil):
      guard words.count == 2 else {
        throw .usage(
          "--from-keyring needs a service and a user.",
          hint: "As in Python: keyring get SERVICE USER")
      }
      self = .keyring(service: words[0], user: words[1])
    case (false, false, let path?):
      guard words.count == 1 else {
        throw .usage(
          "--from-env-file needs a file and the name of one variable.",
          hint: "For example: figctl key import --from-env-file .env FIGRANIUM_API_KEY")
      }
      self = .file(path: path, name: words[0])
    case (false, false, nil):
      throw .usage(
        "'key import' needs to know where the key is.",
        hint: "Give one of --from-secret-tool, --from-env-file and --from-keyring.")
    default:
      throw .usage(
        "Only one of --from-secret-tool, --from-env-file and --from-keyring can be given.")
    }
  }

  private static func attributes(_ words: [String]) throws(CommandFailure) -> [String: String] {
    guard !words.isEmpty, words.count.isMultiple(of: 2) else {
      throw .usage(
        "--from-secret-tool needs pairs of an attribute and its value.",
        hint: "As for secret-tool: secret-tool lookup ATTRIBUTE VALUE …")
    }
    var attributes: [String: String] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      guard !words[index].isEmpty, attributes[words[index]] == nil else {
        throw .usage("The attribute '\(words[index])' is empty, or given twice.")
      }
      attributes[words[index]] = words[index + 1]
    }
    return attributes
  }

  /// The attributes to search by, one set after the other.
  ///
  /// Python's `keyring` calls them otherwise for KeePassXC.
  var searches: [[String: String]] {
    switch self {
    case .item(let attributes): [attributes]
    case .keyring(let service, let user):
      [["service": service, "username": user], ["Title": service, "UserName": user]]
    case .file: []
    }
  }

  /// What it is, in the journal: names only.
  var text: String {
    switch self {
    case .item(let attributes):
      "from the item with "
        + attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        .joined(separator: " ")
    case .keyring(let service, let user): "from Python's keyring, \(service) \(user)"
    case .file(let path, let name): "from \(path), \(name)"
    }
  }
}
