import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport

/// A user's desk whose store is a ``FaultySecretService``.
struct StoreDesk {
  static let key = Desk.key
  static let newKey = "0d1b6a4f92c8e7350d1b6a4f92c8e7350d1b6a4f92c8e7350d1b6a4f92c8e735"
  static let session = "s:made-up-session-7f3a.91c2e5d84b60"

  let bus: PrivateBus
  let service: FaultySecretService
  let server: DemoServer

  init() async throws {
    bus = try await PrivateBus(.none)
    service = try await FaultySecretService(on: bus)
    server = try DemoServer(DemoServerConfiguration(dialect: .v019, apiKey: Self.key))
  }

  /// What the store holds at first: key, previous key and session of the profile, and what others
  /// keep.
  func content(for fault: ServiceFault?) -> ServiceContent {
    var content = StoreWorld.content(for: fault)
    if fault == .content(.duplicates) {
      var old = ServiceContent.Item(StoreWorld.attributes("default"), "made-up-duplicate")
      old.modified -= 1_000
      content.add(old)
    }
    content.add(.init(StoreWorld.attributes("default"), Self.key))
    content.add(.init(StoreWorld.attributes("default#previous"), "made-up-key-before"))
    content.add(.init(["service": "backup", "account": "default"], Self.newKey))
    var session = StoreWorld.attributes("default", service: "figranium-session")
    session["xdg:schema"] = "dev.figranium.Session"
    session["server"] = server.baseURL
    content.add(.init(session, Self.session))
    return content
  }

  /// Puts everything back to how it was.
  func reset(_ fault: ServiceFault?) async throws {
    server.configure { configuration in
      configuration.apiKey = Self.key
      configuration.session = Self.session
    }
    for folder in [".config", ".local/state", ".cache"] {
      try? FileManager.default.removeItem(atPath: bus.home + "/" + folder)
    }
    let folder = bus.home + "/.config/figranium"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = "[default]\nserver=\(server.baseURL)\nkey-origin=\(server.baseURL)\n"
    try Data(text.utf8).write(to: URL(filePath: folder + "/figctl.conf"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder + "/figctl.conf")
    try Data("row\n1\n".utf8).write(to: URL(filePath: bus.home + "/rows.csv"))
    try await service.set(fault, content: content(for: fault))
  }

  /// Runs a command to its end.
  func run(_ command: StoreCommand, more: [String]) async throws -> FigctlProcess.Outcome {
    let figctl = FigctlProcess(environment: bus.environment)
    let words =
      more + command.path + command.words.map { $0.replacing("HOME/", with: bus.home + "/") }
    guard command.asks else { return try await figctl.run(words, input: command.input) }
    let child = try await FigctlProcess.offThread { try figctl.start(words, input: .terminal) }
    try await FigctlProcess.offThread {
      // It may have ended before it asks.
      for (question, answer) in [("Figranium server", "\n"), ("API key for", Self.key + "\n")]
      where child.waitForOutput(seconds: 30, where: { output, _ in output.contains(question) }) {
        try? child.write(Array(answer.utf8))
      }
    }
    return try await FigctlProcess.end(of: child)
  }

  /// What is wrong about the store now, `nil` when it may be so.
  func wrong(
    _ command: StoreCommand, isDone: Bool, fault: ServiceFault?
  ) -> String? {
    let (before, after) = (content(for: fault), service.content)
    func values(_ account: String, _ content: ServiceContent) -> [String] {
      content.values(["service": "figranium", "account": account])
    }
    func others(_ content: ServiceContent) -> [String: ServiceContent.Item] {
      content.items.filter { item in
        let account = item.value.attributes["account"] ?? ""
        switch command.effect {
        case .reads: return true
        case .signsInOrOut: return item.value.attributes["service"] != "figranium-session"
        case .removesAll: return !account.hasPrefix("default")
        case .plays: return !account.contains("demo")
        case .stores, .removes, .rotates:
          return item.value.attributes["service"] != "figranium" || !account.hasPrefix("default")
        }
      }
    }
    if others(before) != others(after) { return "what it has nothing to do with has changed" }
    // What the provider does behind our back is its own affair, as long as it is told.
    if fault == .content(.storesAnother), !isDone { return nil }
    let (old, now) = (values("default", before), values("default", after))
    switch command.effect {
    case .reads, .signsInOrOut, .plays: return nil
    case .stores:
      if isDone {
        let wanted = command.asks ? Self.key : Self.newKey
        return now.contains(wanted) ? nil : "stored, it says, and it is not"
      }
      let isKnown = Set(now).isSubset(of: Set(old).union([Self.newKey]))
      return now.isEmpty || !isKnown ? "neither the old key nor the new one" : nil
    case .removes, .removesAll:
      let sessions = after.values(["service": "figranium-session", "account": "default"])
      if isDone, command.effect == .removesAll, !sessions.isEmpty {
        return "removed, it says, and the session is there"
      }
      if isDone { return now.isEmpty ? nil : "removed, it says, and it is there" }
      return Set(now).isSubset(of: old) ? nil : "the key has changed"
    case .rotates:
      let all = ["default", "default#pending", "default#previous"].flatMap { values($0, after) }
      if now.isEmpty { return "the key is lost" }
      return all.contains(server.apiKey) ? nil : "no key is left that the server takes"
    }
  }

  /// Everything that must never be printed.
  var secrets: [String] { [Self.key, Self.newKey, Self.session, server.apiKey, "made-up-"] }
}
