import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// Tasks as no editor would make them: what is read and saved again must be the same text.
private enum GeneratedTask {
  static let count = 1_000

  static let texts: [String] = {
    var generator = SeededGenerator(seed: 20_260_504)
    return (0..<count).map { text(number: $0, using: &generator) }
  }()

  private static let modes = [#""agent""#, #""scrape""#, #""later_mode""#, "7"]

  private static func text(number: Int, using generator: inout SeededGenerator) -> String {
    var known = [
      ("id", #""task \#(number) ü/%2F""#),
      ("name", Bool.random(using: &generator) ? #""""# : GeneratedJSON.text(using: &generator)),
      ("mode", modes[Int.random(in: modes.indices, using: &generator)]),
      ("url", GeneratedJSON.text(using: &generator)), ("wait", "1.5"),
      ("description", "null"),
      ("variables", object(["type", "value", "autoCreated"], using: &generator)),
      ("schedule", object(["enabled", "frequency", "lastRun"], using: &generator)),
      ("stealth", object(["allowTypos", "fatigue"], using: &generator)),
      ("translation", object(["enabled", "targetLanguage"], using: &generator)),
      ("output", object(["provider", "onError"], using: &generator)),
      ("actions", "[\(action(using: &generator)),\(action(using: &generator))]"),
      // The canvas of the editor.
      ("stickyNotes", #"[{"x":-0.5,"y":1e+300,"text":"📝 \"a\""},{}]"#),
      ("groups", #"{"":{"":null},"g1":{"members":["a1","a2"],"collapsed":true}}"#),
      ("versions", "[]"),
    ].filter { $0.0 == "id" || Int.random(in: 0..<5, using: &generator) > 0 }
    let names = Set(known.map(\.0))
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let name = GeneratedJSON.text(using: &generator)
      let plain = String(name.dropFirst().dropLast())
      guard !names.contains(plain), !known.contains(where: { $0.0 == plain }) else { continue }
      known.append((plain, GeneratedJSON.value(depth: 3, using: &generator)))
    }
    known.shuffle(using: &generator)
    return "{" + known.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func object(_ names: [String], using generator: inout SeededGenerator) -> String {
    var members = names.map { "\"\($0)\":\(GeneratedJSON.value(depth: 1, using: &generator))" }
    members.append(#""later":{"n":12345678901234567890.125}"#)
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func action(using generator: inout SeededGenerator) -> String {
    #"{"id":"a1","type":"later_type","value":\#(GeneratedJSON.text(using: &generator)),"#
      + #""position":\#(GeneratedJSON.value(depth: 1, using: &generator))}"#
  }
}

@Suite("A task read and saved again") struct TaskRoundTripTests {
  @Test("1,000 tasks with members that nobody knows are the same text")
  func sameText() async throws {
    let list = "[" + GeneratedTask.texts.joined(separator: ",") + "]"
    let server = try TestServer { request in
      request.method == "GET"
        ? json(list) : json(String(decoding: request.body, as: UTF8.self))
    }
    let client = try server.client()
    let tasks = try await client.tasks.list()
    #expect(tasks.count == GeneratedTask.count)
    for task in tasks { #expect(try await client.tasks.save(task) == task) }
    let saved = server.requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) }
    #expect(saved.count == GeneratedTask.count)
    // Compared as bytes: Unicode's equalities must not hide a change.
    let changed = zip(GeneratedTask.texts, saved).filter { Array($0.utf8) != Array($1.utf8) }
    #expect(changed.isEmpty, "\(changed.first.map { "\($0.0)\n\($0.1)" } ?? "")")
  }

  @Test("Reading a task's properties and setting them to what they are changes nothing of it")
  func properties() throws {
    for text in GeneratedTask.texts {
      let task = try JSONDecoder().decode(Task.self, from: Data(text.utf8))
      var same = task
      // Only where a property has a value: nil also stands for what is of another type.
      if let variables = same.variables { same.variables = variables }
      if let schedule = same.schedule { same.schedule = schedule }
      if let stealth = same.stealth { same.stealth = stealth }
      if let translation = same.translation { same.translation = translation }
      if let output = same.output { same.output = output }
      if let actions = same.actions { same.actions = actions }
      if let wait = same.wait { same.wait = wait }
      if same.members["mode"]?.stringValue != nil { same.mode = task.mode }
      #expect(same == task)
      #expect(Array(same.members.keys) == Array(task.members.keys))
    }
  }

  @Test("Encoding and decoding keeps every member")
  func codable() throws {
    for text in GeneratedTask.texts.prefix(100) {
      let task = try JSONDecoder().decode(Task.self, from: Data(text.utf8))
      let again = try JSONDecoder().decode(Task.self, from: JSONEncoder().encode(task))
      #expect(again == task)
    }
  }

  @Test("Variables that are set keep their places, and what is no variable stays")
  func variables() {
    var task = Task(members: ["variables": ["b": ["value": 1], "x": 3, "a": ["later": true]]])
    #expect(task.variables?.keys.sorted() == ["a", "b"])
    task.variables?["a"]?.value = "v"
    task.variables?["b"] = nil
    task.variables?["c"] = TaskVariable(type: .number, value: 2)
    #expect(
      task.members["variables"] == [
        "x": 3, "a": ["later": true, "value": "v"], "c": ["type": "number", "value": 2],
      ])
    #expect(task.members["variables"]?.objectValue.map { Array($0.keys) } == ["x", "a", "c"])
    task.variables = nil
    #expect(task.members.isEmpty)
  }
}
