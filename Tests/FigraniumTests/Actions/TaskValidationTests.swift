import Figranium
import FoundationEssentials
import Testing

@Suite("Mistakes in a task") struct TaskValidationTests {
  private static func task(_ actions: String, _ members: String = "") throws -> Task {
    let text = #"{"name":"T","url":"https://a.example","mode":"agent"\#(members),"actions":"#
    return try JSONDecoder().decode(Task.self, from: Data("\(text)\(actions)}".utf8))
  }

  /// Members of one action after its id, and what is wrong with it; empty when nothing is.
  static let single: [(String, [String])] = [
    // What must be there.
    (#""type":"click","selector":".a""#, []),
    (#""type":"click""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"click","selector":"  ""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"click","disabled":true"#, []),
    (#""type":"hover""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"check""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"uncheck""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"wait_selector""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"upload""#, ["MISSING_MEMBER has no `selector`"]),
    (#""type":"drag_and_drop","selector":".a""#, ["MISSING_MEMBER has no `targetSelector`"]),
    (
      #""type":"drag_and_drop""#,
      ["MISSING_MEMBER has no `selector`", "MISSING_MEMBER has no `targetSelector`"]
    ),
    (#""type":"select","selector":".a""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"select","selector":".a","value":"""#, []),
    (#""type":"type","selector":".a""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"type","value":"""#, []),
    (#""type":"press""#, ["MISSING_MEMBER has no `key`"]),
    (#""type":"javascript""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"merge","varName":"v""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"set","value":"1""#, ["MISSING_MEMBER has no `varName`"]),
    (#""type":"start""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"start","value":"""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"http_request""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"navigate","value":"""#, ["MISSING_MEMBER has no `value`"]),
    (#""type":"reload""#, []), (#""type":"do_nothing""#, []), (#""type":"screenshot""#, []),
    (#""type":"get_content""#, []), (#""type":"scroll""#, []), (#""type":"csv""#, []),
    (#""type":"finalize_uploads""#, []), (#""type":"wait_downloads""#, []),
    (#""type":"solve_captcha""#, []), (#""type":"wait_captcha""#, []),
    // What it must be.
    (#""type":"navigate","value":"HTTPS://a.example""#, []),
    (#""type":"navigate","value":"a.example""#, ["INVALID_MEMBER has an address that no server"]),
    (#""type":"navigate","value":"https://""#, ["INVALID_MEMBER has an address that no server"]),
    (#""type":"navigate","value":"file:///x""#, ["INVALID_MEMBER has an address that no server"]),
    (#""type":"navigate","value":"{$known}""#, []),
    (#""type":"wait","value":"1.5""#, []), (#""type":"wait""#, []),
    (#""type":"wait","value":2"#, []), (#""type":"wait","value":"{$known}""#, []),
    (#""type":"wait","value":"soon""#, ["INVALID_MEMBER has a `value` that is no length"]),
    (#""type":"wait","value":"-1""#, ["INVALID_MEMBER has a `value` that is no length"]),
    (#""type":"stop""#, []), (#""type":"stop","value":"error""#, []),
    (#""type":"stop","value":"failed""#, ["INVALID_MEMBER ends the run with an outcome"]),
    (#""type":"start","value":"task_2-b""#, []),
    (#""type":"start","value":"t/2""#, ["INVALID_MEMBER starts a task whose identifier"]),
    (#""type":"start","value":"{$known}""#, []),
    (#""type":"set","varName":"{$x}","value":"1""#, ["INVALID_MEMBER has a `varName` that is no"]),
    (#""type":"http_request","value":"https://a.example","headers":"{\"a\":\"b\"}""#, []),
    (
      #""type":"http_request","value":"https://a.example","headers":"a: b""#,
      ["INVALID_MEMBER has `headers` that are no JSON object"]
    ),
    (
      #""type":"http_request","value":"https://a.example","method":"FETCH""#,
      ["note UNKNOWN_WORD has a `method`"]
    ),
    (#""type":"http_request","value":"https://a.example","method":"post""#, []),
    // Words of later servers.
    (#""type":"teleport""#, ["note UNKNOWN_WORD has a type that is not known here"]),
    (#""type":"goto","value":"x""#, []),
    (#""value":"x""#, ["MISSING_MEMBER has no `type`"]),
    // Variables.
    (#""type":"press","key":"{$known}{$now}{$block.output}{$html}{$password}""#, []),
    (#""type":"press","key":"{$passwords.a^example}""#, []),
    (
      #""type":"press","key":"{$nope} {$nope} {$other}""#,
      [
        "UNKNOWN_VARIABLE uses the variable `nope`, which nothing",
        "UNKNOWN_VARIABLE uses the variable `other`, which nothing",
      ]
    ),
    (#""type":"press","key":"{$given}""#, []),
    (#""type":"press","key":"{$loop.item}""#, ["UNKNOWN_VARIABLE uses the variable `loop.item`"]),
    (#""type":"press","key":"{$my name}""#, ["INVALID_MEMBER has `{$my name}`, which servers"]),
    (#""type":"press","key":"{$größe}""#, ["INVALID_MEMBER has `{$größe}`, which servers"]),
    (#""type":"javascript","value":"$(function(){$('.a').hide()}); `${x}` {$""#, []),
    (
      #""type":"type","value":"{$a}","selector":"{$b}""#,
      ["UNKNOWN_VARIABLE uses the variable `b`", "UNKNOWN_VARIABLE uses the variable `a`"]
    ),
    (
      #""type":"drag_and_drop","selector":"a","targetSelector":"{$a}""#,
      ["UNKNOWN_VARIABLE uses the variable `a`"]
    ),
    (
      #""type":"http_request","value":"{$known}","headers":"{$h}","body":"{$b}""#,
      ["UNKNOWN_VARIABLE uses the variable `h`", "UNKNOWN_VARIABLE uses the variable `b`"]
    ),
  ]

  @Test("One action", arguments: single)
  func one(members: String, expected: [String]) throws {
    let task = try Self.task(
      "[{\"id\":\"a1\",\(members)}]",
      #","variables":{"known":{"type":"string","value":""}}"#)
    let problems = task.validate(knownVariables: ["given"])
    try #require(problems.count == expected.count, "\(problems)")
    for (problem, text) in zip(problems, expected) {
      let note = problem.severity == .note ? "note " : ""
      #expect("\(note)\(problem.kind.rawValue) \(problem.message)".hasPrefix(text))
      #expect(problem.actionIndex == 0)
      #expect(problem.actionID == "a1")
    }
  }

  /// Conditions of an `if` after its type, and what is wrong with it.
  static let conditions: [(String, [String])] = [
    (#""value":"exists('.a')""#, []), (#""value":"""#, ["has no `value`"]),
    ("", ["has no `value`"]),
    (#""conditionVar":"known","conditionOp":"equals","conditionValue":"1""#, []),
    (#""conditionVar":"{$known}""#, []),
    (#""conditionVar":"nope""#, ["uses the variable `nope`"]),
    (#""conditionVar":"{$nope}""#, ["uses the variable `nope`"]),
    (#""conditionVar":"{$known}-{$nope}""#, ["uses the variable `nope`"]),
    (#""conditionVar":"some text""#, []),
    (#""conditionVar":"known","conditionValue":"{$nope}""#, ["uses the variable `nope`"]),
    (#""conditionOp":"equals","conditionValue":"1""#, ["has no `conditionVar`"]),
    (#""conditionVar":"known","conditionOp":"gt""#, ["compares a string by an operator"]),
    (
      #""conditionVar":"known","conditionVarType":"number","conditionOp":"gt","conditionValue":"5""#,
      []
    ),
    (
      #""conditionVar":"known","conditionVarType":"number","conditionOp":"gt","conditionValue":"x""#,
      ["compares a number with what is none"]
    ),
    (
      #""conditionVar":"known","conditionVarType":"number","conditionOp":"contains""#,
      ["compares a number by an operator"]
    ),
    (#""conditionVar":"known","conditionVarType":"boolean""#, []),
    (
      #""conditionVar":"known","conditionVarType":"boolean","conditionOp":"equals""#,
      ["compares a boolean by an operator"]
    ),
    (
      #""conditionVar":"known","conditionVarType":"date""#,
      ["has a `conditionVarType` that is not known"]
    ),
    (#""conditionVarType":"string","conditionOp":"exists","conditionVar":".a""#, []),
    (#""conditionVarType":"selector","conditionOp":"not_exists","selector":".a""#, []),
    (#""conditionOp":"exists""#, ["has no `selector`"]),
  ]

  @Test("Conditions of `if` and `while`", arguments: conditions)
  func condition(members: String, expected: [String]) throws {
    for type in ["if", "while"] {
      let task = try Self.task(
        #"[{"id":"a","type":"\#(type)"\#(members.isEmpty ? "" : ",")\#(members)},"#
          + #"{"id":"b","type":"end"}]"#, #","variables":{"known":{}}"#)
      let problems = task.validate()
      try #require(problems.count == expected.count, "\(problems)")
      for (problem, text) in zip(problems, expected) {
        #expect(problem.message.hasPrefix(text))
        #expect(problem.actionType?.rawValue == type)
      }
    }
  }

  /// Types in order, where `…!` is disabled, and the place and beginning of what is wrong.
  static let blocks: [(String, [String])] = [
    ("if end", []), ("if else end", []), ("if if else end else end", []),
    ("while repeat foreach end end end on_error end", []),
    ("end", ["0 closes no block"]), ("if end end", ["2 closes no block"]),
    ("if", ["0 opens a block that nothing closes"]),
    ("while if end", ["0 opens a block that nothing closes"]),
    (
      "on_error repeat",
      ["0 opens a block that nothing closes", "1 opens a block that nothing closes"]
    ),
    ("else", ["0 is in no block, not in an `if` block"]),
    ("if end else", ["2 is in no block, not in an `if` block"]),
    ("while else end", ["1 is in a `while` block, not in an `if` block"]),
    ("if foreach else end end", ["2 is in a `foreach` block, not in an `if` block"]),
    ("if else else end", ["2 is the second `else` of actions[0]"]),
    // Disabled ones count for the blocks.
    ("if! end", []), ("if end!", []), ("if!", ["0 opens a block that nothing closes"]),
    ("end!", ["0 closes no block"]),
  ]

  @Test("Blocks", arguments: blocks)
  func balance(types: String, expected: [String]) throws {
    let actions = types.split(separator: " ").enumerated().map { index, word in
      #"{"id":"a\#(index)","type":"\#(word.filter { $0 != "!" })","value":"1","selector":"a","#
        + #""disabled":\#(word.hasSuffix("!"))}"#
    }
    let problems = try Self.task("[\(actions.joined(separator: ","))]").validate()
    try #require(problems.count == expected.count, "\(problems)")
    for (problem, text) in zip(problems, expected) {
      #expect(problem.kind == .unbalancedBlock)
      #expect("\(problem.actionIndex ?? -1) \(problem.message)".hasPrefix(text))
    }
  }

  @Test("A variable is known from the action on that sets it")
  func order() {
    let task = Task("T", url: "https://a.example") {
      Press("{$a}")
      SetVariable("a", "1")
      Press("{$a}")
      GetContent(varName: "{$b}")
      Press("{$b}")
      Actions.set("off", value: "1").with(disabled: true)
      Press("{$off}")
    }
    #expect(
      task.validate().map(\.description) == [
        "actions[0] (press, act_press_1) uses the variable `a`, which actions[1] sets only later."
          + " Declare it in the task's variables, or set it before.",
        "actions[6] (press, act_press_7) uses the variable `off`, which nothing declares or sets."
          + " Declare it in the task's variables, or set it before.",
      ])
  }

  @Test("A loop comes back to what it set, and errors are handled at any time")
  func loops() {
    let fine = Task("T", url: "https://a.example") {
      OnError { Press("{$late}") }
      While(.exists("#a")) {
        If(.isTrue("seen")) { Press("{$seen}") }
        SetVariable("seen", "true")
      }
      ForEach(selector: ".row") { Press("{$loop.item}{$loop.text}{$loop.index}") }
      SetVariable("late", "1")
    }
    #expect(fine.validate() == [])
    // Two loops beside each other, and one that nothing closes.
    let wrong = Task("T", url: "https://a.example") {
      Repeat(2) { Press("{$x}") }
      Repeat(2) { SetVariable("x", "1") }
    }
    #expect(wrong.validate().map(\.actionIndex) == [1])
    let open = Task("T", url: "https://a.example") {
      Actions.repeatCount(2)
      Press("{$x}")
      SetVariable("x", "1")
    }
    #expect(open.validate().map(\.kind) == [.unbalancedBlock])
  }

  @Test("The items of a `foreach` are a known variable")
  func items() throws {
    let task = Task("T", url: "https://a.example") { ForEach("items") { Reload() } }
    #expect(task.validate().map(\.kind) == [.unknownVariable])
    #expect(task.validate(knownVariables: ["items"]) == [])
    let neither = try Self.task(#"[{"id":"a","type":"foreach"},{"id":"b","type":"end"}]"#)
    #expect(neither.validate().map(\.message) == ["has neither `selector` nor `varName`"])
  }

  @Test("Counts of `repeat`", arguments: ["0", "-1", "many", "1.5", ""])
  func counts(value: String) throws {
    let task = Task("T", url: "https://a.example") { Repeat(value) { Reload() } }
    #expect(task.validate().map(\.actionIndex) == [0])
  }

  @Test("Identifiers that are missing, or used twice")
  func identifiers() throws {
    let task = try Self.task(
      #"[{"type":"reload"},{"id":"a","type":"reload"},{"id":"a","type":"reload","disabled":true},"#
        + #"{"id":"","type":"reload"}]"#)
    #expect(
      task.validate().map(\.description) == [
        "actions[0] (reload) has no identifier. Give it an `id` of its own.",
        "actions[2] (reload, a) has the identifier of actions[1]. Give it an `id` of its own.",
        "actions[3] (reload) has no identifier. Give it an `id` of its own.",
      ])
  }

  @Test("The task itself")
  func itself() throws {
    let empty = Task(members: ["actions": 7])
    #expect(
      empty.validate().map(\.description) == [
        "The task has something else where its actions should be. Make `actions` a list.",
        "The task has no address to start with. Set its `url`.",
      ])
    let task = Task(members: [
      "url": "https://{$host}/", "actions": ["x"], "extractionScript": "return '{$html}{$got}'",
    ])
    #expect(
      task.validate().map(\.description) == [
        "The task uses the variable `host`, which nothing declares or sets."
          + " Declare it in the task's variables, or set it before.",
        "The task uses the variable `got`, which nothing declares or sets."
          + " Declare it in the task's variables, or set it before.",
        "actions[0] is no object. Put an action in its place.",
      ])
    #expect(Task(members: ["url": "a.example"]).validate().map(\.kind) == [.invalidMember])
    var own = Task("T", url: "https://a.example") { StartTask("t1") }
    own.id = "t1"
    #expect(own.validate().map(\.severity) == [.note])
  }

  @Test("A problem is one printable line, and repeats no value")
  func lines() throws {
    let name = "{$evil\u{1b}[2J \u{202e}name}"
    var action = Actions.press(name).with(id: "a\n\u{1b}b" + String(repeating: "x", count: 500))
    action.type = "press\r\nx"
    action.value = "hunter2"
    var second = Actions.request("hunter2", headers: "hunter2")
    second.value = "hunter2"
    let task = Task("T", url: "hunter2", actions: [action, second, Actions.wait(.zero)])
    let problems = task.validate()
    #expect(problems.count >= 4)
    for problem in problems {
      #expect(problem.description.count < 400)
      #expect(!problem.description.contains("hunter2"))
      let isPrintable = problem.description.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
      #expect(isPrintable)
    }
  }

  @Test("`validated()` throws errors, not notes")
  func throwing() throws {
    let fine = Task("T", url: "https://a.example") { Action("teleport") }
    #expect(fine.validate().count == 1)
    #expect(try fine.validated() == fine)
    let task = Task("T", url: "https://a.example") {
      Actions.click("")
      Actions.end()
      Action("teleport")
    }
    let error = try #require(throws: FigraniumError.self) { try task.validated() }
    #expect(error.code == "INVALID_TASK")
    #expect(
      error.message
        == "actions[0] (click, act_click_1) has no `selector`. One more is in the details.")
    #expect(error.hint == "Set it to the CSS selector of the element.")
    let details: JSONValue = [
      "actions[0] (click, act_click_1) has no `selector`. Set it to the CSS selector of the element.",
      "actions[1] (end, act_end_2) closes no block. Take it away, or add what opens the block.",
    ]
    #expect(error.details == details)
  }

  @Test("Blocks nested four thousand deep, and as many beside one another")
  func deep() {
    var actions: [Action] = []
    for _ in 0..<4_000 {
      actions.append(Actions.repeatCount(2))
      actions.append(Actions.press("{$a}"))
    }
    actions.append(Actions.set("a", value: "1"))
    for _ in 0..<4_000 { actions.append(Actions.end()) }
    for _ in 0..<4_000 {
      actions.append(Actions.if(.isTrue("a")))
      actions.append(Actions.end())
    }
    #expect(Task("T", url: "https://a.example", actions: actions).validate() == [])
  }
}
