import AppIntents
import AppIntentsDesktop
import GLibBridge
import TestSupport
import Testing

/// Every method of every interface, on a real bus.
@Suite struct BusInterfaceTests {
  private let folder: TemporaryDirectory
  private let bus: PrivateBus
  private let world = World()
  private let service: RunningService

  init() async throws {
    folder = try TemporaryDirectory()
    bus = try await PrivateBus(.none)
    service = try await RunningService(world.application(), on: bus, cache: folder.path)
    try await world.settle(service)
  }

  private static let provider = "org.gnome.Shell.SearchProvider2"
  private var providerPath: String { service.application.objectPath + "/SearchProvider" }

  // MARK: - Our own interface

  @Test("List and Describe")
  func list() async throws {
    let list = try await service.intents("List", reply: "(aa{sv})")
    let intents = (list[0]?.members ?? []).map(\.dictionary)
    #expect(
      intents.map { $0["title"]?.text } == [
        "Greet Friend", "Wait For Nothing", "Ask First", "Fail Always", "Take Note", "Set Mood",
        "Open Safe",
      ])
    #expect(intents[0]["missing"]?.members.map(\.text) == ["friend"])
    for name in ["Greet", "greet friend", "Hidden"] {
      let found = try await service.intents("Describe", [.string(name)], reply: "(a{sv})")
      #expect(found[0]?.dictionary["title"]?.text != nil)
    }
    let greet = try await service.intents("Describe", [.string("Greet")], reply: "(a{sv})")
    let form = try #require(greet[0]).dictionary
    #expect(form["description"]?.text == "Says hello.")
    #expect(form["actions"]?.members.map(\.text) == ["greet"])
    #expect(form["keywords"]?.members.map(\.text) == ["salute"])
    let parameter = try #require(form["parameters"]?.members.first).dictionary
    #expect(parameter["kind"]?.text == "entity")
    #expect(parameter["missing"]?.bool == true)
    await #expect(
      throws: BusError.remote(
        name: "org.example.Friends_2.Intents1.Error.UnknownIntent",
        message: "There is no intent \"Grete\". Did you mean Greet?")
    ) { try await service.intents("Describe", [.string("Grete")], reply: "(a{sv})") }
  }

  @Test("Suggest: entities, cases of an enum, and nothing")
  func suggest() async throws {
    func suggest(_ intent: String, _ parameter: String, _ text: String) async throws -> [[String]] {
      let found = try await service.intents(
        "Suggest", [.string(intent), .string(parameter), .string(text)], reply: "(a(sss))")
      return (found[0]?.members ?? []).map { $0.members.compactMap(\.text) }
    }
    #expect(try await suggest("Greet", "friend", "").map { $0[0] } == ["f1", "f2", "f3"])
    #expect(try await suggest("Greet", "friend", "zoe") == [["f3", "Zoë Müller", ""]])
    #expect(try await suggest("Mood", "colour", "gr").map { $0[0] } == ["green", "grey"])
    #expect(try await suggest("Note", "text", "") == [])
    await #expect(throws: BusError.self) { try await suggest("Note", "colour", "") }
    await #expect(throws: BusError.self) { try await suggest("Nothing", "colour", "") }
  }

  @Test("Perform tells how it ended by the signal Finished")
  func perform() async throws {
    let run = try await service.perform("Greet", ["friend": "Grace Hopper"])
    let end = try await service.finished.first { $0.run == run }
    #expect(end.outcome == "success")
    #expect(end.result["dialog"]?.text == "Grace Hopper was greeted.")
    #expect(end.result["supporting"]?.text == "Hello, <Grace Hopper>")
    #expect(end.result["value"]?.text == "Grace Hopper")
    let failing = try await service.perform("Fail")
    let failure = try await service.finished.first { $0.run == failing }
    #expect(failure.outcome == "failed")
    #expect(failure.result["error"]?.text == "The moon & the stars are <away>.")
    let missing = try await service.perform("Note")
    let lack = try await service.finished.first { $0.run == missing }
    #expect(lack.outcome == "failed")
    #expect(lack.result["error"]?.text == "A value for text is missing: any text.")
    #expect(lack.result["hint"]?.text == "On a command line: friends Note text=…")
    // Nobody is there to be asked, so the answer is no.
    let asking = try await service.perform("Ask")
    #expect(try await service.finished.first { $0.run == asking }.outcome == "failed")
    #expect(!world.events.elements.contains("sent"))
  }

  @Test("Perform refuses what makes no sense, and says what")
  func refusals() async throws {
    for (intent, parameters, options) in [
      ("Nothing", [:], [:]), ("Greet", ["foe": "x"], [:]), ("Greet", [:], ["loud": .boolean(true)]),
      ("Greet", [:], ["notify": .string("yes")]),
    ] as [(String, [String: String], [String: BusValue])] {
      await #expect(throws: BusError.self) {
        try await service.perform(intent, parameters, options)
      }
    }
    // GDBus refuses arguments of other types.
    await #expect(throws: BusError.self) {
      try await service.intents("Perform", [.string("Greet")], reply: "(s)")
    }
  }

  @Test("Cancel ends a run, and knows none that has ended")
  func cancel() async throws {
    let run = try await service.perform("Wait")
    try await world.events.first { $0 == "waiting" }
    let wasRunning = try await service.intents("Cancel", [.string(run)], reply: "(b)")
    #expect(wasRunning[0]?.bool == true)
    #expect(try await service.finished.first { $0.run == run }.outcome == "cancelled")
    #expect(world.events.elements.contains("cancelled"))
    let again = try await service.intents("Cancel", [.string("nonsense")], reply: "(b)")
    #expect(again[0]?.bool == false)
  }

  // MARK: - GNOME

  @Test("Search, metas in the order asked for, activation")
  func gnome() async throws {
    #expect(try await service.search("ada") == ["e:Greet:friend:f1"])
    #expect(try await service.search("MULLER", "zo") == ["e:Greet:friend:f3"])
    // By the phrase, the keyword, the description and the program's name.
    for word in ["wave", "salute", "hello", "friends"] {
      #expect(try await service.search(word).contains("s:greet"), "\(word)")
    }
    #expect(try await service.search("hidden") == [])
    #expect(try await service.search("wait", "nothing") == ["i:Wait"])
    let narrowed = try await service.call(
      providerPath, Self.provider, "GetSubsearchResultSet",
      [
        .array(of: "s", [.string("e:Greet:friend:f1"), .string("e:Greet:friend:f2")]),
        .array(of: "s", [.string("grace")]),
      ], reply: "(as)")
    #expect(narrowed[0]?.members.map(\.text) == ["e:Greet:friend:f2"])
    let ids = ["e:Greet:friend:f2", "s:greet", "e:Greet:friend:gone", "strange"]
    let metas = try await service.call(
      providerPath, Self.provider, "GetResultMetas",
      [.array(of: "s", ids.map { .string($0) })], reply: "(aa{sv})")
    let found = (metas[0]?.members ?? []).map(\.dictionary)
    #expect(found.map { $0["id"]?.text } == ids)
    #expect(found.map { $0["name"]?.text } == ["Grace Hopper", "Greet", "gone", "strange"])
    #expect(found.first?["description"]?.text == "Greet Friend")
    #expect(!world.events.elements.contains { $0.hasPrefix("greet") })
    try await service.activate("e:Greet:friend:f2")
    try await world.events.first { $0 == "greet f2" }
  }

  // MARK: - KDE

  @Test("Match, Actions, Config, Run, Teardown")
  func krunner() async throws {
    func call(_ member: String, _ words: [String] = [], reply: String) async throws -> BusValue {
      try await service.call(
        "/runner", "org.kde.krunner1", member, words.map { .string($0) }, reply: reply)
    }
    let matches = try await call("Match", ["hopper greet"], reply: "(a(sssida{sv}))")
    let match = try #require(matches[0]?.members.first)
    #expect(match[0]?.text == "e:Greet:friend:f2")
    #expect(match[1]?.text == "Grace Hopper")
    #expect(match[5]?.dictionary["subtext"]?.text == "Greet Friend")
    let exact = try await call("Match", ["Grace Hopper"], reply: "(a(sssida{sv}))")
    #expect(exact[0]?.members.first?[3] == .int32(100))
    for query in ["", "qqq", String(repeating: "long ", count: 20_000), "\u{1}\u{7F}"] {
      let none = try await call("Match", [query], reply: "(a(sssida{sv}))")
      #expect(none[0]?.members == [])
    }
    #expect(try await call("Actions", reply: "(a(sss))")[0]?.members == [])
    #expect(
      try await call("Config", reply: "(a{sv})")[0]?.dictionary["MinLetterCount"]
        == .variant(.int32(3)))
    _ = try await call("Run", ["e:Greet:friend:f2", ""], reply: "()")
    try await world.events.first { $0 == "greet f2" }
    _ = try await call("Teardown", reply: "()")
  }

  // MARK: - org.freedesktop.Application

  @Test("ActivateAction with and without values, and what is refused")
  func application() async throws {
    func action(_ name: String, _ values: [BusValue]) async throws {
      _ = try await service.call(
        service.application.objectPath, "org.freedesktop.Application", "ActivateAction",
        [
          .string(name), .array(of: "v", values.map { .variant($0) }), .properties([:]),
        ])
    }
    try await action("greet", [.string("f1")])
    try await world.events.first { $0 == "greet f1" }
    await #expect(throws: BusError.self) { try await action("dance", []) }
    await #expect(throws: BusError.self) {
      try await action("greet", [.string("f1"), .string("f2")])
    }
    await #expect(throws: BusError.self) {
      try await service.call(
        service.application.objectPath, "org.freedesktop.Application", "Open",
        [.array(of: "s", [.string("file:///x")]), .properties([:])])
    }
  }

  @Test("Calls that make no sense get an error, and the next call its answer")
  func nonsense() async throws {
    let path = service.application.objectPath
    for (path, interface, member, arguments) in [
      (providerPath, Self.provider, "GetInitialResultSet", []),
      (providerPath, Self.provider, "GetInitialResultSet", [.string("ada")]),
      (providerPath, Self.provider, "GetInitialResultSet", [.array(of: "i", [.int32(1)])]),
      (providerPath, Self.provider, "ActivateResult", [.string("x"), .array(of: "s", [])]),
      (providerPath, Self.provider, "Explode", []),
      (providerPath, "org.kde.krunner1", "Match", [.string("ada")]),
      ("/runner", "org.kde.krunner1", "Match", [.uint32(1)]),
      ("/nowhere", "org.kde.krunner1", "Match", [.string("ada")]),
      (path, "org.freedesktop.Application", "Activate", [.string("x")]),
      (path + "/Intents", service.application.intentsInterface, "Perform", [.string("Greet")]),
      (path + "/Intents", service.application.intentsInterface, "Finished", []),
    ] as [(String, String, String, [BusValue])] {
      await #expect(throws: BusError.self, "\(interface).\(member)") {
        try await service.call(path, interface, member, arguments, reply: "(as)")
      }
    }
    #expect(try await service.search("ada") == ["e:Greet:friend:f1"])
  }

  @Test("Huge searches are answered: ten thousand words, a word of a megabyte, 10,000 identifiers")
  func hugeCalls() async throws {
    func search(_ terms: [String]) async throws -> [BusValue] {
      try await service.call(
        providerPath, Self.provider, "GetInitialResultSet",
        [.array(of: "s", terms.map { .string($0) })], reply: "(as)")[0]?.members ?? []
    }
    #expect(try await search((0..<10_000).map { "word\($0)" }) == [])
    #expect(try await search([String(repeating: "a", count: 1 << 20)]) == [])
    // One word, many times.
    #expect(try await search([String(repeating: "é ", count: 100_000)]) == search(["e"]))
    let ids = (0..<10_000).map { "e:Greet:friend:n\($0)" } + ["e:Greet:friend:f1"]
    let metas = try await service.call(
      providerPath, Self.provider, "GetResultMetas",
      [.array(of: "s", ids.map { .string($0) })], reply: "(aa{sv})")
    // One for each: the shell shows none of them where one is missing.
    #expect(metas[0]?.members.count == ids.count)
    #expect(metas[0]?.members.last?.dictionary["name"]?.text == "Ada Lovelace")
    #expect(try await service.search("ada") == ["e:Greet:friend:f1"])
  }

  @Test("Everything is in the objects' introspection")
  func introspection() async throws {
    for (path, name) in [
      (service.application.objectPath, "org.freedesktop.Application"),
      (providerPath, Self.provider), ("/runner", "org.kde.krunner1"),
      (service.application.objectPath + "/Intents", service.application.intentsInterface),
    ] {
      let found = try await service.call(
        path, "org.freedesktop.DBus.Introspectable", "Introspect", reply: "(s)")
      #expect(found[0]?.text?.contains("<interface name=\"\(name)\">") == true, "\(path)")
    }
  }
}
