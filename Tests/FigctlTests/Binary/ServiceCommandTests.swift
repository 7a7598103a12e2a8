import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl service` with a real keyring, a server on loopback, and a notification server.
@Suite struct ServiceCommandTests {
  private typealias Session = ServiceSession
  private static let name = ServiceSession.name

  // MARK: - Search and run

  @Test("Started by the bus with the file it writes; a task is found, run, and told of")
  func activation() async throws {
    let desk = try await Desk()
    let daemon = try await NotificationDaemon(on: desk.bus)
    let folder = desk.bus.home + "/usr"
    let written = try await desk.figctl.run([
      "service", "--write-files", folder, "--program", FigctlProcess.path,
    ])
    #expect(written.code == 0)
    #expect(written.output.split(separator: "\n").count == 6)
    let file = try String(
      contentsOf: URL(filePath: "\(folder)/share/dbus-1/services/\(Self.name).service"),
      encoding: .utf8)
    // The part for systemd is for a bus that is told to use it.
    try await desk.bus.addActivation(Self.name, file)
    let row = try await Session.find(desk, "scrape")
    #expect(row == "e:RunFigraniumTaskIntent:task:task_1")
    try await Session.activate(desk, row)
    let notice = try await daemon.notices.first { $0.body.contains("finished") }
    #expect(notice.body == "Scrape title finished with success.")
    #expect(notice.summary == "Run Figranium Task")
    #expect(daemon.notices.elements.first?.body == "Running: Scrape title")
  }

  @Test("While the keyring is locked a search answers from what it knows, and nobody is asked")
  func lockedKeyring() async throws {
    let desk = try await Desk()
    do {
      let session = try await Session(desk)
      _ = try await session.find("scrape")
      session.child.send(signal: 15)
      #expect(try await session.end().code == 0)
    }
    try await desk.bus.lock()
    let prompter = try await desk.bus.startDeafPrompter()
    let session = try await Session(desk)
    for _ in 0..<50 {
      #expect(try await session.search("title", "scrape").count == 1)
      #expect(try await session.search("run", "figranium").first == "s:run-figranium-task")
    }
    let told = try await FigctlProcess.output(of: session.child) { _, errors in
      errors.contains("could not be renewed")
    }
    #expect(told)
    #expect(prompter.standardOutput == "")
    // Names and identifiers are kept, and nothing of the key.
    let files = TemporaryHome.files(
      below: desk.bus.home + "/.cache/\(Self.name)", holding: "task_1")
    #expect(files.count == 1)
    #expect(TemporaryHome.files(below: desk.bus.home + "/.cache", holding: Desk.key) == [])
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
  }

  @Test("The keyring goes away and comes back")
  func keyringRestart() async throws {
    let desk = try await Desk()
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await Session(desk)
    let row = try await session.find("scrape")
    try await desk.bus.stopKeyring()
    try await session.activate(row)
    let failed = try await daemon.notices.first { $0.summary == "Run Figranium Task failed" }
    #expect(failed.body.contains("\n"))
    try await desk.bus.restartKeyring(unlocked: true)
    try await session.activate(row)
    try await daemon.notices.first { $0.body == "Scrape title finished with success." }
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
  }

  @Test("Without a key it says what to do")
  func noKey() async throws {
    let desk = try await Desk(storingKey: false)
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await Session(desk)
    try await session.activate("e:RunFigraniumTaskIntent:task:task_1")
    let notice = try await daemon.notices.first { $0.summary.hasSuffix("failed") }
    #expect(
      notice.body
        == "No key is stored for profile 'default'.\nStore it: figctl key set")
    try await session.activate("s:stop-figranium-execution")
    let missing = try await daemon.notices.first { $0.summary.hasPrefix("Stop") && $0.id != 1 }
    #expect(missing.summary.hasPrefix("Stop Figranium Execution"))
    let hint = try await daemon.notices.first { $0.body.contains("command line") }
    #expect(hint.body.hasSuffix("figctl intent perform StopFigraniumExecutionIntent runID=VALUE"))
  }

  // MARK: - Stopping

  @Test("The button stops the run on a server that lets it", arguments: DemoDialectName.allCases)
  func stopButton(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    desk.server.configure { $0.holdRuns = true }
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await Session(desk)
    try await session.activate("e:RunFigraniumTaskIntent:task:task_1")
    let server = desk.server
    let run = try #require(
      try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    let running = try await daemon.notices.first { $0.actions["stop"] != nil }
    try await daemon.press("stop", on: running.id)
    if dialect == .documented {
      let last = try await daemon.notices.first { $0.body == "Stopped." }
      #expect(last.id == running.id)
      #expect(
        try await FigctlProcess.offThread { server.waitForRun { !$0.isRunning } }?.runID
          == run.runID)
    } else {
      let last = try await daemon.notices.first { $0.summary == "Run Figranium Task failed" }
      #expect(last.body.hasPrefix("The run goes on: "))
      #expect(last.body.contains(run.runID) || last.body.contains("figctl login"))
      server.releaseRuns()
    }
  }

  @Test("SIGTERM stops the runs")
  func terminated() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let session = try await Session(desk)
    try await session.activate("e:RunFigraniumTaskIntent:task:task_1")
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    session.child.send(signal: 15)
    let end = try await session.end()
    #expect(end.code == 0)
    #expect(try await FigctlProcess.offThread { server.waitForRun { !$0.isRunning } } != nil)
  }

  @Test("With --on-stop wait it waits for them; a second signal stops them", arguments: [1, 2])
  func waiting(signals: Int) async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await Session(desk, ["--on-stop", "wait"])
    try await session.activate(try await session.find("scrape"))
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    session.child.send(signal: 15)
    // It takes no more, and says so: it has been told.
    while !daemon.notices.elements.contains(where: { $0.body == "The service is about to end." }) {
      try await session.activate("s:stop-figranium-execution")
    }
    if signals == 2 {
      session.child.send(signal: 15)
      try await daemon.notices.first { $0.body == "Stopped." }
    } else {
      server.releaseRuns()
      try await daemon.notices.first { $0.body == "Scrape title finished with success." }
    }
    #expect(try await session.end().code == 0)
  }

  // MARK: - Speech

  @Test(
    "What an intent says is spoken when asked for", arguments: ["option", "profile", "neither"])
  func speech(way: String) async throws {
    let desk = try await Desk()
    let (speech, variable) = try desk.bus.startSpeechServer()
    if way == "profile" {
      let set = try await desk.figctl.run(["profile", "set", "default", "speak=true"])
      #expect(set.code == 0)
    }
    let session = try await Session(
      desk, way == "option" ? ["--speak"] : [], more: variable)
    try await session.activate("e:RunFigraniumTaskIntent:task:task_1")
    if way == "neither" {
      // A command that speaks, after the run: what the service spoke would stand before it.
      let server = desk.server
      _ = try await FigctlProcess.offThread { server.waitForRun { !$0.isRunning } }
      let environment = desk.bus.environment.merging(variable) { _, new in new }
      let status = try await FigctlProcess(environment: environment).run([
        "intent", "perform", "RunFigraniumTaskIntent", "task=task_1", "--speak",
      ])
      #expect(status.code == 0)
      #expect(status.errors == "")
    }
    let heard = try await FigctlProcess.output(of: speech) { output, _ in
      output.contains("spoken: ")
    }
    #expect(heard)
    #expect(
      speech.standardOutput.split(separator: "\n").filter { $0.hasPrefix("spoken") }
        == ["spoken: Scrape title finished with success."])
  }

  // MARK: - Faults

  @Test("A second one, no bus, wrong options")
  func faults() async throws {
    let desk = try await Desk(.none, storingKey: false)
    let session = try await Session(desk)
    let second = try await desk.figctl.run(["service", "--json"])
    #expect(second.code == 9)
    #expect(second.errors.contains("\"SERVICE_RUNNING\""))
    #expect(try await session.search("figranium").count == 3)
    let home = try TemporaryHome()
    let none = try await FigctlProcess(environment: home.environment).run(["service"])
    #expect(none.code == 4)
    #expect(none.errors.contains("There is no session bus"))
    #expect(none.errors.contains("'figctl doctor' says how to come by a bus."))
    for words in [["--on-stop", "later"], ["--program", "/x"], ["--write-files", ""]] {
      let wrong = try await FigctlProcess(environment: home.environment).run(["service"] + words)
      #expect(wrong.code == 2, "\(words)")
    }
    let path = try await FigctlProcess(environment: home.environment).run([
      "service", "--write-files", home.path, "--program", "figctl",
    ])
    #expect(path.code == 2)
    #expect(path.errors.contains("absolute path"))
    func written(_ words: [String]) async throws -> (service: String, errors: String) {
      let outcome = try await FigctlProcess(environment: home.environment).run(
        ["service", "--write-files", home.path] + words)
      #expect(outcome.code == 0)
      let file = home.path + "/share/dbus-1/services/dev.figranium.Figctl.service"
      return (try String(contentsOfFile: file, encoding: .utf8), outcome.errors)
    }
    let here = try await written([])
    #expect(here.service.contains("Exec=\(FigctlProcess.path) service"))
    #expect(here.errors == "")
    let nowhere = try await written(["--program", "/nowhere/figctl"])
    #expect(nowhere.service.contains("Exec=/nowhere/figctl service"))
    #expect(nowhere.errors.contains("'/nowhere/figctl', which is no program here"))
  }
}
