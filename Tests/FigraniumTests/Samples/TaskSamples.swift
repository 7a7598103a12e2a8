// The code of the page on writing tasks in Figranium.docc. Run, but for what needs a server.

import Figranium
import Testing

private func search() -> Task {
  // snippet: task-block
  let task = Task("Search", url: "https://shop.example.com", variables: ["query": "kettle"]) {
    TypeText("#search", variable("query"))
    Press("Enter")
    WaitFor(".result")
    ForEach(selector: ".result") {
      If(.variable("loop.text"), .contains, "sold out") {
        DoNothing()
      } else: {
        Click(".add-to-list")
      }
    }
    OnError { Screenshot("failed") }
  }
  // snippet end
  return task
}

// snippet: task-part
@ActionsBuilder
func logIn(remember: Bool) -> [Action] {
  TypeText("#name", variable("user"))
  TypeText("#password", variable("password"))
  if remember { Check("#remember") }
  Click("#log-in")
}
// snippet end

private func flat() -> Task {
  // snippet: task-flat
  let task = Task(
    "Search", url: "https://shop.example.com",
    actions: [
      Actions.type("#search", value: "kettle"),
      Actions.repeatCount(3),
      Actions.scroll(by: 600),
      Actions.wait(1.5),
      Actions.end(),
      Actions.getContent(selector: "#results", varName: "results"),
    ])
  // snippet end
  return task
}

private func check(_ task: Task) throws {
  // snippet: task-validate
  for problem in task.validate() {
    print(problem)
  }
  try task.validated()
  // snippet end
}

private func change(_ task: inout Task) {
  // snippet: task-change
  var actions = task.actions ?? []
  for index in actions.indices where actions[index].type == .wait {
    actions[index].value = "5"
  }
  actions.append(Action("some_later_type").with(timeout: .seconds(30)))
  task.actions = actions
  // snippet end
}

@Suite("The documentation's tasks") struct TaskSampleTests {
  @Test("They have no mistakes")
  func valid() throws {
    try check(search())
    try check(flat())
    #expect(search().actions?.count == 13)
    let login = Task("L", url: "https://a.example") { logIn(remember: true) }
    #expect(login.validate().map(\.message).count == 1)
    #expect(login.validate(knownVariables: ["user"]) == [])
  }

  @Test("Actions are changed in place")
  func changes() {
    var task = flat()
    change(&task)
    #expect(task.actions?[3].value == "5")
    #expect(task.actions?.last?.members["timeout"] == 30_000)
  }
}
