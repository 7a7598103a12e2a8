import Testing

@testable import FigctlKit

/// What is told from variables, files and owners: a table, since a test cannot be in a Flatpak.
@Suite struct SurroundingsTests {
  private static func look(
    user: Int = 1000, login: Int? = nil, _ environment: [String: String] = [:],
    files: [String: Int] = [:]
  ) -> Surroundings {
    Surroundings(
      user: user, loginUser: login, environment: { environment[$0] },
      exists: { files[$0] != nil }, owner: { files[$0] })
  }

  @Test func nothingToTell() {
    let plain = Self.look(
      login: 1000,
      [
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus,guid=1",
        "XDG_RUNTIME_DIR": "/run/user/1000", "SSH_CONNECTION": "", "container": "",
        "WAYLAND_DISPLAY": "wayland-0",
      ], files: ["/run/user/1000": 1000, "/run/user/1000/bus": 1000])
    #expect(plain.checks == [])
    #expect(plain.busFix == nil)
    #expect(
      plain.unlockFix(program: "gnome-keyring-daemon")
        == "Unlock it in your password manager; a command that needs the key asks for it too.")
    #expect(plain.creationFix(program: nil).hasPrefix("Create one in your password manager"))
    // Where no prompt can be shown.
    let bare = Self.look(login: 1000)
    #expect(
      bare.unlockFix(program: "gnome-keyring-daemon").hasPrefix("Open it on the terminal: read "))
    #expect(bare.creationFix(program: nil).contains("gnome-keyring-daemon --replace --unlock"))
    #expect(bare.unlockFix(program: "keepassxc") == "Open the database in KeePassXC.")
    #expect(plain.unlockFix(program: "kwalletd5") == "Open the wallet in KWalletManager.")
    #expect(plain.unlockFix(program: "keepassxc") == "Open the database in KeePassXC.")
  }

  @Test(arguments: [
    (
      look(user: 0, ["SUDO_USER": "ada"]), "Root through sudo, for ada.",
      "Run it without sudo: the bus, the keyring and the profiles are ada's."
    ),
    (
      look(login: 1001), "User 1000, in the session of user 1001 (su, or sudo -u).",
      "Log in as user 1000, for example with 'machinectl shell', or use 'dbus-run-session -- bash' "
        + "and open a keyring there."
    ),
    (
      look(
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/7/bus"], files: ["/run/user/7/bus": 7]),
      "User 1000, in the session of user 7 (su, or sudo -u).",
      "Log in as user 1000, for example with 'machinectl shell', or use 'dbus-run-session -- bash' "
        + "and open a keyring there."
    ),
    (
      look(["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"]),
      "A log-in over SSH: nobody sees a prompt on the desktop.", nil
    ),
    (look(["FLATPAK_ID": "org.example.App"]), "In a sandbox: Flatpak org.example.App.", nil),
    (look(files: ["/.flatpak-info": 0]), "In a sandbox: Flatpak.", nil),
    (look(["SNAP_NAME": "example"]), "In a sandbox: Snap example.", nil),
    (look(["container": "podman"]), "In a container: podman.", nil),
    (look(["INVOCATION_ID": "1f2e"]), "In a unit of the system's systemd.", nil),
    (look(files: ["/.dockerenv": 0]), "In a container: docker.", nil),
  ])
  func sentences(surroundings: Surroundings, detail: String, fix: String?) {
    #expect(surroundings.checks.map(\.detail) == [detail])
    #expect(surroundings.checks.map(\.fix) == [fix])
    // Worth knowing, but no failure in itself.
    #expect(surroundings.checks.allSatisfy { $0.exit == .ok })
  }

  @Test(arguments: [
    (look(user: 0, ["SUDO_USER": "ada"]), "Run it as ada, without sudo."),
    (
      look(["FLATPAK_ID": "org.example.App"]),
      "Let the sandbox talk to the store: flatpak override --user "
        + "--talk-name=org.freedesktop.secrets org.example.App"
    ),
    (
      look(["SNAP_NAME": "example"]),
      "Let the snap talk to the store: snap connect example:password-manager-service"
    ),
    (
      look(files: ["/.flatpak-info": 0]),
      "Let the sandbox talk to the store: flatpak override --user "
        + "--talk-name=org.freedesktop.secrets ID"
    ),
    (
      look(["INVOCATION_ID": "1f2e"], files: ["/run/user/1000/bus": 1000]),
      "Make it a unit of the user's own, which has a bus: systemctl --user edit --full --force "
        + "NAME.service"
    ),
    (
      look(["SSH_TTY": "/dev/pts/1"], files: ["/run/user/1000/bus": 1000]),
      "There is one: export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"
    ),
  ])
  func howToComeByABus(surroundings: Surroundings, fix: String) {
    #expect(surroundings.busFix == fix)
  }

  /// A user's own unit has the bus of the user; `INVOCATION_ID` alone says nothing.
  @Test func aUserUnitIsNothingToTell() {
    let unit = Self.look(
      login: 1000, ["INVOCATION_ID": "1f2e", "XDG_RUNTIME_DIR": "/run/user/1000"],
      files: ["/run/user/1000": 1000, "/run/user/1000/bus": 1000])
    #expect(unit.checks == [])
    #expect(unit.busFix == nil)
    #expect(unit.storeFix == nil)
  }

  /// Where nobody sees a dialog, the keyring is opened on the terminal.
  @Test(arguments: [look(["SSH_TTY": "/dev/pts/1"]), look(["container": "podman"])])
  func withoutADialog(surroundings: Surroundings) {
    #expect(
      surroundings.busFix?.hasPrefix("Start one, with a keyring in it: dbus-run-session") == true)
    #expect(
      surroundings.unlockFix(program: "gnome-keyring-daemon").hasPrefix("Open it on the terminal: ")
    )
    #expect(surroundings.unlockFix(program: "kwalletd6") == "Open the wallet in KWalletManager.")
  }
}

/// How findings are shown.
@Suite struct DoctorReportTests {
  private let report = DoctorReport(checks: [
    .ok("bus", "unix:path=/run/bus"), .note("surroundings", "In a container: x.\u{1B}[2J"),
    .failed("lock", CommandFailure(.store, "X", "Locked.", hint: "Unlock it.\nThen again.")),
    .failed("server", CommandFailure(.network, "Y", "Away.")), .skipped("dialect", "Not asked."),
    .warning("key age", "9 days: it is due.", fix: "Replace it."),
  ])

  @Test func lines() {
    #expect(
      report.lines() == [
        "ok    bus           unix:path=/run/bus",
        "      surroundings  In a container: x.\\e[2J",
        "FAIL  lock          Locked.",
        "                    fix: Unlock it.",
        "                         Then again.",
        "FAIL  server        Away.",
        "-     dialect       Not asked.",
        "warn  key age       9 days: it is due.",
        "                    fix: Replace it.",
      ])
  }

  @Test func theFirstFailureIsTheExitCode() {
    #expect(report.exit == .store)
    #expect(DoctorReport(checks: [.warning("x", "y", fix: "z")]).exit == .ok)
    #expect(
      report.document.text(indented: false).hasPrefix(
        #"{"ok":false,"exit":4,"checks":[{"name":"bus","state":"ok","detail":"unix:path=/run/bus","#
          + #""fix":null}"#))
  }
}

/// The proxy, as libcurl reads the environment.
@Suite struct ProxyLineTests {
  @Test(
    arguments: [
      ("https://a.example.com", [:], "None."),
      (
        "https://a.example.com", ["https_proxy": "http://ada:s3cret@p.example.com:3128"],
        "http://p.example.com:3128 (https_proxy)."
      ),
      ("https://a.example.com", ["ALL_PROXY": "p:1"], "p:1 (ALL_PROXY)."),
      (
        "https://a.example.com", ["https_proxy": "p:1", "no_proxy": "x, .example.com"],
        "None: no_proxy excepts a.example.com."
      ),
      (
        "https://a.example.com", ["https_proxy": "p:1", "no_proxy": "ple.com"], "p:1 (https_proxy)."
      ),
      (
        "http://localhost:1", ["https_proxy": "p:1"],
        "None: https_proxy is never used for this machine."
      ),
      ("http://a.example.com", ["all_proxy": "p:1"], "None: all_proxy is never used for http://."),
    ] as [(String, [String: String], String)])
  func line(server: String, environment: [String: String], expected: String) throws {
    let invocation = try #require(
      try {
        if case .run(let invocation) = try CommandParser(commands: CommandTable.all).parse([
          "doctor"
        ]) {
          return invocation
        }
        return nil
      }())
    let context = CommandContext(
      invocation, console: Console(GlobalOptions()), watch: CommandWatch(limit: nil))
    let doctor = ServerDoctor(context: context, environment: { environment[$0] })
    #expect(doctor.proxy(to: try ServerOrigin(of: server)).detail == expected)
  }
}
