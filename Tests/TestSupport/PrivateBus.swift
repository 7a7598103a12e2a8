package import GLibBridge
import Glibc
import Synchronization

/// A message bus of a test's own with a real gnome-keyring on it, away from the user's; or another
/// provider, see ``TestedProvider``.
///
/// HOME and XDG_RUNTIME_DIR are directories of its own. Letting go of the value ends every process
/// and removes the directories; ``stop()`` does so at once.
package final class PrivateBus: Sendable {
  /// Which Secret Service is on the bus.
  package enum Keyring: Sendable {
    /// The tested provider, its default collection open.
    case unlocked
    /// The tested provider, never unlocked: with gnome-keyring no default collection exists.
    case neverUnlocked
    /// Nobody, and nobody can be activated.
    case none
    /// An activation file whose program never comes to the bus.
    case brokenActivation
    /// An activation file whose program ends at once.
    case failingActivation
    /// gnome-keyring, not running: the bus starts it at the first call.
    case activated
  }

  /// A fault of the bus itself, which no test is about.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  /// The bus's address.
  package let address: String
  /// A connection to it, for what a test wants to ask or do beside the code under test.
  package let connection: BusConnection
  /// HOME of the daemon and of child processes.
  package var home: String { directory.file("home") }

  private struct State {
    var keyring: ChildProcess?
    /// The provider's own process, where a script runs it.
    var keyringID: Int32?
    var helpers: [ChildProcess] = []
    /// Changes when the provider has ended by itself, and again when it is back.
    var epoch = 0
    var isRestarting = false
  }

  private static let password = "made-up keyring password"
  private let directory: TemporaryDirectory
  private let daemon: ChildProcess
  private let state = Mutex(State())
  private let crashes = ProviderCrashes.current

  /// Starts the bus, and the keyring; both are ready when it returns.
  package init(_ keyring: Keyring = .unlocked) async throws {
    directory = try TemporaryDirectory()
    for name in ["home", "home/.local", "home/.local/share", "run", "services"] {
      guard unsafe mkdir(directory.file(name), 0o700) == 0 else {
        throw Failure(description: "mkdir: errno \(errno)")
      }
    }
    try Self.writeActivation(keyring, directory)
    let configuration = try directory.write(
      Self.configuration(listen: directory.file("run/bus"), services: directory.file("services")),
      to: "bus.conf")
    daemon = try ChildProcess(
      ["/usr/bin/dbus-daemon", "--nofork", "--print-address", "--config-file=\(configuration)"],
      environment: Self.environment(directory, address: nil))
    guard daemon.waitForOutput(seconds: 60, where: { output, _ in output.contains("\n") }),
      let line = daemon.standardOutput.split(separator: "\n").first
    else { throw Failure(description: "dbus-daemon: \(daemon.standardError)") }
    address = String(line)
    connection = try await BusConnection.connect(
      to: address, deadline: Deadline(limit: .seconds(30)))
    switch keyring {
    case .unlocked: try await startKeyring(unlocked: true)
    case .neverUnlocked: try await startKeyring(unlocked: false)
    case .none, .brokenActivation, .failingActivation, .activated: break
    }
    crashes?.watch(self)
  }

  deinit { stop() }

  /// For child processes: these variables and no more.
  package var environment: [String: String] { Self.environment(directory, address: address) }

  /// Locks the default collection (`Service.Lock`), which has been open: its names stay readable.
  package func lock() async throws {
    let path = try await defaultCollection()
    let answer = try await service("Lock", [.objectPaths([path])], reply: "(aoo)")
    guard let prompt = answer[1]?.text, prompt != "/" else { return }
    // KeePassXC: a prompt that nobody sees, and that ends by itself.
    _ = try await connection.call(
      "org.freedesktop.secrets", path: prompt, interface: "org.freedesktop.Secret.Prompt",
      member: "Prompt", [.string("")], reply: "()", deadline: Deadline(limit: .seconds(30)))
    let limit = ContinuousClock.now + .seconds(30)
    while try await isLocked(path) != true {
      guard ContinuousClock.now < limit else {
        throw Failure(description: "\(path) does not lock")
      }
      await Task.yield()
    }
  }

  private func isLocked(_ collection: String) async throws -> Bool? {
    try await connection.call(
      "org.freedesktop.secrets", path: collection, interface: "org.freedesktop.DBus.Properties",
      member: "Get", [.string("org.freedesktop.Secret.Collection"), .string("Locked")],
      reply: "(v)", deadline: Deadline(limit: .seconds(30)))[0]?.bool
  }

  /// Stops the keyring's process (SIGSTOP): it is there and never answers.
  package func freeze() { signalKeyring(SIGSTOP) }

  /// Lets it run on (SIGCONT).
  package func thaw() { signalKeyring(SIGCONT) }

  private func signalKeyring(_ signal: Int32) {
    let (keyring, id) = state.withLock { ($0.keyring, $0.keyringID) }
    if let id { kill(id, signal) } else { keyring?.send(signal: signal) }
  }

  /// Stops the bus itself (SIGSTOP): a socket that takes connections, where nobody answers.
  package func freezeBus() { daemon.send(signal: SIGSTOP) }

  /// Ends the keyring and starts it again, unlocked or as after a login without a password.
  package func restartKeyring(unlocked: Bool) async throws {
    try await stopKeyring()
    try await startKeyring(unlocked: unlocked)
  }

  /// Ends the keyring; the name has no owner when this returns.
  package func stopKeyring() async throws {
    if state.withLock({ $0.keyring != nil }) {
      switch TestedProvider.current {
      case .gnomeKeyring: break
      case .kwallet: try await writeWallet()
      case .keepassxc: try await waitForDatabase()
      }
    }
    let former = state.withLock { state in
      let former = state.keyring
      state.keyring = nil
      state.keyringID = nil
      return former
    }
    former?.kill()
    try await waitForName("org.freedesktop.secrets", owned: false)
  }

  /// Whether the provider has ended by itself; only KeePassXC does, see ``ProviderCrashes``.
  var hasFallen: Bool {
    guard TestedProvider.current == .keepassxc, let provider = state.withLock({ $0.keyring })
    else { return false }
    // Its script ends a moment after it.
    return provider.wait(seconds: 0.5) != nil
  }

  private var hasFallenNow: Bool {
    TestedProvider.current == .keepassxc
      && state.withLock { $0.keyring }?.wait(seconds: 0) != nil
  }

  /// Changes when the provider has ended by itself, and again when it is back.
  package var epoch: Int { state.withLock { $0.epoch } }

  /// Starts the provider anew when it has ended by itself, or waits while somebody else does.
  ///
  /// - Returns: Whether it had ended.
  package func restartAfterCrash() async throws -> Bool {
    guard TestedProvider.current == .keepassxc else { return false }
    if state.withLock({ $0.isRestarting }) {
      let limit = ContinuousClock.now + .seconds(60)
      while state.withLock({ $0.isRestarting }), ContinuousClock.now < limit {
        // Something to wait for between two looks.
        _ = try await connections()
      }
      return true
    }
    guard try await !hasOwner("org.freedesktop.secrets"), hasFallen else { return false }
    let isMine = state.withLock { state in
      defer { state.isRestarting = true }
      if !state.isRestarting { state.epoch += 1 }
      return !state.isRestarting
    }
    guard isMine else { return try await restartAfterCrash() }
    defer {
      state.withLock { state in
        state.isRestarting = false
        state.epoch += 1
      }
    }
    crashes?.note()
    print("KeePassXC crashed, and is started anew")
    try await startKeyring(unlocked: true)
    return true
  }

  /// Puts a prompter on the bus that takes every prompt and never answers: a dialog nobody sees.
  ///
  /// - Returns: The process; it writes a line for each call.
  @discardableResult package func startDeafPrompter() async throws -> ChildProcess {
    try await startHelper("deaf_prompter.py", [], owning: "org.gnome.keyring.SystemPrompter")
  }

  /// Puts a made-up Secret Service on the bus, for what a real one cannot be brought to do.
  ///
  /// - Parameter mode: See `Python/fake_secret_service.py`.
  /// - Returns: The process; it writes a line for each call.
  @discardableResult package func startFakeService(_ mode: String) async throws -> ChildProcess {
    try await startHelper(
      "fake_secret_service.py", [mode], owning: "org.freedesktop.secrets")
  }

  /// Makes another collection, without a dialog, and makes it the default one.
  package func makeDefaultCollection(label: String) async throws -> String {
    let session = try await service(
      "OpenSession", [.string("plain"), .variant(.string(""))], reply: "(vo)")
    let password = BusValue.tuple([
      .objectPath(session[1]?.text ?? "/"), .array(of: "y", []),
      .array(of: "y", Self.password.utf8.map { .byte($0) }), .string("text/plain"),
    ])
    let made = try await connection.call(
      "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
      interface: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
      member: "CreateWithMasterPassword",
      [.properties(["org.freedesktop.Secret.Collection.Label": .string(label)]), password],
      reply: "(o)", deadline: Deadline(limit: .seconds(30)))
    let path = made[0]?.text ?? "/"
    try await setDefault(path)
    return path
  }

  /// Makes a collection the default one (`Service.SetAlias`).
  package func setDefault(_ path: String) async throws {
    _ = try await service("SetAlias", [.string("default"), .objectPath(path)], reply: "()")
  }

  /// The path of the default collection (`Service.ReadAlias`).
  package func defaultCollection() async throws -> String {
    try await service("ReadAlias", [.string("default")], reply: "(o)")[0]?.text ?? "/"
  }

  /// The paths of all items with these attributes, in every collection.
  package func items(_ attributes: [String: String]) async throws -> [String] {
    let found = try await service("SearchItems", [.strings(attributes)], reply: "(aoao)")
    return found.members.flatMap { $0.members.compactMap(\.text) }
  }

  /// A property of an item.
  package func property(_ name: String, of item: String) async throws -> BusValue? {
    try await connection.call(
      "org.freedesktop.secrets", path: item, interface: "org.freedesktop.DBus.Properties",
      member: "Get", [.string("org.freedesktop.Secret.Item"), .string(name)], reply: "(v)",
      deadline: Deadline(limit: .seconds(30)))[0]
  }

  /// Has the bus refuse every call to the Secret Service, as AppArmor does to a snap.
  package func denySecrets() async throws {
    let plain = Self.configuration(
      listen: directory.file("run/bus"), services: directory.file("services"))
    try directory.write(
      plain.replacing(
        "</policy>", with: "<deny send_destination=\"org.freedesktop.secrets\"/></policy>"),
      to: "bus.conf")
    try await reloadConfiguration()
  }

  private func reloadConfiguration() async throws {
    _ = try await connection.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "ReloadConfig", [], reply: "()", deadline: Deadline(limit: .seconds(30)))
  }

  /// Lets the bus start a program for a name.
  ///
  /// - Parameter text: The activation file.
  package func addActivation(_ name: String, _ text: String) async throws {
    try directory.write(text, to: "services/\(name).service")
    try await reloadConfiguration()
  }

  /// Puts a speech server on a socket that says nothing and writes what it is given.
  ///
  /// - Returns: The process, and the variable that leads to it.
  package func startSpeechServer() throws -> (process: ChildProcess, variable: [String: String]) {
    let socket = directory.file("speech")
    let process = try ChildProcess(
      ["/usr/bin/python3", "-u", Python.path("ssip_server.py"), socket], environment: environment)
    state.withLock { $0.helpers.append(process) }
    guard process.waitForOutput(seconds: 30, where: { output, _ in output.contains("listening") })
    else { throw Failure(description: "ssip_server.py: \(process.standardError)") }
    return (process, ["SPEECHD_ADDRESS": "unix_socket:\(socket)"])
  }

  /// Runs a program on this bus to its end; see ``TestedProvider/run(_:once:)``.
  package func run(_ arguments: [String], input: String = "") async throws -> FinishedProcess {
    try await TestedProvider.run(arguments) {
      try await FinishedProcess.run(arguments, environment: environment, input: input)
    }
  }

  /// Ends everything.
  package func stop() {
    if hasFallenNow { crashes?.note() }
    let (keyring, helpers) = state.withLock { state in
      let all = (state.keyring, state.helpers)
      state = State()
      return all
    }
    for process in helpers { process.kill() }
    keyring?.kill()
    daemon.kill()
  }

  /// The unique names of all connections (`ListNames`).
  package func connections() async throws -> Set<String> {
    let names = try await connection.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "ListNames", [], reply: "(as)", deadline: Deadline(limit: .seconds(30)))
    return Set((names[0]?.members ?? []).compactMap(\.text).filter { $0.hasPrefix(":") })
  }

  private func hasOwner(_ name: String) async throws -> Bool {
    let answer = try await connection.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "NameHasOwner", [.string(name)], reply: "(b)", deadline: Deadline(limit: .seconds(30))
    )
    return answer[0]?.bool == true
  }

  /// Waits until a name has an owner, or has none.
  package func waitForName(_ name: String, owned: Bool) async throws {
    try await NameWatch.wait(for: name, owned: owned, on: connection)
  }

  private func service(
    _ member: String, _ arguments: [BusValue], reply: String
  ) async throws -> BusValue {
    try await connection.call(
      "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
      interface: "org.freedesktop.Secret.Service", member: member, arguments, reply: reply,
      deadline: Deadline(limit: .seconds(30)))
  }

  private func startKeyring(unlocked: Bool) async throws {
    if let script = TestedProvider.current.script {
      let process = try ChildProcess(
        [script] + (unlocked ? [] : ["--closed"]), environment: environment)
      state.withLock { $0.keyring = process }
      let id = try await TestedProvider.ready(process)
      state.withLock { $0.keyringID = id }
      return
    }
    var arguments = ["/usr/bin/gnome-keyring-daemon", "--foreground", "--components=secrets"]
    if unlocked { arguments.append("--unlock") }
    let process = try ChildProcess(
      arguments, environment: environment, input: .bytes(Array(Self.password.utf8)))
    state.withLock { $0.keyring = process }
    try await waitForName("org.freedesktop.secrets", owned: true)
  }

  private func startHelper(
    _ script: String, _ arguments: [String], owning name: String
  ) async throws -> ChildProcess {
    let process = try ChildProcess(
      ["/usr/bin/python3", "-u", Python.path(script)] + arguments, environment: environment)
    state.withLock { $0.helpers.append(process) }
    try await waitForName(name, owned: true)
    return process
  }
}
