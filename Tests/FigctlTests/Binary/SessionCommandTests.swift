import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl login`, `logout`, `whoami`, and what a session is good for.
@Suite struct SessionCommandTests {
  private let account = DemoServerConfiguration(apiKey: Desk.key)

  private func login(_ desk: Desk, _ more: [String] = []) async throws -> FigctlProcess.Outcome {
    try await desk.figctl.run(
      ["login", "--email", account.email] + more, input: account.password + "\n")
  }

  private func sessions(_ desk: Desk) async throws -> [String] {
    try await desk.bus.items(["service": "figranium-session"])
  }

  @Test func inWhoOut() async throws {
    let desk = try await Desk(dialect: .v019)
    let before = try await desk.figctl.run(["whoami"])
    #expect(before.code == 3)
    #expect(before.errors.contains("figctl login --email ADDRESS"))
    let signedIn = try await login(desk)
    #expect(signedIn.code == 0)
    #expect(
      signedIn.output == "Signed in to \(desk.server.baseURL) as \(account.email) (A).\n")
    #expect(signedIn.errors == "")
    let who = try await desk.figctl.run(["whoami", "--json"])
    #expect(who.code == 0)
    #expect(
      who.output == "{\"profile\":\"default\",\"server\":\"\(desk.server.baseURL)\","
        + "\"signedIn\":true,\"user\":{\"id\":\"1796000700327\",\"name\":\"A\","
        + "\"email\":\"\(account.email)\"}}\n")
    let out = try await desk.figctl.run(["logout"])
    #expect(out.output == "Signed out of \(desk.server.baseURL).\n")
    #expect(out.code == 0)
    #expect(try await sessions(desk).isEmpty)
    #expect(try await desk.figctl.run(["logout"]).code == 3)
    // The key is another thing.
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }

  @Test func itGoesWithTheProfileWhereTheKeyDoes() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(try await login(desk).code == 0)
    let removed = try await desk.figctl.run(["profile", "remove", "default", "--delete-key"])
    #expect(removed.code == 0)
    #expect(removed.output == "Removed profile 'default', its key and its session.\n")
    #expect(removed.errors.contains("'figctl logout' before ends it at once"))
    #expect(try await sessions(desk).isEmpty)
  }

  @Test func theItemIsNoKeyAndNamesItsServer() async throws {
    let desk = try await Desk(dialect: .v019, storingKey: false)
    #expect(try await login(desk).code == 0)
    let item = try #require(try await sessions(desk).first)
    var attributes = try await desk.bus.property("Attributes", of: item)?.dictionary ?? [:]
    attributes["xdg:schema"] = nil
    #expect(
      attributes.mapValues { $0.text } == [
        "service": "figranium-session", "account": "default", "username": "default",
        "application": "figctl", "server": desk.server.baseURL,
      ])
    #expect(try await desk.bus.property("Label", of: item)?.text == "Figranium session (default)")
    // No look-up of a key meets it.
    #expect(try await desk.figctl.run(["key", "show"]).code == 3)
    #expect(try await desk.figctl.run(["task", "list"]).code == 3)
    let tool = try await desk.run([
      "/usr/bin/secret-tool", "lookup", "service", "figranium", "account", "default",
    ])
    #expect(tool.output == "")
    let list = try await desk.figctl.run(["key", "list"])
    #expect(list.output.contains("no"))
    #expect(!list.output.contains("yes"))
  }

  @Test(arguments: [DemoDialectName.v09, .v019])
  func whatOnlyASessionMay(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    let server = desk.server
    server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1"])
    let run = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    let refused = try await desk.figctl.run(["stop", run.runID])
    #expect(refused.code == 6)
    #expect(refused.errors.contains("If there is such a run, it goes on."))
    #expect(refused.errors.contains("Sign in: figctl login --email ADDRESS"))
    #expect(server.runs.first { $0.runID == run.runID }?.isRunning == true)
    #expect(try await login(desk).code == 0)
    let stopped = try await desk.figctl.run(["stop", run.runID])
    #expect(stopped.output == "Stopped Figranium execution.\n")
    #expect(stopped.code == 0)
    _ = try await FigctlProcess.end(of: child)
    #expect(server.runs.first { $0.runID == run.runID }?.isRunning == false)
  }

  @Test(arguments: [DemoDialectName.v09, .v019])
  func ctrlCStopsTheRunByTheSession(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    #expect(try await login(desk).code == 0)
    let server = desk.server
    server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1"])
    let run = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    // A sanitizer's answers take longer than a user who has pressed Ctrl-C is made to wait.
    if Sanitizers.isOn { return }
    #expect(ended.errors == "figctl: The server was asked to stop the run, and agreed.\n")
    #expect(server.runs.first { $0.runID == run.runID }?.isRunning == false)
  }

  @Test func aWrongPasswordStoresNothing() async throws {
    let desk = try await Desk(dialect: .v019)
    let outcome = try await desk.figctl.run(
      ["login", "--email", account.email, "--json"], input: "nope nope")
    #expect(outcome.code == 6)
    #expect(outcome.errors.contains("\"code\":\"INVALID\""))
    #expect(try await sessions(desk).isEmpty)
    for bad in ["", "\n", "a\nb", "a\u{1}b", "a\tb"] {
      let refused = try await desk.figctl.run(["login", "--email", "a@b"], input: bad)
      #expect(refused.code == 2)
      #expect(refused.errors.contains("This cannot be a password"))
    }
  }

  @Test func theDocumentationsDialectHasNoSignIn() async throws {
    let desk = try await Desk(dialect: .documented)
    let outcome = try await login(desk)
    #expect(outcome.code == 8)
    #expect(outcome.errors.contains("has no such route"))
    #expect(outcome.errors.contains("figctl key rotate --from-stdin"))
  }

  @Test func nothingIsDeletedOnDoubt() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(try await login(desk).code == 0)
    desk.server.stop()
    let away = try await desk.figctl.run(["logout"])
    #expect(away.code == 5)
    #expect(away.errors.contains("The session was not deleted."))
    #expect(away.errors.contains("figctl logout --local"))
    #expect(try await sessions(desk).count == 1)
    let local = try await desk.figctl.run(["logout", "--local"])
    #expect(local.code == 0)
    #expect(local.output.contains("it stays good on the server"))
    #expect(try await sessions(desk).isEmpty)
  }

  @Test func aSessionThatTheServerForgotIsDeleted() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(try await login(desk).code == 0)
    let other = try LoopbackServer { request in
      .response(
        status: 401, headers: [("content-type", "application/json")],
        body: Array(#"{"error":"UNAUTHORIZED"}"#.utf8))
    }
    defer { other.stop() }
    // The same item for another server: as if the server had been set up anew.
    let item = try #require(try await sessions(desk).first)
    _ = item
    let stored = try await desk.run(
      [
        "/usr/bin/secret-tool", "store", "--label=x", "service", "figranium-session", "account",
        "default", "username", "default", "application", "figctl", "server", other.baseURL,
      ], input: "forgotten")
    #expect(stored.code == 0)
    let ended = try await desk.figctl.run(["--server", other.baseURL, "logout"])
    #expect(ended.output == "The session at \(other.baseURL) had ended already.\n")
    #expect(ended.code == 0)
    // The one for the profile's own server is another.
    #expect(try await sessions(desk).count == 1)
    #expect(try await desk.figctl.run(["whoami"]).code == 0)
  }

  @Test func aSessionIsForItsServerOnly() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(try await login(desk).code == 0)
    let asked = try DemoServer(DemoServerConfiguration(dialect: .v019, apiKey: Desk.key))
    defer { asked.stop() }
    for command in [["whoami"], ["logout"]] {
      let outcome = try await desk.figctl.run(["--server", asked.baseURL] + command)
      #expect(outcome.code == 3)
    }
    _ = try await desk.figctl.run(["profile", "set", "default", "server=\(asked.baseURL)"])
    #expect(try await desk.figctl.run(["whoami"]).code == 3)
    #expect(try await desk.figctl.run(["key", "set"], input: Desk.key).code == 0)
    let stop = try await desk.figctl.run(["stop", "run-1"])
    #expect(stop.code == 6)
    #expect(asked.requests.allSatisfy { $0.header("cookie") == nil })
    #expect(try await sessions(desk).count == 1)
  }

  @Test func signingInAgainEndsTheSessionBefore() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(try await login(desk).code == 0)
    let first = try await cookie(desk)
    #expect(try await login(desk).code == 0)
    let second = try await cookie(desk)
    #expect(first != second)
    #expect(try await sessions(desk).count == 1)
    let logouts = desk.server.requests.filter { $0.path == "/api/auth/logout" }
    #expect(logouts.map { $0.header("cookie") } == ["connect.sid=\(first)"])
    #expect(try await desk.figctl.run(["whoami"]).code == 0)
  }

  @Test func aStoreThatIsLockedEndsTheNewSession() async throws {
    let desk = try await Desk(dialect: .v019)
    try await desk.bus.lock()
    let outcome = try await login(desk, ["--no-prompt"])
    #expect(outcome.code == 4)
    let requests = desk.server.requests.filter { $0.path.hasPrefix("/api/auth/") }
    #expect(requests.map(\.path).last == "/api/auth/logout")
    #expect(try await desk.figctl.run(["whoami", "--no-prompt"]).code == 4)
    #expect(try await desk.figctl.run(["logout", "--no-prompt"]).code == 4)
  }

  @Test func withoutABusItIsTheStoreThatIsAway() async throws {
    let desk = try await Desk(.none, dialect: .v019, storingKey: false)
    #expect(try await desk.figctl.run(["whoami"]).code == 4)
    let outcome = try await login(desk)
    #expect(outcome.code == 4)
    #expect(desk.server.requests.last?.path == "/api/auth/logout")
  }

  @Test func secretsStayOutOfEverything() async throws {
    let desk = try await Desk(dialect: .v019)
    let password = account.password
    var texts: [String] = []
    for command in [
      ["login", "--email", account.email, "-v"], ["whoami", "-v"], ["stop", "run-x", "-v"],
      ["key", "list", "--json"], ["profile", "list", "--json"],
    ] {
      let outcome = try await desk.figctl.run(
        command, input: command[0] == "login" ? password : "")
      texts += [outcome.output, outcome.errors]
    }
    let session = try await cookie(desk)
    for text in texts {
      #expect(!text.contains(session))
      #expect(!text.contains(password))
    }
    #expect(texts.contains { $0.contains("POST /api/auth/login") })
    for secret in [session, password] {
      #expect(TemporaryHome.files(below: desk.bus.home + "/.config", holding: secret).isEmpty)
    }
  }

  @Test func thePasswordIsAskedForAndNotShown() async throws {
    let desk = try await Desk(dialect: .v019)
    var environment = desk.bus.environment
    environment["TERM"] = "xterm-256color"
    let child = try FigctlProcess(environment: environment).start(["login"], input: .terminal)
    func wait(_ text: String) async throws -> Bool {
      try await FigctlProcess.output(of: child) { output, _ in output.contains(text) }
    }
    #expect(try await wait("Email address: "))
    try child.write(Array("\(account.email)\n".utf8))
    #expect(try await wait("Password of \(account.email) at \(desk.server.baseURL): "))
    try child.write(Array("\(account.password)\n".utf8))
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0)
    #expect(ended.output.contains("Signed in to"))
    #expect(!ended.output.contains(account.password))
  }

  /// The stored cookie, as another program reads it.
  private func cookie(_ desk: Desk) async throws -> String {
    try await desk.run([
      "/usr/bin/secret-tool", "lookup", "service", "figranium-session", "account", "default",
    ]).output
  }
}
