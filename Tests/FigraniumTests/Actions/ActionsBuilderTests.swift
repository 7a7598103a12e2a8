import Figranium
import Testing

@ActionsBuilder private func logIn(twice: Bool) -> [Action] {
  TypeText("#name", "{$user}")
  if twice { Click("#log-in") }
  Click("#log-in")
}

private struct Refused: Error {}

@Suite("A task as a block") struct ActionsBuilderTests {
  @Test("The block form is the flat form")
  func equal() {
    let block = Task("Shop", url: "https://a.example") {
      Navigate("https://a.example/\(variable("page"))")
      Click("#a")
      If(.variable("x"), .equals, "1") {
        Press("Enter")
      } else: {
        Hover("#b")
      }
      ForEach("items") {
        While(.exists(".more")) { Scroll(by: 300) }
        Repeat(3) { Wait(1) }
      }
      ForEach(selector: ".row") {}
      Repeat(variable("count")) { Reload() }
      While(.variable("n"), .lessThan, 5) { SetVariable("n", "{$n}1") }
      If(.isTrue("b")) { StopTask(.error) }
      OnError { Screenshot("failed") }
    }
    let flat = [
      Actions.navigate("https://a.example/{$page}"), Actions.click("#a"),
      Actions.if(.variable("x"), .equals, "1"), Actions.press("Enter"), Actions.elseBlock(),
      Actions.hover("#b"), Actions.end(), Actions.forEach(varName: "items"),
      Actions.while(.exists(".more")), Actions.scroll(by: 300), Actions.end(),
      Actions.repeatCount(3), Actions.wait(1), Actions.end(), Actions.end(),
      Actions.forEach(selector: ".row"), Actions.end(), Actions.repeatCount("{$count}"),
      Actions.reload(), Actions.end(), Actions.while(.variable("n"), .lessThan, 5),
      Actions.set("n", value: "{$n}1"), Actions.end(), Actions.if(.isTrue("b")),
      Actions.stop(.error), Actions.end(), Actions.onError(), Actions.screenshot("failed"),
      Actions.end(),
    ]
    // Identifiers are counted in the order of the list.
    let numbered = flat.enumerated().map { index, action in
      action.with(id: "act_\(action.type.rawValue)_\(index + 1)")
    }
    #expect(block.actions == numbered)
    #expect(
      block.members == [
        "name": "Shop", "url": "https://a.example", "mode": "agent",
        "actions": .array(numbered.map { .object($0.members) }),
      ])
    #expect(Task("Shop", url: "https://a.example", actions: numbered) == block)
  }

  @Test("Every step is the action of its name")
  func steps() {
    let pairs: [(Action, Action)] = [
      (Navigate("u"), Actions.navigate("u")), (Reload(), Actions.reload()),
      (Click("s", clickType: .double), Actions.click("s", clickType: .double)),
      (Check("s"), Actions.check("s")), (Uncheck("s"), Actions.uncheck("s")),
      (DragAndDrop("s", to: "t"), Actions.dragAndDrop("s", to: "t")),
      (SelectOption("s", "v"), Actions.select("s", value: "v")),
      (TypeText("s", "v", mode: .append), Actions.type("s", value: "v", mode: .append)),
      (Press("k", selector: "s"), Actions.press("k", selector: "s")),
      (Scroll(by: 5, selector: "s"), Actions.scroll(by: 5, selector: "s")),
      (Scroll(), Actions.scroll()), (Hover("s"), Actions.hover("s")),
      (Screenshot("n"), Actions.screenshot("n")), (Wait(2), Actions.wait(2)),
      (Wait(.seconds(2)), Actions.wait(2)),
      (WaitFor("s", seconds: 3), Actions.waitFor("s", seconds: 3)),
      (WaitForDownloads(3), Actions.waitForDownloads(3)),
      (JavaScript("j", varName: "v"), Actions.javascript("j", varName: "v")),
      (ParseCSV("c", varName: "v"), Actions.csv("c", varName: "v")),
      (SetVariable("v", "1"), Actions.set("v", value: "1")),
      (MergeVariables("v", "a,b"), Actions.merge("v", value: "a,b")),
      (GetContent("s", varName: "v"), Actions.getContent(selector: "s", varName: "v")),
      (SendRequest("u", method: .post), Actions.request("u", method: .post)),
      (SolveCaptcha(.hCaptcha), Actions.solveCaptcha(captchaType: .hCaptcha)),
      (WaitForCaptcha(varName: "v"), Actions.waitForCaptcha(varName: "v")),
      (UploadFile("s", cabinetID: "c"), Actions.upload(selector: "s", cabinetID: "c")),
      (FinalizeUploads(), Actions.finalizeUploads()), (StopTask(), Actions.stop()),
      (StartTask("t"), Actions.start("t")), (DoNothing(), Actions.doNothing()),
    ]
    for (step, action) in pairs { #expect(step.with(id: "i") == action.with(id: "i")) }
    let blocks: Set<Action.Kind> = [.if, .else, .while, .repeat, .forEach, .onError, .end]
    #expect(Set(pairs.map(\.0.type)).union(blocks) == Action.Kind.known)
  }

  @Test("Swift's own if, for, switch and availability work within", arguments: [false, true])
  func swiftControl(flag: Bool) {
    let task = Task("T", url: "https://a.example") {
      let selectors = ["#a", "#b"]
      if flag { Reload() }
      for selector in selectors { Click(selector) }
      if flag { Press("a") } else { Press("b") }
      switch selectors.count {
      case 2: Check("#two")
      default: Check("#other")
      }
      if #available(macOS 14, *) { DoNothing() }
      logIn(twice: flag)
      [Actions.wait(1)]
    }
    let types = task.actions?.map(\.type.rawValue)
    #expect(
      types == (flag ? ["reload"] : []) + [
        "click", "click", "press", "check", "do_nothing", "type",
      ] + (flag ? ["click"] : []) + ["click", "wait"])
    #expect(task.actions?.first { $0.type == .press }?.key == (flag ? "a" : "b"))
    #expect(Set(task.actions?.map(\.id) ?? []).count == types?.count)
  }

  @Test("An empty block is a task without actions")
  func empty() {
    #expect(Task("T", url: "https://a.example") {}.actions == [])
  }

  @Test("The same source gives the same task")
  func deterministic() {
    func make() -> Task {
      Task("T", url: "https://a.example") { If(.isTrue("x")) { Click("#a") } }
    }
    #expect(make() == make())
    #expect(make().actions?.map(\.id) == ["act_if_1", "act_click_2", "act_end_3"])
  }

  @Test("An action used twice gets a second identifier; the first keeps its own")
  func twice() {
    let click = Actions.click("#a").with(id: "mine")
    let task = Task("T", url: "https://a.example") {
      click
      Reload()
      click
      click
    }
    #expect(
      task.actions?.map(\.id) == ["mine", "act_reload_1", "act_click_2", "act_click_3"])
    let flat = Task("T", url: "https://a.example", actions: [click, Action(members: [:]), click])
    #expect(flat.actions?[0].id == "mine")
    #expect(Set(flat.actions?.compactMap(\.id) ?? []).count == 3)
  }

  @Test("Identifiers come from a generator of the caller's")
  func injected() {
    let task = Task("T", url: "https://a.example", ids: .counted(prefix: "step")) { Reload() }
    #expect(task.actions?.first?.id == "step_reload_1")
    let fixed = ActionIDGenerator { "only-\($0.rawValue)" }
    #expect(fixed.withValue { Actions.reload().id } == "only-reload")
    #expect(Actions.reload().id != "only-reload")
    // One that repeats itself ends, and the mistake is named.
    let same = Task("T", url: "https://a.example", ids: fixed) {
      Reload()
      Reload()
    }
    #expect(same.validate().map(\.kind) == [.invalidID])
  }

  @Test("Variables are declared with their types")
  func variables() {
    let task = Task(
      "T", url: "https://a.example", mode: "headful", description: "D",
      variables: ["text": "a", "whole": 1, "half": 0.5, "flag": true, "none": nil]
    ) {}
    #expect(
      task.members["variables"] == [
        "text": ["type": "string", "value": "a"], "whole": ["type": "number", "value": 1],
        "half": ["type": "number", "value": 0.5], "flag": ["type": "boolean", "value": true],
        "none": ["type": "string", "value": nil],
      ])
    #expect(task.description == "D")
    #expect(task.mode == "headful")
  }

  @Test("What a block throws comes out")
  func throwing() {
    #expect(throws: Refused.self) {
      try Task("T", url: "https://a.example") {
        try Repeat(2) { try If(.isTrue("x")) { throw Refused() } }
      }
    }
    #expect(throws: FigraniumError.self) {
      try Task("T", url: "https://a.example") { Click(try variable(named: "a b")) }
    }
  }
}
