import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

@testable import FigctlKit

/// `figctl doctor` in situations that are really there: its sentences, and its exit code.
@Suite struct DoctorCommandTests {
  /// Runs it where it takes itself to be in a container, so that every machine says the same.
  private func doctor(
    _ environment: [String: String], _ more: [String: String] = [:], words: [String] = []
  ) async throws -> FigctlProcess.Outcome {
    let whole = environment.merging(["container": "test"]) { $1 }.merging(more) { $1 }
    let outcome = try await FigctlProcess(environment: whole).run(["doctor"] + words)
    #expect(outcome.errors == "")
    return outcome
  }

  /// The lines on one thing, without the spaces that line them up.
  private func lines(_ name: String, _ outcome: FigctlProcess.Outcome) -> [String] {
    let all = outcome.output.split(separator: "\n").map { String($0) }
    guard let first = all.firstIndex(where: { $0.dropFirst(6).hasPrefix(name + "  ") }) else {
      return []
    }
    let rest = all[(first + 1)...].prefix { $0.hasPrefix("            ") }
    return ([all[first]] + rest).map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func allIsWell() async throws {
    let desk = try await Desk()
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 0)
    let address = desk.bus.address.prefix { $0 != "," }
    #expect(lines("profile", outcome) == ["ok profile default, for \(desk.server.baseURL)"])
    #expect(lines("bus", outcome)[0].hasPrefix("ok bus \(address)"))
    #expect(lines("bus", outcome)[0].hasSuffix("(DBUS_SESSION_BUS_ADDRESS)"))
    #expect(lines("provider", outcome)[0].hasPrefix("ok provider gnome-keyring-daemon, process "))
    #expect(lines("collection", outcome) == ["ok collection Login"])
    #expect(lines("lock", outcome) == ["ok lock Open."])
    #expect(lines("key", outcome) == ["ok key Stored for profile 'default', by figctl."])
    #expect(lines("key age", outcome) == ["ok key age 0 days."])
    #expect(lines("proxy", outcome) == ["ok proxy None."])
    #expect(lines("tls", outcome) == ["ok tls Not needed: the server is on this machine."])
    #expect(lines("server", outcome)[0].hasPrefix("ok server \(desk.server.baseURL) answers ("))
    #expect(lines("dialect", outcome)[0].hasPrefix("ok dialect documented, "))
    #expect(lines("key accepted", outcome) == ["ok key accepted Yes."])
    #expect(!outcome.output.contains(Desk.key))
    // Nothing is wrong, so there is nothing to do; the desktop's lines are notes.
    #expect(!outcome.output.contains("FAIL"))
  }

  @Test(arguments: DemoDialect.allCases)
  func dialects(dialect: DemoDialect) async throws {
    let desk = try await Desk(dialect: dialect)
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 0)
    #expect(lines("key accepted", outcome) == ["ok key accepted Yes."])
  }

  @Test func noBus() async throws {
    let home = try TemporaryHome()
    let outcome = try await doctor(home.environment)
    #expect(outcome.code == 4)
    #expect(
      lines("bus", outcome) == [
        "FAIL bus There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and there is no socket "
          + "$XDG_RUNTIME_DIR/bus.",
        "fix: Start one, with a keyring in it: dbus-run-session -- bash -c 'read -rsp \"Keyring "
          + "password: \" p; printf %s \"$p\" | gnome-keyring-daemon --unlock --components=secrets; "
          + "exec bash'",
      ])
    for name in ["provider", "collection", "lock", "key", "key age"] {
      #expect(lines(name, outcome) == ["- \(name) There is no bus."])
    }
    // What needs no bus is looked at all the same.
    #expect(lines("server", outcome)[0].hasPrefix("FAIL server "))
    #expect(lines("notifications", outcome) == ["- notifications There is no bus."])
  }

  @Test func aBusThatIsGone() async throws {
    let home = try TemporaryHome()
    let outcome = try await doctor(
      home.environment, ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
    #expect(outcome.code == 4)
    #expect(
      lines("bus", outcome)[0]
        == "FAIL bus The session bus cannot be reached: Could not connect: No such file or directory."
    )
  }

  @Test func noProvider() async throws {
    let bus = try await PrivateBus(.none)
    let outcome = try await doctor(bus.environment)
    #expect(outcome.code == 4)
    #expect(lines("bus", outcome)[0].hasPrefix("ok bus "))
    #expect(
      lines("provider", outcome) == [
        "FAIL provider No program provides the Secret Service (org.freedesktop.secrets) on the "
          + "session bus.",
        "fix: Install and start one: gnome-keyring (GNOME), KWallet with \"apiEnabled=true\" under "
          + "[org.freedesktop.secrets] in kwalletrc (KDE), or keepassxc with its Secret Service "
          + "integration switched on.",
      ])
    #expect(lines("key", outcome) == ["- key There is no provider."])
    #expect(
      lines("notifications", outcome)[0]
        == "notifications No program shows notifications on this bus.")
  }

  @Test func noCollection() async throws {
    let bus = try await PrivateBus(.neverUnlocked)
    let outcome = try await doctor(bus.environment)
    #expect(outcome.code == 4)
    #expect(lines("provider", outcome)[0].hasPrefix("ok provider gnome-keyring-daemon"))
    #expect(lines("collection", outcome)[0] == "FAIL collection There is no default keyring yet.")
    #expect(lines("lock", outcome) == ["- lock There is no collection."])
  }

  @Test func aCollectionThatIsNotThere() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["profile", "set", "default", "collection=Nowhere"])
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 4)
    #expect(lines("provider", outcome)[0].hasPrefix("ok "))
    #expect(
      lines("collection", outcome)[0]
        == "FAIL collection There is no keyring with the label \"Nowhere\".")
  }

  @Test func locked() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    // A prompter that never answers: who asked for the key with a prompt would still be waiting.
    let prompter = try await desk.bus.startDeafPrompter()
    let outcome = try await doctor(desk.bus.environment, ["SSH_TTY": "/dev/pts/9"])
    #expect(outcome.code == 4)
    #expect(
      lines("lock", outcome) == [
        "FAIL lock The collection \"Login\" is locked.",
        "fix: Open it on the terminal: read -rsp 'Keyring password: ' p; printf %s \"$p\" | "
          + "gnome-keyring-daemon --replace --unlock --components=secrets; unset p",
      ])
    #expect(lines("key", outcome) == ["- key Not known while the collection is locked."])
    #expect(lines("server", outcome)[0].hasPrefix("ok server "))
    #expect(lines("key accepted", outcome) == ["- key accepted No key could be read."])
    #expect(outcome.output.contains("A log-in over SSH: nobody sees a prompt on the desktop."))
    #expect(!prompter.standardOutput.contains("BeginPrompting"))
  }

  @Test func aFrozenProvider() async throws {
    let desk = try await Desk()
    try await desk.freeze()
    defer { desk.bus.thaw() }
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 4)
    #expect(lines("bus", outcome)[0].hasPrefix("ok bus "))
    #expect(
      lines("provider", outcome)[0].hasPrefix(
        "FAIL provider The credential store did not answer within "))
  }

  /// Without a key no key is wrong.
  @Test func aServerThatWantsAKey() async throws {
    let desk = try await Desk(storingKey: false)
    let server = try ScriptedServer()
    defer { server.stop() }
    server.answer { _ in
      .response(
        status: 401, headers: [("Content-Type", "application/json")],
        body: Array(#"{"error":"INVALID_API_KEY"}"#.utf8))
    }
    try await desk.useServer(server.baseURL)
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 3)
    #expect(lines("server", outcome)[0].hasPrefix("ok server \(server.baseURL) answers"))
    #expect(lines("dialect", outcome) == ["- dialect The server tells it only to a key."])
    #expect(lines("key accepted", outcome) == ["- key accepted No key could be read."])
  }

  @Test func noKey() async throws {
    let desk = try await Desk(storingKey: false)
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 3)
    #expect(
      lines("key", outcome) == [
        "FAIL key No key is stored for profile 'default'.", "fix: Store it: figctl key set",
      ])
    #expect(lines("server", outcome)[0].hasPrefix("ok server "))
  }

  @Test func aKeyThatIsRefused() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.apiKey = "another-key-0123456789" }
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 6)
    #expect(lines("key", outcome)[0].hasPrefix("ok key "))
    #expect(lines("key accepted", outcome)[0].hasPrefix("FAIL key accepted "))
    #expect(lines("key accepted", outcome)[1].hasSuffix("store the new one: figctl key set"))
    #expect(!outcome.output.contains(Desk.key))
  }

  @Test func aServerThatIsAway() async throws {
    let desk = try await Desk()
    desk.server.stop()
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 5)
    #expect(
      lines("server", outcome) == [
        "FAIL server The server \(desk.server.baseURL) refused the connection.",
        "fix: Check the base URL, and that the server runs.",
      ])
    #expect(lines("dialect", outcome) == ["- dialect The server cannot be asked."])
  }

  @Test func anotherServer() async throws {
    let desk = try await Desk()
    let outcome = try await doctor(
      desk.bus.environment, words: ["--server", "http://localhost:1"])
    #expect(outcome.code == 2)
    #expect(
      lines("key", outcome)[0]
        == "FAIL key The key of profile 'default' is for \(desk.server.baseURL) and is not sent to "
        + "http://localhost:1.")
  }

  @Test func aKeyThatIsDue() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["profile", "set", "default", "max-key-age=1"])
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 0)
    #expect(lines("key age", outcome) == ["ok key age 0 days, of 1."])
  }

  @Test func aRotationThatIsNotFinished() async throws {
    let desk = try await Desk()
    let folder = desk.bus.home + "/.local/state/figranium/keys"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Notes that cannot be read must not be taken for none.
    try Data("cut off".utf8).write(to: URL(filePath: folder + "/default.json"))
    let outcome = try await doctor(desk.bus.environment)
    #expect(outcome.code == 0)
    #expect(
      lines("rotation", outcome) == [
        "warn rotation A rotation has left something to settle, or is going on.",
        "fix: Finish it, or take it back: figctl key recover",
      ])
  }

  @Test func noSuchProfile() async throws {
    let desk = try await Desk()
    let outcome = try await doctor(desk.bus.environment, words: ["-p", "nope"])
    #expect(outcome.code == 7)
    #expect(lines("profile", outcome)[0] == "FAIL profile There is no profile 'nope'.")
    #expect(lines("provider", outcome)[0].hasPrefix("ok "))
    #expect(lines("key", outcome) == ["- key There is no profile."])
  }

  @Test func sudo() async throws {
    let home = try TemporaryHome()
    let outcome = try await doctor(home.environment, ["SUDO_USER": "ada"])
    #expect(outcome.code == 4)
    // Only root can have come by sudo.
    guard FileFacts.isRoot else { return }
    #expect(lines("surroundings", outcome)[0] == "warn surroundings Root through sudo, for ada.")
    #expect(lines("bus", outcome)[1] == "fix: Run it as ada, without sudo.")
  }

  @Test func json() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    let outcome = try await doctor(desk.bus.environment, words: ["--json"])
    #expect(outcome.code == 4)
    #expect(outcome.output.hasPrefix(#"{"ok":false,"exit":4,"checks":[{"name":"surroundings","#))
    #expect(
      outcome.output.contains(
        #"{"name":"lock","state":"failed","detail":"The collection \"Login\" is locked.","fix":"#))
  }

  @Test func theDesktopsFiles() async throws {
    let bus = try await PrivateBus(.none)
    let data = bus.home + "/data"
    func write(_ text: String, _ path: String) throws {
      let folder = (data + "/" + path).split(separator: "/").dropLast().map { "/\($0)" }.joined()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: "\(data)/\(path)"))
    }
    let id = DesktopDoctor.applicationID
    let more = ["XDG_DATA_DIRS": data]
    try write(
      "[D-BUS Service]\nName=\(id)\nExec=/nowhere/figctl service\n", "dbus-1/services/\(id).service"
    )
    try write("", "gnome-shell/search-providers/\(id).search-provider.ini")
    var outcome = try await doctor(bus.environment, more)
    #expect(
      lines("activation file", outcome)[0]
        == "warn activation file \(data)/dbus-1/services/\(id).service names /nowhere/figctl, which "
        + "cannot be run.")
    #expect(lines("search provider", outcome)[0].hasPrefix("warn search provider "))
    try write(
      "[D-BUS Service]\nName=\(id)\nExec=/bin/true service\n", "dbus-1/services/\(id).service")
    try write("", "applications/\(id).desktop")
    outcome = try await doctor(bus.environment, more)
    // This bus reads another folder.
    #expect(
      lines("activation file", outcome)[0].hasSuffix("is there, but the bus has not read it."))
    #expect(
      lines("search provider", outcome)[0]
        == "ok search provider GNOME (\(data)/gnome-shell/search-providers/\(id).search-provider.ini)"
    )
  }
}
