import DemoServer
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport

/// A desk with a server of one kind, where somebody is signed in and a key is stored.
struct RotationDesk {
  /// The key that is stored first; made up.
  static let first = "fig_00112233445566778899aabbccddeeff00112233445566778899aabbccddee01"
  /// A key of somebody else's on the same server.
  static let other = DemoScopedKey(
    id: "key_other", name: "somebody else's", secret: "fig_other0other0other0other0other0other0",
    permissions: [.read])

  let desk: Desk
  let kind: KeyRotation.Kind

  /// - Parameters:
  ///   - isKnown: Whether the stored key's id on the server is known; only with scoped keys.
  ///   - others: Keys of other people on the server.
  init(
    _ kind: KeyRotation.Kind, isSignedIn: Bool = true, others: [DemoScopedKey] = [other]
  ) async throws {
    self.kind = kind
    desk = try await Desk(dialect: kind == .single ? .v019 : .v020, storingKey: false)
    try await useKey(Self.first, others: others)
    if isSignedIn {
      let signedIn = try await figctl(["login", "--email", "a@example.com"], input: "password1\n")
      guard signedIn.code == 0 else {
        throw PrivateBus.Failure(description: "login: \(signedIn.errors)")
      }
    }
  }

  /// Gives the server and the store the same key.
  func useKey(_ key: String, others: [DemoScopedKey]) async throws {
    desk.server.configure { configuration in
      configuration.apiKey = kind == .single ? key : ""
      configuration.scopedKeys =
        kind == .single ? [] : others + [Self.scoped(key)]
    }
    let stored = try await figctl(["key", "set", "-q"], input: key)
    guard stored.code == 0 else {
      throw PrivateBus.Failure(description: "key set: \(stored.errors)")
    }
  }

  static func scoped(_ key: String, id: String = "key_mine") -> DemoScopedKey {
    DemoScopedKey(
      id: id, name: "mine", secret: key, permissions: [.read, .run], taskIDs: ["task_1"])
  }

  var server: DemoServer { desk.server }

  func figctl(
    _ words: [String], input: String = "", failPoint: String? = nil
  ) async throws -> FigctlProcess.Outcome {
    let child = try start(words, input: .bytes(Array(input.utf8)), failPoint: failPoint)
    let outcome = try await FigctlProcess.end(of: child, seconds: 60)
    // A provider that has fallen is one more interruption, which the same command gets over.
    if outcome.code == 4, try await desk.bus.restartAfterCrash() {
      return try await figctl(words, input: input)
    }
    return outcome
  }

  func start(
    _ words: [String], input: ChildProcess.Input = .bytes([]), failPoint: String? = nil
  ) throws -> ChildProcess {
    var figctl = desk.figctl
    if let failPoint { figctl.environment["FIGRANIUM_FAIL_POINT"] = failPoint }
    return try figctl.start(words, input: input)
  }

  /// The words of the command that rotates on this kind of server, and what goes in.
  ///
  /// With a key made elsewhere, the server is given it first, as a user would in the web page.
  func rotation(to key: String? = nil) -> (words: [String], input: String) {
    guard kind == .manual else { return (["key", "rotate"], "") }
    let key = key ?? Self.fresh()
    server.configure { $0.scopedKeys.append(Self.scoped(key, id: "key_\(key.suffix(8))")) }
    return (["key", "rotate", "--from-stdin"], key + "\n")
  }

  /// A made-up key that nobody has used.
  static func fresh() -> String {
    "fig_" + (UUID().uuidString + UUID().uuidString).lowercased().filter { $0 != "-" }
  }

  // MARK: - What is there

  /// What every other tool sees: `secret-tool lookup service figranium account PROFILE`.
  func lookUp(_ account: String = "default") async throws -> String? {
    let words = ["/usr/bin/secret-tool", "lookup", "service", "figranium", "account", account]
    var found = try await desk.run(words)
    if found.output.isEmpty, try await desk.bus.restartAfterCrash() {
      found = try await desk.run(words)
    }
    return found.output.isEmpty ? nil : found.output
  }

  /// The keys that the server takes.
  var accepted: Set<String> {
    Set(server.scopedKeys.map(\.secret) + [server.apiKey]).subtracting([""])
  }

  /// All items of keys, by account.
  func accounts() async throws -> [String] {
    _ = try await desk.bus.restartAfterCrash()
    var accounts: [String] = []
    for item in try await desk.bus.items(["service": "figranium"]) {
      let attributes = try await desk.bus.property("Attributes", of: item)?.dictionary ?? [:]
      accounts.append(attributes["account"]?.text ?? "?")
    }
    return accounts.sorted()
  }

  /// The record of the profile's keys, as text.
  var record: String {
    let path = desk.bus.home + "/.local/state/figranium/keys/default.json"
    return (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
  }
}
