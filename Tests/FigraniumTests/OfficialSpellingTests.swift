import Figranium
import FoundationEssentials
import Testing

/// Calls as the official Swift SDK's documentation writes them: they compile, and send the same.
@Suite("Spellings of the official Swift SDK") struct OfficialSpellingTests {
  @Test("A task with its steps and variables")
  func task() {
    let task = Task(
      name: "Search and extract", url: "https://example.com", mode: "agent",
      description: "Searches a page",
      actions: [
        Actions.waitFor("#search"), Actions.type("#search", value: variable("query")),
        Actions.press("Enter", selector: "#search"),
        Actions.getContent(selector: ".results", varName: "resultText"),
      ],
      variables: ["query": TaskVariable(type: "string", value: .string("figranium"))])
    #expect(task.actions?.count == 4)
    #expect(task.variables?["query"]?.type == .string)
    #expect(task.mode == .agent)
  }

  @Test("Options of a run")
  func options() {
    let both = ExecuteTaskOptions(
      variables: ["q": "v"], webhookUrl: "https://example.com/hook", runId: "r1")
    #expect(
      both
        == ExecuteTaskOptions(
          variables: ["q": "v"], webhookURL: "https://example.com/hook", runID: "r1"))
    #expect(ExecuteTaskOptions(runId: "r1").runID == "r1")
    #expect(ExecuteTaskOptions(webhookUrl: "u").webhookUrl == "u")
    var changed = ExecuteTaskOptions(variables: ["q": "v"])
    changed.runId = "r2"
    changed.webhookUrl = "u"
    #expect(changed.runID == "r2")
    #expect(changed.webhookURL == "u")
  }

  @Test("Calls")
  func calls() async throws {
    let server = try TestServer(always: json(#"{"success":true,"id":"t","task":{}}"#))
    let client = try server.client()
    #expect(try await client.tasks.update("t", patch: ["name": "B"])["id"] == "t")
    try await client.captures.clear()
    try await client.executions.stop(runID: "r")
    #expect(
      server.lines == [
        "PATCH /api/tasks/t", "POST /api/data/clear-screenshots", "POST /api/executions/stop",
      ])
  }
}
