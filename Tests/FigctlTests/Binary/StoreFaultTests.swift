import GLibBridge
import TestSupport
import Testing

/// Credential stores that fail: each ends within its limit, with exit code 4 and exact words.
@Suite struct StoreFaultTests {
  private static let privateSession =
    "dbus-run-session -- bash -c 'read -rsp \"Keyring password: \" p; printf %s \"$p\" | "
    + "gnome-keyring-daemon --unlock --components=secrets; exec bash'"

  private static let doctor = "'figctl doctor' says how, also without a desktop."

  /// The commands that need a key, each by another way to it.
  private static let commands = [
    ["key", "show"], ["key", "check"], ["task", "list"], ["run", "x"], ["stop", "x"],
    ["intent", "perform", "Get Figranium Execution Status", "executionID=x"],
  ]

  private func expect(
    _ message: String, _ hint: String, exit: Int32 = 4, from environment: [String: String],
    commands: [[String]] = Self.commands, more: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for command in commands {
      let outcome = try await FigctlProcess(environment: environment).run(command + more)
      #expect(
        outcome.errors == "figctl: \(message)\n  \(hint)\n", "\(command)",
        sourceLocation: sourceLocation)
      #expect(outcome.code == exit, "\(command)", sourceLocation: sourceLocation)
      #expect(outcome.output == "", "\(command)", sourceLocation: sourceLocation)
    }
  }

  @Test func noBus() async throws {
    let home = try TemporaryHome()
    try await expect(
      "There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and there is no socket "
        + "$XDG_RUNTIME_DIR/bus.",
      "Log in to a desktop session, or start a private one: \(Self.privateSession)",
      from: home.environment, commands: Self.commands + [["key", "list"]])
  }

  @Test func aBusThatIsGone() async throws {
    let home = try TemporaryHome()
    let environment = home.environment.merging(
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
    ) { $1 }
    try await expect(
      "The session bus cannot be reached: Could not connect: No such file or directory.",
      "Check DBUS_SESSION_BUS_ADDRESS, or start a private session: \(Self.privateSession)",
      from: environment)
  }

  @Test func noProvider() async throws {
    let bus = try await PrivateBus(.none)
    try await expect(
      "No program provides the Secret Service (org.freedesktop.secrets) on the session bus.",
      "Install and start one: gnome-keyring (GNOME), KWallet with \"apiEnabled=true\" under "
        + "[org.freedesktop.secrets] in kwalletrc (KDE), or keepassxc with its Secret Service "
        + "integration switched on.",
      from: bus.environment)
    let set = try await FigctlProcess(environment: bus.environment).run(
      ["key", "set", "--no-verify"], input: Desk.key)
    #expect(set.code == 4)
    #expect(TemporaryHome.files(below: bus.home, holding: Desk.key) == [])
  }

  @Test func aProviderThatDoesNotStart() async throws {
    let bus = try await PrivateBus(.failingActivation)
    try await expect(
      "The program that provides the Secret Service could not be started: Process "
        + "org.freedesktop.secrets exited with status 1.",
      "Start gnome-keyring-daemon, KWallet or KeePassXC by hand to see why, then try again.",
      from: bus.environment)
  }

  @Test func aProviderThatNeverComes() async throws {
    let bus = try await PrivateBus(.brokenActivation)
    try await expect(
      "The credential store did not answer within 1 second (waiting for "
        + "StartServiceByName).",
      "The program that provides it may hang. Restart it (gnome-keyring-daemon, KWallet or "
        + "KeePassXC), then try again.",
      from: bus.environment, commands: [["key", "show"], ["run", "x"]], more: ["--timeout", "1"])
  }

  @Test func lockedWithoutAPrompt() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    try await expect(
      "The keyring \"Login\" is locked.",
      "Unlock it in your password manager, then try again. " + Self.doctor,
      from: desk.bus.environment, more: ["--no-prompt"])
    // Nothing was deleted for being out of reach.
    try await desk.bus.restartKeyring(unlocked: true)
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }

  @Test func lockedWithoutAPrompter() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    try await expect(
      "The prompt for the keyring \"Login\" was dismissed.",
      "Try again and answer the prompt. Where no prompt can be shown, unlock the keyring first. "
        + Self.doctor,
      from: desk.bus.environment)
  }

  @Test(arguments: [["key", "show"], ["run", "x"], ["stop", "x"]])
  func aPromptThatNobodyAnswers(command: [String]) async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    try await desk.bus.startDeafPrompter()
    let outcome = try await desk.figctl.run(command + ["--timeout", "3"])
    #expect(outcome.code == 4)
    #expect(
      outcome.errors
        == "figctl: Waiting for the prompt to unlock the keyring \"Login\".\nfigctl: Nobody answered "
        + "the prompt for the keyring \"Login\" within 3 seconds.\n  Unlock it in your password "
        + "manager first, or log in to the desktop where the prompt is shown.\n")
  }

  @Test(arguments: [["key", "show"], ["key", "list"], ["run", "x"], ["stop", "x"]])
  func aFrozenDaemon(command: [String]) async throws {
    let desk = try await Desk()
    try await desk.freeze()
    defer { desk.bus.thaw() }
    let outcome = try await desk.figctl.run(command + ["--timeout", "1"])
    #expect(outcome.code == 4)
    #expect(
      outcome.errors.hasPrefix(
        "figctl: The credential store did not answer within 1 second (waiting for "))
    #expect(outcome.errors.hasSuffix("KeePassXC), then try again.\n"))
  }

  @Test func noKey() async throws {
    let desk = try await Desk(storingKey: false)
    try await expect(
      "No key is stored for profile 'default'.", "Store it: figctl key set", exit: 3,
      from: desk.bus.environment)
    _ = try await desk.figctl.run(["profile", "add", "other", "--server", "https://a.example.com"])
    try await expect(
      "No key is stored for profile 'other'.", "Store it: figctl -p other key set", exit: 3,
      from: desk.bus.environment, more: ["-p", "other"])
  }
}
