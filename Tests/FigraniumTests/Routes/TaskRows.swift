import Figranium
import FoundationEssentials

// Tasks and their versions.

private let full = #"""
  {"id":"t/2 ü","name":"Odd","description":"d","url":"https://example.com/","mode":"agent",
  "wait":1.5,"selector":"main","rotateUserAgents":true,"rotateProxies":false,"rotateViewport":true,
  "humanTyping":true,"stealth":{"allowTypos":true,"idleMovements":false,"overscroll":true,
  "deadClicks":false,"fatigue":true,"naturalTyping":false,"cursorGlide":true,
  "randomizeClicks":false,"later":1},"autoSolveCaptcha":true,
  "translation":{"enabled":true,"targetLanguage":"de"},
  "actions":[{"id":"a1","type":"navigate","value":"https://example.com/"}],
  "variables":{"q":{"type":"string","value":"v","autoCreated":true}},
  "schedule":{"enabled":true,"frequency":"daily","hour":3},
  "output":{"provider":"baserow","credentialId":"c1","tableId":"7","onError":"fail"},
  "extractionScript":"return 1","extractionFormat":"csv","includeHtml":true,
  "includeShadowDom":false,"disableRecording":true,"statelessExecution":false,
  "downloadCabinetId":"cab_1","updatedAt":"2026-05-04T03:02:01.500Z","last_opened":1777863721500,
  "stickyNotes":[{"x":1}]}
  """#

/// Every member of a task by its property.
private func described(_ task: Task) -> JSONValue {
  var result: JSONObject = ["id": value(task.id), "name": .string(task.name)]
  result["description"] = value(task.description)
  result["url"] = value(task.url)
  result["mode"] = value(task.mode)
  result["wait"] = value(task.wait)
  result["selector"] = value(task.selector)
  result["rotate"] = [
    value(task.rotateUserAgents), value(task.rotateProxies), value(task.rotateViewport),
  ]
  result["humanTyping"] = value(task.humanTyping)
  let stealth = task.stealth
  result["stealth"] = [
    value(stealth?.allowTypos), value(stealth?.idleMovements), value(stealth?.overscroll),
    value(stealth?.deadClicks), value(stealth?.fatigue), value(stealth?.naturalTyping),
    value(stealth?.cursorGlide), value(stealth?.randomizeClicks),
  ]
  result["autoSolveCaptcha"] = value(task.autoSolveCaptcha)
  result["translation"] = [
    value(task.translation?.enabled), value(task.translation?.targetLanguage),
  ]
  result["actions"] = value(task.actions?.count)
  let variable = task.variables?["q"]
  result["q"] = [
    value(variable?.type), variable?.value ?? .null, value(variable?.autoCreated),
  ]
  result["schedule"] = [value(task.schedule?.frequency), value(task.schedule?.hour)]
  let output = task.output
  result["output"] = [
    value(output?.provider), value(output?.credentialID), value(output?.tableID),
    value(output?.onError),
  ]
  result["extraction"] = [value(task.extractionScript), value(task.extractionFormat)]
  result["include"] = [value(task.includeHTML), value(task.includeShadowDOM)]
  result["disableRecording"] = value(task.disableRecording)
  result["stateless"] = value(task.statelessExecution)
  result["cabinet"] = value(task.downloadCabinetID)
  result["updatedAt"] = value(task.updatedAt)
  result["lastOpened"] = value(task.lastOpened)
  result["later"] = task.members["stickyNotes"]
  return .object(result)
}

private let fullDescribed: JSONValue = [
  "id": "t/2 ü", "name": "Odd", "description": "d", "url": "https://example.com/", "mode": "agent",
  "wait": 1.5, "selector": "main", "rotate": [true, false, true], "humanTyping": true,
  "stealth": [true, false, true, false, true, false, true, false], "autoSolveCaptcha": true,
  "translation": [true, "de"], "actions": 1, "q": ["string", "v", true],
  "schedule": ["daily", 3], "output": ["baserow", "c1", "7", "fail"],
  "extraction": ["return 1", "csv"], "include": [true, false], "disableRecording": true,
  "stateless": false, "cabinet": "cab_1", "updatedAt": .number(1_777_863_721.5),
  "lastOpened": .number(1_777_863_721.5), "later": [["x": 1]],
]

private let named = Task(members: ["id": "task_1", "name": "A", "later": ["x": nil]])
private let unnamed = Task(
  name: "New", url: "https://example.com/", mode: .scrape, description: "d")
private let namedText = #"{"id":"task_1","name":"A","later":{"x":null}}"#
private let isTask: JSONValue = ["id": "task_1", "name": "A", "later": ["x": nil]]
private let writes = [RouteError(403, "API_KEY_FORBIDDEN", "may not do this")]

extension RouteRow {
  static let tasks: [RouteRow] = [
    RouteRow(
      "list", "GET", "/api/tasks", .keyElseSession, .read, "[\(full)]", expected: [fullDescribed]
    ) { .array(try await $0.tasks.list().map(described)) },
    RouteRow(
      "list summaries", "GET", "/api/tasks/list", .key, .read,
      #"{"tasks":[{"id":"t1","name":"A","description":"d"},{"id":"t2"}]}"#,
      expected: [["t1", "A", "d"], ["t2", "t2", nil]]
    ) {
      .array(
        try await $0.tasks.listSummaries().map {
          [.string($0.id), .string($0.name), value($0.description)]
        })
    },
    RouteRow(
      "get", "GET", "/api/tasks", .keyElseSession, .read, "[\(namedText),\(full)]",
      expected: fullDescribed
    ) { described(try await $0.tasks.get("t/2 ü")) },
    RouteRow(
      "save a new one", "POST", "/api/tasks",
      body: ["name": "New", "url": "https://example.com/", "mode": "scrape", "description": "d"],
      .keyElseSession, .never, namedText, expected: isTask, errors: writes
    ) { try await $0.tasks.save(unnamed).jsonValue },
    RouteRow(
      "save a known one", "POST", "/api/tasks", body: isTask, .keyElseSession, .idempotent,
      namedText, expected: isTask, errors: writes
    ) { try await $0.tasks.save(named).jsonValue },
    RouteRow(
      "save with a version", "POST", "/api/tasks?version=true", body: isTask, .keyElseSession,
      .never, namedText, expected: isTask, errors: writes
    ) { try await $0.tasks.save(named, createVersion: true).jsonValue },
    RouteRow(
      "update", "POST", "/api/tasks?update=true", body: isTask, .keyElseSession, .idempotent,
      namedText, expected: isTask, errors: writes + [.noTask]
    ) { try await $0.tasks.update(named).jsonValue },
    RouteRow(
      "update with a version", "POST", "/api/tasks?version=true&update=true", body: isTask,
      .keyElseSession, .never, namedText, expected: isTask, errors: writes + [.noTask]
    ) { try await $0.tasks.update(named, createVersion: true).jsonValue },
    RouteRow(
      "patch", "PATCH", "/api/tasks/t%2F2%20%C3%BC", body: ["name": "B", "url": nil],
      .keyElseSession, .never,
      #"{"id":"t/2 ü","updatedAt":"2026-05-04T03:02:01Z","status":"success","task":\#(namedText)}"#,
      expected: ["t/2 ü", .number(1_777_863_721), "success", isTask],
      errors: writes + [
        .noTask, RouteError(400, "INVALID_PAYLOAD", "cannot use the members it was given"),
      ]
    ) {
      let patch = try await $0.tasks.patch("t/2 ü", ["name": "B", "url": nil])
      return [
        .string(patch.id), value(patch.updatedAt),
        value(patch.status), patch.task?.jsonValue ?? .null,
      ]
    },
    RouteRow(
      "delete", "DELETE", "/api/tasks/t%2F2%20%C3%BC", .keyElseSession, .idempotent,
      #"{"id":"t/2 ü","deleted":true,"message":"gone"}"#, expected: nil,
      errors: writes + [.noTask, .notDeleted]
    ) {
      try await $0.tasks.delete("t/2 ü")
      return nil
    },
    RouteRow(
      "touch", "POST", "/api/tasks/task_1/touch", body: [:], .session, .idempotent, namedText,
      expected: isTask, errors: [.noTask]
    ) { try await $0.tasks.touch("task_1").jsonValue },
    RouteRow(
      "generate a selector", "POST", "/api/tasks/generate-selector",
      body: ["task": isTask, "actionIndex": 2, "prompt": "the button"], .session, .never,
      ##"{"selector":"#go"}"##, expected: "#go"
    ) {
      .string(
        try await $0.tasks.generateSelector(task: named, actionIndex: 2, prompt: "the button"))
    },
    RouteRow(
      "generate a script", "POST", "/api/tasks/generate-script", body: ["description": "titles"],
      .session, .never, #"{"script":"return 1"}"#, expected: "return 1"
    ) { .string(try await $0.tasks.generateScript("titles")) },
    RouteRow(
      "run", "POST", "/api/tasks/t%2F2%20%C3%BC/api",
      body: [
        "runId": "r1", "variables": ["q": "v"], "taskVariables": ["z": 1],
        "webhookUrl": "https://example.com/hook", "statelessExecution": true, "runSource": "test",
      ],
      .key, .never, #"{"outcome":"anti_bot","final_url":"u","logs":["l"],"data":{"n":1}}"#,
      expected: ["anti_bot", ["n": 1], "r1", "u", ["l"]], errors: RouteError.runs
    ) {
      let input = ExecuteTaskOptions(
        variables: ["q": "v"], taskVariables: ["z": 1], webhookURL: "https://example.com/hook",
        runID: "r1", statelessExecution: true, runSource: "test")
      let result: ExecutionResult<JSONValue> = try await $0.runTask("t/2 ü", input: input)
      return [
        value(result.outcome), result.data ?? .null, .string(result.runID), value(result.finalURL),
        .array(result.logs),
      ]
    },
  ]

  static let versions: [RouteRow] = [
    RouteRow(
      "versions", "GET", "/api/tasks/t%2F2%20%C3%BC/versions", .session, .read,
      #"{"versions":[{"id":"v1","timestamp":1777863721500,"name":"A","mode":"scrape"}]}"#,
      expected: [["v1", .number(1_777_863_721.5), "A", "scrape"]], errors: [.noTask]
    ) {
      .array(
        try await $0.tasks.versions("t/2 ü").map {
          [
            .string($0.id), value($0.timestamp), value($0.name),
            value($0.mode),
          ]
        })
    },
    RouteRow(
      "version", "GET", "/api/tasks/task_1/versions/v%201", .session, .read,
      #"{"snapshot":\#(namedText),"metadata":{"id":"v 1","timestamp":1}}"#,
      expected: [isTask, "v 1"], errors: [.noTask, .noVersion]
    ) {
      let version = try await $0.tasks.version("task_1", versionID: "v 1")
      return [version.snapshot?.jsonValue ?? .null, value(version.metadata?.id)]
    },
    RouteRow(
      "delete a version", "DELETE", "/api/tasks/task_1/versions/v1", .session, .idempotent,
      #"{"success":true,"versionId":"v1"}"#, expected: nil,
      errors: [.noTask, .noVersion, .notDone]
    ) {
      try await $0.tasks.deleteVersion("task_1", versionID: "v1")
      return nil
    },
    RouteRow(
      "clear versions", "POST", "/api/tasks/task_1/versions/clear", body: [:], .session,
      .idempotent, #"{"success":true}"#, expected: nil, errors: [.noTask, .notDone]
    ) {
      try await $0.tasks.clearVersions("task_1")
      return nil
    },
    RouteRow(
      "roll back", "POST", "/api/tasks/task_1/rollback", body: ["versionId": "v1"], .session,
      .never, namedText, expected: isTask,
      errors: [
        .noTask, .noVersion, RouteError(400, "MISSING_VERSION_ID", "wants the identifier"),
      ]
    ) { try await $0.tasks.rollback("task_1", versionID: "v1").jsonValue },
  ]
}
