import Figranium
import FoundationEssentials
import Testing

@Suite("Actions as a server reads them") struct ActionsTests {
  /// Each builder, and what it must give but for `id` and `type`.
  static let builders: [(Action, Action.Kind, JSONObject)] = [
    (Actions.navigate("https://a.example"), "navigate", ["value": "https://a.example"]),
    (Actions.reload(), "reload", [:]),
    (Actions.click("#a"), "click", ["selector": "#a"]),
    (
      Actions.click("#a", clickType: .double), "click", ["selector": "#a", "clickType": "double"]
    ),
    (Actions.click("#a", clickType: .right), "click", ["selector": "#a", "clickType": "right"]),
    (Actions.check("#a"), "check", ["selector": "#a"]),
    (Actions.uncheck("#a"), "uncheck", ["selector": "#a"]),
    (
      Actions.dragAndDrop("#a", to: "#b"), "drag_and_drop",
      ["selector": "#a", "targetSelector": "#b"]
    ),
    (Actions.select("#a", value: "v"), "select", ["selector": "#a", "value": "v"]),
    (
      Actions.type("#a", value: "t"), "type",
      ["selector": "#a", "value": "t", "typeMode": "replace"]
    ),
    (
      Actions.type(nil, value: "t", mode: .append), "type", ["value": "t", "typeMode": "append"]
    ),
    (Actions.press("Enter"), "press", ["key": "Enter"]),
    (Actions.press("Enter", selector: "#a"), "press", ["key": "Enter", "selector": "#a"]),
    (Actions.scroll(), "scroll", [:]),
    (Actions.scroll(selector: "#a", value: "{$n}"), "scroll", ["selector": "#a", "value": "{$n}"]),
    (Actions.scroll(by: -300), "scroll", ["value": "-300"]),
    (Actions.hover("#a"), "hover", ["selector": "#a"]),
    (Actions.screenshot(), "screenshot", [:]),
    (Actions.screenshot("front"), "screenshot", ["value": "front"]),
    (Actions.wait(2), "wait", ["value": "2"]),
    (Actions.wait(1.5), "wait", ["value": "1.5"]),
    (Actions.wait(.milliseconds(250)), "wait", ["value": "0.25"]),
    (Actions.waitFor("#a"), "wait_selector", ["selector": "#a"]),
    (Actions.waitFor("#a", seconds: 5), "wait_selector", ["selector": "#a", "value": "5"]),
    (Actions.waitForDownloads(), "wait_downloads", [:]),
    (Actions.waitForDownloads(0), "wait_downloads", ["value": "0"]),
    (Actions.javascript("return 1"), "javascript", ["value": "return 1"]),
    (Actions.javascript("s", varName: "v"), "javascript", ["value": "s", "varName": "v"]),
    (Actions.csv(), "csv", [:]),
    (
      Actions.csv("a,b", selector: "#a", varName: "v"), "csv",
      ["value": "a,b", "selector": "#a", "varName": "v"]
    ),
    (Actions.set("v", value: "1"), "set", ["varName": "v", "value": "1"]),
    (Actions.merge("v", value: "a, b"), "merge", ["varName": "v", "value": "a, b"]),
    (Actions.getContent(), "get_content", [:]),
    (
      Actions.getContent(selector: "#a", varName: "v"), "get_content",
      ["selector": "#a", "varName": "v"]
    ),
    (Actions.request("https://a.example"), "http_request", ["value": "https://a.example"]),
    (
      Actions.request("u", method: .post, headers: "{}", body: "b", varName: "v"), "http_request",
      ["value": "u", "method": "POST", "headers": "{}", "body": "b", "varName": "v"]
    ),
    (Actions.solveCaptcha(), "solve_captcha", [:]),
    (
      Actions.solveCaptcha(
        captchaType: .reCaptchaV2, selector: "#a", varName: "v", timeout: .seconds(90)),
      "solve_captcha",
      ["captchaType": "recaptcha_v2", "selector": "#a", "varName": "v", "timeout": 90_000]
    ),
    (Actions.waitForCaptcha(captchaType: .turnstile), "wait_captcha", ["captchaType": "turnstile"]),
    (Actions.upload(selector: "#a"), "upload", ["selector": "#a"]),
    (
      Actions.upload(selector: "#a", cabinetID: "c", markAsUploaded: false), "upload",
      ["selector": "#a", "cabinetId": "c", "markAsUploaded": false]
    ),
    (Actions.finalizeUploads(), "finalize_uploads", [:]),
    (Actions.stop(), "stop", ["value": "success"]),
    (Actions.stop(.error), "stop", ["value": "error"]),
    (Actions.start("task_2"), "start", ["value": "task_2"]),
    (Actions.doNothing(), "do_nothing", [:]),
    (
      Actions.if(.variable("x"), .equals, "1"), "if",
      [
        "conditionVar": "x", "conditionVarType": "string", "conditionOp": "equals",
        "conditionValue": "1",
      ]
    ),
    (
      Actions.if(.variable("{$x}"), .greaterThan, 2), "if",
      [
        "conditionVar": "x", "conditionVarType": "number", "conditionOp": "gt",
        "conditionValue": "2",
      ]
    ),
    (
      Actions.while(.blockOutput, .lessThanOrEqual, 2.5), "while",
      [
        "conditionVar": "block.output", "conditionVarType": "number", "conditionOp": "lte",
        "conditionValue": "2.5",
      ]
    ),
    (
      Actions.if(.isTrue("x")), "if",
      ["conditionVar": "x", "conditionVarType": "boolean", "conditionOp": "is_true"]
    ),
    (
      Actions.while(.isFalse("x")), "while",
      ["conditionVar": "x", "conditionVarType": "boolean", "conditionOp": "is_false"]
    ),
    (Actions.if(.exists(".a")), "if", ["value": #"exists(".a")"#]),
    (
      Actions.while(.notExists(#"a[b="c\d"]"#)), "while",
      ["value": #"!exists("a[b=\"c\\d\"]")"#]
    ),
    (Actions.if(.script("url() == ''")), "if", ["value": "url() == ''"]),
    (Actions.elseBlock(), "else", [:]),
    (Actions.repeatCount(3), "repeat", ["value": "3"]),
    (Actions.repeatCount("{$n}"), "repeat", ["value": "{$n}"]),
    (Actions.forEach(varName: "items"), "foreach", ["varName": "items"]),
    (Actions.forEach(varName: "{$items}"), "foreach", ["varName": "items"]),
    (Actions.forEach(selector: ".row"), "foreach", ["selector": ".row"]),
    (Actions.onError(), "on_error", [:]),
    (Actions.end(), "end", [:]),
  ]

  @Test("Each builder gives exactly these members", arguments: builders)
  func members(action: Action, type: Action.Kind, expected: JSONObject) throws {
    let id = try #require(action.id)
    #expect(id.hasPrefix("act_\(type.rawValue)_"))
    var whole = expected
    whole["id"] = .string(id)
    whole["type"] = .string(type.rawValue)
    let sent = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(action))
    #expect(sent == .object(whole))
  }

  @Test("There is a builder for every known type, and no two identifiers are the same")
  func complete() {
    #expect(Set(Self.builders.map(\.1)) == Action.Kind.known)
    #expect(Action.Kind.known.count == 35)
    #expect(Set(Self.builders.map(\.0.id)).count == Self.builders.count)
  }

  @Test("Every property is read from its member and written to it")
  func properties() throws {
    let text = #"""
      {"id":"i","type":"t","disabled":true,"selector":"s","targetSelector":"ts","value":"v",
      "clickType":"right","typeMode":"append","key":"k","varName":"n","method":"PUT",
      "headers":"h","body":"b","conditionVar":"cv","conditionVarType":"number",
      "conditionOp":"gte","conditionValue":"1","captchaType":"hcaptcha","timeout":1500,
      "cabinetId":"c","markAsUploaded":true}
      """#
    let read = try JSONDecoder().decode(Action.self, from: Data(text.utf8))
    #expect(read.timeout == .milliseconds(1_500))
    #expect(read.method == .put)
    #expect(read.captchaType == .hCaptcha)
    var written = Action(members: [:])
    written.id = read.id
    written.type = read.type
    written.disabled = read.disabled
    written.selector = read.selector
    written.targetSelector = read.targetSelector
    written.value = read.value
    written.clickType = read.clickType
    written.typeMode = read.typeMode
    written.key = read.key
    written.varName = read.varName
    written.method = read.method
    written.headers = read.headers
    written.body = read.body
    written.conditionVar = read.conditionVar
    written.conditionVarType = read.conditionVarType
    written.conditionOp = read.conditionOp
    written.conditionValue = read.conditionValue
    written.captchaType = read.captchaType
    written.timeout = read.timeout
    written.cabinetID = read.cabinetID
    written.markAsUploaded = read.markAsUploaded
    #expect(written == read)
    #expect(read.members.count == 21)
    written.value = nil
    written.timeout = nil
    #expect(written.members["value"] == nil && written.members["timeout"] == nil)
    #expect(written.members.count == 19)
  }

  @Test("An action of a later server comes back as it was")
  func unknown() throws {
    let text = #"""
      {"actions":[{"type":"teleport","value":7,"to":{"x":[1,null]},"clickType":"triple"}]}
      """#
    let task = try JSONDecoder().decode(Task.self, from: Data(text.utf8))
    var actions = try #require(task.actions)
    #expect(actions[0].type == "teleport")
    #expect(actions[0].value == "7")
    #expect(actions[0].clickType == "triple")
    var again = task
    again.actions = actions
    #expect(again == task)
    actions[0] = actions[0].with(disabled: true)
    again.actions = actions
    #expect(
      again.members["actions"] == [
        [
          "type": "teleport", "value": 7, "to": ["x": [1, nil]], "clickType": "triple",
          "disabled": true,
        ]
      ])
  }

  @Test("The words are text in JSON, known or not")
  func words() throws {
    let words: [Action.Kind] = [.dragAndDrop, "teleport"]
    let text = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    #expect(text == #"["drag_and_drop","teleport"]"#)
    #expect(try JSONDecoder().decode([Action.Kind].self, from: Data(text.utf8)) == words)
    #expect("\(Action.ConditionOperator.greaterThan)" == "gt")
  }

  @Test("What is no list of objects is no list of actions, and is kept")
  func strange() {
    for members: JSONObject in [["actions": [1]], ["actions": "x"], ["actions": nil], [:]] {
      let task = Task(members: members)
      #expect(task.actions == nil)
      #expect(task.members == members)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Action.self, from: Data("[1]".utf8))
    }
  }

  @Test("A length of time that no number of milliseconds holds is bounded")
  func timeouts() {
    let action = Actions.click("#a").with(id: "x", timeout: .seconds(Int64.max))
    #expect(action.members["timeout"] == .integer(.max))
    #expect(action.id == "x")
    #expect(Action(members: ["timeout": "soon"]).timeout == nil)
  }
}

@Suite("Variables in texts") struct VariableTests {
  @Test("A variable's text")
  func template() throws {
    #expect(variable("query") == "{$query}")
    #expect("q=\(variable("loop.item"))&n=\(variable("a-b_2"))" == "q={$loop.item}&n={$a-b_2}")
    #expect(try variable(named: "passwords.example^com") == "{$passwords.example^com}")
  }

  @Test(
    "What cannot be a variable's name is refused",
    arguments: ["", " ", "a b", "größe", "a}", "{$a}", "$a", "a\nb"])
  func refused(name: String) throws {
    let error = try #require(throws: FigraniumError.self) { try variable(named: name) }
    #expect(error.kind == .invalidInput)
    #expect(error.message.contains("cannot be a variable's name"))
    #expect(!error.message.contains("\n"))
    #expect(error.hint?.contains("digits") == true)
  }

  @Test("A literal that cannot be a name ends the program")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = variable("a b") }
  }
}
