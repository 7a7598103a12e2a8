import DemoServer
import Figranium
import FoundationEssentials
import TestSupport
import Testing

/// Every resource over the demo's server, which was written from the same contract by another hand:
/// where the two agree, neither hides a mistake of the other.
@Suite("A walk over the demo's server") struct DemoServerWalkTests {
  static let withResources: [DemoDialect] = [.v09, .v019, .v020]

  private func start(
    _ dialect: DemoDialect, _ change: (inout DemoServerConfiguration) -> Void = { _ in }
  ) throws -> (DemoServer, Figranium) {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "k-made-up-1")
    configuration.session = "made-up-session"
    change(&configuration)
    let server = try DemoServer(configuration)
    let client = try Figranium(
      url: #require(URL(string: server.baseURL)),
      credential: .apiKey(Secret("k-made-up-1"), session: Secret("made-up-session")),
      options: ClientOptions(retry: .never))
    return (server, client)
  }

  @Test("Tasks and their versions", arguments: withResources)
  func tasks(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    var task = Task(
      name: "", url: "https://example.com/", mode: .agent, actions: [Actions.reload()])
    task.members["stickyNotes"] = [["text": "ü", "x": 0.5]]
    let saved = try await client.tasks.save(task)
    let id = try #require(saved.id)
    #expect(try await client.tasks.get(id).members["stickyNotes"] == [["text": "ü", "x": 0.5]])
    var changed = saved
    changed.name = "Named"
    #expect(try await client.tasks.update(changed, createVersion: true).name == "Named")
    #expect(try await client.tasks.patch(id, ["url": "https://example.org/"]).task?.name == "Named")
    #expect(try await client.tasks.touch(id).lastOpened != nil)
    let versions = try await client.tasks.versions(id)
    #expect(versions.count == 2)
    let first = try #require(versions.first)
    #expect(first.timestamp != nil)
    let version = try await client.tasks.version(id, versionID: first.id)
    #expect(version.snapshot?.url == "https://example.com/")
    let restored = try await client.tasks.rollback(id, versionID: first.id)
    #expect(restored.id == id)
    #expect(restored.members["stickyNotes"] == [["text": "ü", "x": 0.5]])
    try await client.tasks.deleteVersion(id, versionID: first.id)
    let gone = await failure { _ = try await client.tasks.version(id, versionID: first.id) }
    #expect(gone?.kind == .versionNotFound)
    try await client.tasks.clearVersions(id)
    #expect(try await client.tasks.versions(id).isEmpty)
    #expect(
      try await client.tasks.generateSelector(task: restored, actionIndex: 0, prompt: "the button")
        .isEmpty == false)
    #expect(try await client.tasks.generateScript("titles").isEmpty == false)
    try await client.tasks.delete(id)
    let missing = await failure { _ = try await client.tasks.get(id) }
    #expect(missing?.kind == .taskNotFound)
    let unknown = await failure { try await client.tasks.update(changed) }
    #expect(unknown?.kind == .taskNotFound)
  }

  @Test("Executions", arguments: withResources)
  func executions(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect) {
      $0.runData = #"{"n":"\#(String(repeating: "x", count: 2_000))"}"#
      $0.resultLimit = 1_000
    }
    defer { server.stop() }
    let result: ExecutionResult<[String: String]> = try await client.runTask(
      "t/2 ü", input: ExecuteTaskOptions(runID: "run-1"))
    let execution = try #require(try await client.executions.list().first)
    #expect(execution.taskID == "t/2 ü")
    let read = try await client.executions.get(execution.id)
    #expect(read.id == execution.id)
    if dialect == .v020 {
      let whole: ExecutionResult<[String: String]> = try await client.executions.result(
        execution.id)
      #expect(whole.data?["n"]?.count == 2_000)
      #expect(read.hasFullResult)
    } else {
      #expect(result.data?["n"]?.count == 2_000)
    }
    try await client.executions.stop("run-1")
    try await client.executions.delete(execution.id)
    #expect(try await client.executions.list().isEmpty)
    try await client.executions.clear()
  }

  @Test("Schedules", arguments: withResources)
  func schedules(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    let schedule = Schedule(frequency: .weekly, hour: 3, minute: 30, daysOfWeek: [1, 5])
    let described = try await client.schedules.describe("t/2 ü", schedule: schedule)
    #expect(described.isValid == true)
    let set = try await client.schedules.set("t/2 ü", schedule: schedule)
    #expect(set.cron == described.cron)
    #expect(try #require(set.nextRun) > Date())
    let listed = try #require(try await client.schedules.list().first)
    #expect(listed.id == "t/2 ü")
    #expect(listed.schedule?.daysOfWeek == [1, 5])
    #expect(try await client.schedules.status("t/2 ü").isValid == true)
    let planned = try await client.schedules.overallStatus()
    #expect(planned.tasks.map(\.id) == ["t/2 ü"])
    #expect(planned.tasks.first?.nextRun == set.nextRun)
    let wrong = await failure {
      try await client.schedules.set("t/2 ü", schedule: Schedule(cron: "not a time"))
    }
    // The frequency from before still makes sense in the real servers; without one it does not.
    try await client.schedules.delete("t/2 ü")
    let none = await failure {
      try await client.schedules.set("t/2 ü", schedule: Schedule(cron: "not a time"))
    }
    #expect(none?.kind == .invalidSchedule)
    #expect(wrong == nil || wrong?.kind == .invalidSchedule)
    let missing = await failure { _ = try await client.schedules.status("nope") }
    #expect(missing?.kind == .taskNotFound)
  }

  @Test("Captures and their bytes", arguments: withResources)
  func captures(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect) {
      $0.captures = [DemoCapture(name: "a ü.webm", size: 1_000_003)]
    }
    defer { server.stop() }
    let _: ExecutionResult<JSONValue> = try await client.runTask("task_1")
    let list = try await client.captures.list()
    #expect(list.count == 2)
    #expect(try await client.captures.screenshots().map(\.type) == [.screenshot])
    let recording = try #require(list.first { $0.type == .recording })
    #expect(recording.size == 1_000_003)
    let folder = try TemporaryDirectory()
    let file = try await client.captures.download(
      recording, into: URL(filePath: folder.path))
    #expect(file.byteCount == 1_000_003)
    #expect(try Data(contentsOf: file.url).count == 1_000_003)
    var count = 0
    for try await piece in try await client.captures.bytes(of: recording.name) {
      count += piece.count
    }
    #expect(count == 1_000_003)
    let missing = await failure {
      try await client.captures.download("none.png", to: URL(filePath: folder.path + "/none"))
    }
    #expect(missing?.kind == .captureNotFound)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    let leaves = await failure {
      try await client.captures.download(
        Capture(members: ["name": "../x.png"]), into: URL(filePath: folder.path))
    }
    #expect(leaves?.kind == .unsafeFileName)
    try await client.captures.delete(recording.name)
    #expect(try await client.captures.list().count == 1)
    try await client.captures.clearScreenshots()
    #expect(try await client.captures.list().isEmpty)
  }

  @Test("Cabinets, their items and bytes", arguments: withResources)
  func cabinets(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    let basic = try #require(try await client.cabinets.list().first { $0.isDefault })
    #expect(basic.itemCount == 2)
    let other = try await client.cabinets.create("Other")
    #expect(try await client.cabinets.rename(other.id, name: "Ü").name == "Ü")
    let taken = await failure { _ = try await client.cabinets.create("ü") }
    #expect(taken?.kind == .badRequest)
    let items = try await client.cabinets.listItems(basic.id)
    let report = try #require(items.first { $0.name == "report.csv" })
    #expect(report.status == .unuploaded)
    let marked = try await client.cabinets.setItemStatus(
      basic.id, itemIDs: [report.id], status: .uploaded)
    #expect(marked.map(\.status) == [.uploaded])
    let folder = try TemporaryDirectory()
    let file = try await client.cabinets.download(
      basic.id, item: report, into: URL(filePath: folder.path))
    #expect(try Data(contentsOf: file.url) == Data("a,b\n1,2\n".utf8))
    var bytes = Data()
    for try await piece in try await client.cabinets.bytes(of: basic.id, itemID: report.id) {
      bytes += piece
    }
    #expect(bytes == Data("a,b\n1,2\n".utf8))
    let archive = try await client.cabinets.zipItems(
      basic.id, itemIDs: items.map(\.id), name: "all.zip")
    #expect(archive.name == "all.zip")
    let unpacked = try #require(
      try await client.cabinets.unzipItem(basic.id, itemID: archive.id).first)
    #expect(unpacked.kind == .folder)
    let zipped = try await client.cabinets.download(
      basic.id, item: unpacked, into: URL(filePath: folder.path))
    #expect(zipped.url.lastPathComponent == "all.zip")
    let url = try client.cabinets.downloadURL(cabinetID: basic.id, itemID: "a/b")
    #expect(url.absoluteString.hasSuffix("/api/cabinets/\(basic.id)/items/a%2Fb/download"))
    let missing = await failure {
      _ = try await client.cabinets.bytes(of: basic.id, itemID: "nope")
    }
    #expect(missing?.kind == .cabinetItemNotFound)
    let unknown = await failure { _ = try await client.cabinets.listItems("nope") }
    #expect(unknown?.kind == .cabinetNotFound)
    let refused = await failure {
      try await client.cabinets.delete(basic.id, targetCabinetID: other.id)
    }
    #expect(refused?.kind == .badRequest)
    let third = try await client.cabinets.create("Third")
    try await client.cabinets.migrate(other.id, to: third.id)
    #expect(try await client.cabinets.list().map(\.name) == ["Basic Cabinet", "Third"])
    try await client.cabinets.removeItems(basic.id, itemIDs: [unpacked.id])
    try await client.cabinets.clear(basic.id)
    #expect(try await client.cabinets.listItems(basic.id).isEmpty)
  }

  @Test("Templates", arguments: withResources)
  func templates(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    let all = try await client.templates.list()
    #expect(all.count == 2)
    #expect(all.first?.configuration?["mode"] == "agent")
    let page = try await client.templates.search(limit: 1, sort: .newest)
    #expect(page.items.map(\.title) == ["Price watch"])
    #expect(page.total == 2)
    let wrong = await failure { _ = try await client.templates.search(limit: 25) }
    #expect(wrong?.kind == .invalidTemplateQuery)
    let template = try await client.templates.get(try #require(page.items.first).id)
    #expect(template.configuration != nil)
    try await client.templates.recordImport(template.id)
    let missing = await failure {
      _ = try await client.templates.get("00000000-0000-4000-8000-000000000000")
    }
    #expect(missing?.kind == .templateNotFound)
  }

  @Test("One-off runs, health and capabilities", arguments: withResources)
  func oneOff(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    let scraped: ExecutionResult<JSONValue> = try await client.scrape([
      "url": "https://example.com/"
    ])
    #expect(scraped.scrape.url == "https://example.com/")
    #expect(scraped.scrape.isPartial != nil)
    let agent: ExecutionResult<JSONValue> = try await client.execution.run(
      Task("T", url: "https://example.com/") { Screenshot() })
    #expect(agent.agent.finalURL?.isEmpty == false)
    let _: ExecutionResult<JSONValue> = try await client.headful(["url": "https://example.com/"])
    try await client.execution.stop()
    guard dialect >= .v019 else {
      for call in [
        { _ = try await client.health.check() }, { _ = try await client.capabilities.get() },
      ] as [() async throws -> Void] {
        #expect(await failure(of: call)?.kind == .routeNotFound)
      }
      return
    }
    #expect(try await client.health.check().status == "ok")
    #expect(try await client.capabilities.get().features["tasks"] == true)
  }

  @Test("Keys and settings", arguments: withResources)
  func keys(dialect: DemoDialect) async throws {
    let (server, client) = try start(dialect)
    defer { server.stop() }
    #expect(try await client.keys.current() == Secret("k-made-up-1"))
    try await client.keys.set(Secret(#"k-"made"\up"#))
    #expect(try await client.keys.current() == Secret(#"k-"made"\up"#))
    let renewed = try await client.keys.renew()
    #expect(try await client.keys.current() == renewed)
    if dialect == .v020 {
      let made = try await client.keys.create(name: "ci", permissions: [.runTasks])
      #expect(try await client.keys.list().keys.contains { $0.id == made.key.id })
      try await client.keys.delete(made.key.id)
      #expect(await failure { try await client.keys.delete(made.key.id) }?.kind == .apiKeyNotFound)
      let none = await failure { _ = try await client.keys.create(name: "x", permissions: []) }
      #expect(none?.kind == .permissionsRequired)
    } else {
      #expect(await failure { _ = try await client.keys.list() }?.kind == .routeNotFound)
    }
    let agents = try await client.settings.userAgent()
    let agent = try #require(agents.userAgents.last)
    #expect(try await client.settings.setUserAgent(agent).selection == agent)
    #expect(try await client.settings.setUserAgent(nil).selection == agents.selection)
    var proxies = try await client.settings.addProxy(
      ProxyInput(server: "http://proxy.example.com:8080", password: Secret("made-up-pw")))
    let proxy = try #require(proxies.proxies.last)
    #expect(!"\(proxies)".contains("made-up-pw"))
    proxies = try await client.settings.updateProxy(
      proxy.id, ProxyInput(server: "http://proxy.example.com:8081", label: "P"))
    #expect(proxies.proxies.last?.label == "P")
    proxies = try await client.settings.setDefaultProxy(proxy.id)
    #expect(proxies.defaultProxyID == proxy.id)
    proxies = try await client.settings.setProxyRotation(.random, includesDefault: true)
    #expect(proxies.rotation == .random)
    proxies = try await client.settings.deleteProxy(proxy.id)
    #expect(!proxies.proxies.contains { $0.id == proxy.id })
    #expect(
      await failure { try await client.settings.deleteProxy("nope") }?.kind == .proxyNotFound)
  }

  @Test("The documented dialect has none of it, and says so")
  func documented() async throws {
    let (server, client) = try start(.documented)
    defer { server.stop() }
    let calls: [() async throws -> Void] = [
      { _ = try await client.tasks.save(Task(name: "", url: "", mode: .agent)) },
      { _ = try await client.tasks.versions("task_1") },
      { _ = try await client.schedules.list() }, { _ = try await client.captures.list() },
      { _ = try await client.cabinets.list() }, { _ = try await client.templates.list() },
      { _ = try await client.keys.current() }, { _ = try await client.settings.system() },
      { _ = try await client.health.check() }, { _ = try await client.capabilities.get() },
      {
        let _: ExecutionResult<JSONValue> = try await client.scrape([
          "url": "https://example.com/"
        ])
      },
    ]
    for call in calls { #expect(await failure(of: call)?.kind == .routeNotFound) }
    #expect(try await client.tasks.list().count == 2)
  }

  @Test("A key alone is not enough for what a session is needed for", arguments: withResources)
  func keyAlone(dialect: DemoDialect) async throws {
    let server = try DemoServer(DemoServerConfiguration(dialect: dialect, apiKey: "k-made-up-1"))
    defer { server.stop() }
    let client = try Figranium(
      url: #require(URL(string: server.baseURL)), credential: .apiKey(Secret("k-made-up-1")),
      options: ClientOptions(retry: .never))
    let calls: [() async throws -> Void] = [
      { _ = try await client.tasks.touch("task_1") }, { _ = try await client.schedules.list() },
      { _ = try await client.templates.list() }, { _ = try await client.keys.current() },
      { _ = try await client.cabinets.create("x") }, { try await client.executions.clear() },
      { try await client.captures.clearScreenshots() }, { try await client.execution.stop() },
    ]
    for call in calls { #expect(await failure(of: call)?.kind == .sessionRequired) }
    let save = await failure {
      _ = try await client.tasks.save(Task(name: "", url: "", mode: .agent))
    }
    #expect(save?.kind == (dialect == .v09 ? .sessionRequired : nil))
  }
}
