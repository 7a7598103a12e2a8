import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl run`, `stop`, `status`, `task`, `execution`, `intent` and `shortcut` against servers of
/// each dialect.
@Suite struct RunCommandTests {
  @Test(arguments: DemoDialectName.allCases)
  func runPrintsTheDocumentedSentence(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    let outcome = dialect == .v09 ? "an unknown outcome" : "success"
    for task in ["task_1", "Scrape title", "scrape TITLE"] {
      let run = try await desk.figctl.run(["run", task])
      #expect(run.output == "Scrape title finished with \(outcome).\n")
      #expect(run.errors == "")
      #expect(run.code == 0)
    }
    let odd = try await desk.figctl.run(["run", "t/2 ü"])
    #expect(odd.output == "Odd id finished with \(outcome).\n")
    #expect(odd.code == 0)
    // The intent says the same.
    let intent = try await desk.figctl.run([
      "intent", "perform", "Run Figranium Task", "task=Scrape title",
    ])
    #expect(intent.output == "Scrape title finished with \(outcome).\n")
    #expect(intent.code == 0)
  }

  /// A limit that passes ends the command and not the run.
  @Test func aRunThatOutlivesTheLimitIsNamed() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let limit = Sanitizers.isOn ? "10" : "2"
    let late = "did not answer within the \(limit) seconds of --timeout.\n  The run may go on. "
    let run = try await desk.figctl.run(["run", "task_1", "--timeout", limit])
    #expect(run.code == 5)
    let runID = try #require(desk.server.runs.first?.runID)
    #expect(run.errors.hasSuffix(late + "See how it stands: figctl status \(runID)\n"))
    let intent = try await desk.figctl.run([
      "intent", "perform", "RunFigraniumTaskIntent", "task=task_1", "--timeout", limit,
    ])
    #expect(intent.code == 5)
    let intentRunID = try #require(desk.server.runs.first?.runID)
    #expect(intentRunID != runID)
    #expect(intent.errors.hasSuffix(late + "See how it stands: figctl status \(intentRunID)\n"))
    desk.server.releaseRuns()
  }

  /// `--detach` waits for the server's word that it has begun, and this one gives none.
  @Test func aDetachedRunThatOutlivesTheLimitIsNamed() async throws {
    let desk = try await Desk()
    desk.server.configure { server in
      server.holdRuns = true
      server.interference = { request in
        request.path.hasPrefix("/executions/") ? .withholdsAnswer : nil
      }
    }
    let limit = Sanitizers.isOn ? "10" : "2"
    let run = try await desk.figctl.run(["run", "task_1", "--detach", "--timeout", limit])
    #expect(run.code == 5)
    let runID = try #require(desk.server.runs.first?.runID)
    #expect(
      run.errors.hasSuffix("The run may go on. See how it stands: figctl status \(runID)\n"))
    desk.server.releaseRuns()
  }

  /// Where none has begun, none may go on.
  @Test(arguments: [["run"], ["intent", "perform", "RunFigraniumTaskIntent"]])
  func aLimitThatPassesBeforeTheRunSaysNothingOfIt(words: [String]) async throws {
    let desk = try await Desk()
    desk.server.configure { server in
      server.interference = { request in request.method == "GET" ? .withholdsAnswer : nil }
    }
    let task = words[0] == "run" ? "Scrape title" : "task=Scrape title"
    let limit = Sanitizers.isOn ? "10" : "2"
    let outcome = try await desk.figctl.run(words + [task, "--timeout", limit])
    #expect(outcome.code == 5)
    #expect(outcome.errors.hasSuffix("of --timeout.\n  Allow more time with --timeout.\n"))
    #expect(desk.server.runs.isEmpty)
  }

  /// These servers agree to stop anything.
  @Test func stopSaysThatAnExecutionIsNoRun() async throws {
    let desk = try await Desk(dialect: .v020)
    let account = DemoServerConfiguration(apiKey: Desk.key)
    let login = try await desk.figctl.run(
      ["login", "--email", account.email], input: account.password + "\n")
    #expect(login.code == 0)
    let run = try await desk.figctl.run(["stop", "run-of-mine"])
    #expect(run.code == 0)
    #expect(run.errors == "")
    let execution = try await desk.figctl.run(["stop", "exec_1796000997613_1"])
    #expect(execution.output == "Stopped Figranium execution.\n")
    #expect(
      execution.errors.hasPrefix(
        "figctl: warning: 'exec_1796000997613_1' looks like the id of an execution, and not of a run: "
      ))
    #expect(execution.errors.hasSuffix("figctl status exec_1796000997613_1\n"))
  }

  @Test func whereTheIdsAreThatStopTakes() async throws {
    let desk = try await Desk()
    let stop = try await desk.figctl.run(["stop", "nope"])
    #expect(stop.code == 7)
    #expect(stop.errors.contains("It takes the id that the run was started with: "))
    let status = try await desk.figctl.run(["-p", "default", "status", "nope"])
    #expect(status.errors.hasSuffix("See their identifiers: figctl -p default execution list\n"))
  }

  @Test(arguments: DemoDialectName.allCases)
  func stopAndStatus(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    desk.server.configure { $0.holdRuns = true }
    let child = try desk.figctl.start(["run", "task_1"])
    let server = desk.server
    let run = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    let status = try await desk.figctl.run(["status", run.runID])
    let stop = try await desk.figctl.run(["stop", run.runID])
    switch dialect {
    case .documented:
      #expect(status.output == "Execution status: running.\n")
      #expect(stop.output == "Stopped Figranium execution.\n")
      #expect(status.code == 0)
      #expect(stop.code == 0)
    case .v019:
      #expect(status.output == "Execution status: running.\n")
      #expect(status.code == 0)
      #expect(stop.output == "")
      #expect(stop.code == 6)
    case .v09:
      #expect(status.code == 6)
      #expect(stop.code == 6)
    }
    if stop.code == 6 {
      #expect(stop.errors.contains("signed-in session"))
      server.releaseRuns()
    }
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == (dialect == .documented ? 1 : 0))
    if dialect == .documented {
      #expect(ended.output == "Scrape title finished with stopped.\n")
      #expect(
        try await desk.figctl.run(["status", run.runID]).output == "Execution status: stopped.\n")
      #expect(
        try await desk.figctl.run(["status", run.executionID, "--json"]).output
          == #"{"dialog":"Execution status: stopped.","status":"stopped","executionId":"#
          + "\"\(run.executionID)\"}\n")
    }
  }

  @Test(arguments: [
    ("success", Int32(0)), ("error", 1), ("crashed", 1), ("anti_bot", 1), ("stopped", 1),
  ])
  func theOutcomeIsTheExitCode(outcome: String, code: Int32) async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runOutcome = outcome }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.output == "Scrape title finished with \(outcome).\n")
    #expect(run.code == code)
  }

  @Test func aFailedRunIsAnOutcomeToo() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runFailure = "no such element" }
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("no such element"))
  }

  @Test func optionsReachTheServer() async throws {
    let desk = try await Desk()
    let vars = desk.bus.home + "/vars.json"
    try Data(#"{"a":"file","d":[1,null]}"#.utf8).write(to: URL(filePath: vars))
    let run = try await desk.figctl.run([
      "run", "task_1", "--vars", vars, "--var", "a=1", "--var", "b=text", "--var-text", "c=1",
      "--stateless", "--webhook", "https://hook.example.com/x?y=1",
    ])
    #expect(run.code == 0)
    let request = try #require(desk.server.requests.first { $0.method == "POST" })
    let body = String(decoding: request.body, as: UTF8.self)
    for part in [
      #""a":1"#, #""b":"text""#, #""c":"1""#, #""d":[1,null]"#, #""statelessExecution":true"#,
      #""webhookUrl":"#, #""runSource":"figctl""#, #""runId":"run-"#,
    ] {
      #expect(body.contains(part), "\(part) in \(body)")
    }
  }

  @Test func jsonHasThePromisedMembers() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = #"{"title":"Hello"}"# }
    let file = desk.bus.home + "/data.json"
    let run = try await desk.figctl.run(["run", "task_1", "--json", "--output", file])
    #expect(run.code == 0)
    let start =
      #"{"dialog":"Scrape title finished with success.","outcome":"success","#
      + #""task":{"id":"task_1","name":"Scrape title"},"runId":"run-"#
    #expect(run.output.hasPrefix(start))
    for member in [
      #""executionId":"#, #""durationMs":"#, #""data":{"title":"Hello"}"#, #""result":{"#,
    ] {
      #expect(run.output.contains(member), "\(member)")
    }
    #expect(
      try String(contentsOf: URL(filePath: file), encoding: .utf8)
        == "{\"title\":\"Hello\"}\n")
  }

  @Test func ambiguousAndUnknownNames() async throws {
    let desk = try await Desk()
    desk.server.configure {
      $0.tasks = [
        DemoTask(id: "a", name: "Twice"), DemoTask(id: "b", name: "Twice"),
        DemoTask(id: "task_1", name: "Scrape title"),
      ]
    }
    let twice = try await desk.figctl.run(["run", "Twice"])
    #expect(twice.code == 9)
    #expect(
      twice.errors
        == "figctl: 2 tasks are named 'Twice'.\n  Name one by its id:\n  a  Twice\n  b  Twice\n")
    let unknown = try await desk.figctl.run(["run", "Scrap title"])
    #expect(unknown.code == 7)
    #expect(
      unknown.errors == "figctl: There is no task 'Scrap title'.\n  Did you mean 'Scrape title'?\n")
    #expect(!desk.server.requests.contains { $0.method == "POST" })
    let intent = try await desk.figctl.run([
      "intent", "perform", "Run Figranium Task", "task=Twice",
    ])
    #expect(intent.code == 9)
    #expect(intent.errors.contains("Twice (a)"))
    #expect(intent.errors.contains("Twice (b)"))
  }

  @Test func listsAndTasks() async throws {
    let desk = try await Desk(dialect: .v019)
    #expect(
      try await desk.figctl.run(["task", "list"]).output == """
        ID      NAME          DESCRIPTION
        task_1  Scrape title
        t/2 ü   Odd id

        """)
    #expect(
      try await desk.figctl.run(["task", "list", "--search", "ODD", "--json"]).output
        == #"{"tasks":[{"id":"t/2 ü","name":"Odd id","description":null}]}"# + "\n")
    #expect(
      try await desk.figctl.run(["task", "show", "Odd id"]).output.hasPrefix(
        "id: t/2 ü\nname: Odd id\n"))
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    let executions = try await desk.figctl.run(["execution", "list", "--limit", "1"]).output
    #expect(executions.contains("Scrape title  success"))
    let none = try await desk.figctl.run(["execution", "list", "--task", "Odd id", "--json"]).output
    #expect(none == "{\"executions\":[]}\n")
  }

  @Test func oldServersShowATaskInShort() async throws {
    let desk = try await Desk(dialect: .v09)
    let shown = try await desk.figctl.run(["task", "show", "Odd id"])
    #expect(shown.code == 0)
    #expect(shown.output == "id: t/2 ü\nname: Odd id\n")
    #expect(shown.errors == "This server shows the whole task only to a signed-in session.\n")
  }

  @Test func shortcutsRunByPhrase() async throws {
    let desk = try await Desk()
    let run = try await desk.figctl.run([
      "shortcut", "run", "run a figranium task", "task=Scrape title", "--json",
    ])
    #expect(run.output == #"{"dialog":"Scrape title finished with success.","value":null}"# + "\n")
    let missing = try await desk.figctl.run(["shortcut", "run", "Stop my Figranium run"])
    #expect(missing.code == 2)
    #expect(missing.errors.contains("runID"))
  }

  @Test func namesFromTheServerCannotSteerTheTerminal() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.tasks = [DemoTask(id: "x", name: "evil\u{1B}[2J\nname")] }
    let list = try await desk.figctl.run(["task", "list"])
    #expect(list.output.contains("evil\\e[2J\\nname"))
    let run = try await desk.figctl.run(["run", "x"])
    #expect(run.code == 0)
    for text in [list.output, run.output, run.errors] { #expect(!text.contains("\u{1B}")) }
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: DemoDialectName.allCases)
  func detachReturnsWhileTheRunGoesOn(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    desk.server.configure { $0.holdRuns = true }
    let outcome = try await desk.figctl.run(["run", "task_1", "--detach", "--json"])
    #expect(outcome.code == 0)
    let run = try #require(desk.server.runs.first)
    #expect(run.isRunning)
    #expect(
      outcome.output
        == #"{"runId":"\#(run.runID)","task":{"id":"task_1","name":"Scrape title"},"confirmed":"#
        + "\(dialect != .v09)}\n")
    #expect(outcome.errors.contains("does not say whether the run has begun") == (dialect == .v09))
  }

  @Test func detachTellsARefusal() async throws {
    let desk = try await Desk(dialect: .v019)
    // Of a run that begins and fails at once, either may be heard first.
    let refusal = #"{"error":"Agent failed","details":"no browser"}"#
    desk.server.configure { server in
      server.interference = { request in request.method == "POST" ? .json(500, refusal) : nil }
    }
    let outcome = try await desk.figctl.run(["run", "task_1", "--detach"])
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
  }

  @Test func theDialectIsRememberedForTheProfile() async throws {
    let desk = try await Desk(dialect: .documented)
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    let path = desk.bus.home + "/.cache/figranium/dialects.conf"
    #expect(
      try String(contentsOf: URL(filePath: path), encoding: .utf8)
        == "[default]\norigin=\(desk.server.baseURL)\ndialect=documented\n")
    let before = desk.server.requests.count
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    #expect(
      desk.server.requests.dropFirst(before).map(\.target).sorted() == [
        "/api/tasks/list", "/tasks/task_1/run",
      ])
    // A cache that cannot be written is no matter.
    try FileManager.default.removeItem(atPath: desk.bus.home + "/.cache")
    try Data().write(to: URL(filePath: desk.bus.home + "/.cache"))
    let run = try await desk.figctl.run(["run", "task_1"])
    #expect(run.code == 0)
    #expect(run.errors == "")
  }

  @Test func xAPIKeyHeader() async throws {
    let desk = try await Desk()
    _ = try await desk.figctl.run(["profile", "set", "default", "key-header=x-api-key"])
    #expect(try await desk.figctl.run(["run", "task_1"]).code == 0)
    let request = try #require(desk.server.requests.last)
    #expect(request.header("x-api-key") == Desk.key)
    #expect(request.header("authorization") == nil)
  }
}
