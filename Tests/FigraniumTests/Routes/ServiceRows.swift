import Figranium
import FoundationEssentials

// Templates, health, capabilities, keys, settings.

private let templateText = #"""
  {"id":"0b8e8d2e-0000-4000-8000-000000000001","title":"T","description":"d","category":"c",
  "author_name":"a","target_url":"u","downloads":5,"action_count":2,
  "created_at":"2026-05-04T03:02:01Z","updated_at":"2026-05-04T03:02:02Z",
  "configuration":{"name":"T"}}
  """#

private func described(_ template: Template) -> JSONValue {
  [
    .string(template.id), value(template.title), value(template.description),
    value(template.category), value(template.authorName), value(template.targetURL),
    value(template.downloads), value(template.actionCount),
    value(template.createdAt),
    value(template.updatedAt),
    template.configuration.map(JSONValue.object) ?? .null,
  ]
}

private let isTemplate: JSONValue = [
  "0b8e8d2e-0000-4000-8000-000000000001", "T", "d", "c", "a", "u", 5, 2, .number(1_777_863_721),
  .number(1_777_863_722), ["name": "T"],
]

private let proxiesText = #"""
  {"proxies":[{"id":"host","server":"host_ip","label":"Host"},{"id":"p/1",
  "server":"http://proxy.example.com:8080","username":"u","password":"made-up-pw","label":"P",
  "isRotatingPool":true,"estimatedPoolSize":9}],"defaultProxyId":"host",
  "includeDefaultInRotation":true,"rotationMode":"random"}
  """#

private func described(_ settings: ProxySettings) -> JSONValue {
  [
    .array(
      settings.proxies.map {
        [
          .string($0.id), value($0.server), value($0.username), value($0.label),
          value($0.isRotatingPool), value($0.estimatedPoolSize), $0.members["password"] ?? .null,
        ]
      }), value(settings.defaultProxyID), value(settings.includesDefaultInRotation),
    value(settings.rotation), value("\(settings)".contains("made-up-pw")),
  ]
}

private let isProxies: JSONValue = [
  [
    ["host", "host_ip", nil, "Host", nil, nil, nil],
    ["p/1", "http://proxy.example.com:8080", "u", "P", true, 9, nil],
  ], "host", true, "random", false,
]

private let proxy = ProxyInput(
  server: "http://proxy.example.com:8080", username: "u", password: Secret("made-up-pw"),
  label: "P", isRotatingPool: true, estimatedPoolSize: 9)
private let proxyBody: JSONValue = [
  "server": "http://proxy.example.com:8080", "username": "u", "password": "made-up-pw",
  "label": "P", "isRotatingPool": true, "estimatedPoolSize": 9,
]
private let badProxy = [
  RouteError(400, "MISSING_SERVER", "wants the proxy's address"),
  RouteError(
    400, #"{"error":"INVALID_URL","message":"with made-up-pw"}"#, code: "INVALID_URL",
    "It says: with [redacted]"),
  RouteError(400, "INVALID_PROXY", "does not take this proxy"),
]
private let noProxy = RouteError(404, "PROXY_NOT_FOUND", "has no such proxy")

extension RouteRow {
  static let runs: [RouteRow] = [
    RouteRow(
      "scrape", "POST", "/scrape", body: ["url": "u", "selector": "main", "runId": "r1"], .session,
      .never,
      #"""
      {"title":"T","url":"u2","html":"<p>","data":[1],"is_partial":true,"selector_used":"main",
      "links":["a",{"href":"b"}],"screenshot_url":"/captures/r1.png"}
      """#,
      expected: ["T", "u2", "<p>", [1], true, "main", ["a", "b"], "/captures/r1.png", "r1"],
      errors: ownRuns
    ) {
      let result: ExecutionResult<[Int]> = try await $0.scrape([
        "url": "u", "selector": "main", "runId": "r1",
      ])
      let page = result.scrape
      return [
        value(page.title), value(page.url), value(page.html), page.data ?? .null,
        value(page.isPartial), value(page.selectorUsed), .array(page.links.map { .string($0) }),
        value(page.screenshotURL), .string(result.runID),
      ]
    },
    RouteRow(
      "agent", "POST", "/agent",
      body: [
        "name": "T", "url": "u", "mode": "agent", "actions": [["id": "a1", "type": "reload"]],
        "runId": "r1",
      ], .session, .never,
      #"""
      {"outcome":"stopped","final_url":"u2","logs":["l"],"html":"<p>","data":{"n":1},
      "screenshot_url":"/captures/r1.png","downloads":[{"name":"d"}]}
      """#,
      expected: [
        "stopped", "u2", ["l"], "<p>", ["n": 1], "/captures/r1.png", [["name": "d"]], ["n": 1],
      ],
      errors: ownRuns
    ) {
      var task = Task(
        name: "T", url: "u", mode: .agent,
        actions: [Action(members: ["id": "a1", "type": "reload"])])
      task.members["runId"] = "r1"
      let result: ExecutionResult<JSONValue> = try await $0.execution.run(task)
      let run = result.agent
      return [
        value(run.outcome), value(run.finalURL), .array(run.logs.map { .string($0) }),
        value(run.html), run.data ?? .null, value(run.screenshotURL),
        .array(run.downloads.map { .object($0) }), result.data ?? .null,
      ]
    },
    RouteRow(
      "headful", "POST", "/headful", body: ["url": "u", "runId": "r1"], .session, .never,
      #"{"message":"Headful session started."}"#, expected: "r1", errors: ownRuns
    ) {
      let result: ExecutionResult<JSONValue> = try await $0.headful(["url": "u", "runId": "r1"])
      return .string(result.runID)
    },
    RouteRow(
      "stop the browser", "POST", "/headful/stop", body: [:], .session, .idempotent,
      #"{"message":"Headful session stopped."}"#, expected: nil, errors: [.notDone]
    ) {
      try await $0.execution.stop()
      return nil
    },
  ]

  private static let ownRuns = [
    RouteError(
      500, #"{"error":"Agent failed","details":"page closed"}"#, code: "RUN_FAILED",
      "It says: Agent failed: page closed"),
    RouteError(504, "EXECUTION_TIMEOUT", "took longer than the server"),
  ]

  static let others: [RouteRow] = [
    RouteRow(
      "list templates", "GET", "/api/templates", .session, .read, "[\(templateText)]",
      expected: [isTemplate], errors: RouteError.catalogue
    ) { .array(try await $0.templates.list().map(described)) },
    RouteRow(
      "search templates", "GET",
      "/api/templates?limit=24&offset=48&sort=newest&category=a%26b&search=x%20y", .session, .read,
      #"{"items":[\#(templateText)],"total":49}"#, expected: [[isTemplate], 49],
      errors: RouteError.catalogue + [
        RouteError(400, "INVALID_TEMPLATE_QUERY", "cannot search templates like that")
      ]
    ) {
      let page = try await $0.templates.search(
        limit: 24, offset: 48, sort: .newest, category: "a&b", search: "x y")
      return [.array(page.items.map(described)), value(page.total)]
    },
    RouteRow(
      "search templates, as they come", "GET",
      "/api/templates?limit=12&offset=0&sort=popular", .session, .read,
      #"{"items":[],"total":0}"#, expected: 0
    ) { value(try await $0.templates.search().total) },
    RouteRow(
      "read a template", "GET", "/api/templates/0b8e8d2e-0000-4000-8000-000000000001", .session,
      .read, templateText, expected: isTemplate,
      errors: RouteError.catalogue + [
        .noTemplate, RouteError(400, "INVALID_TEMPLATE_ID", "has no templates of such"),
      ]
    ) { described(try await $0.templates.get("0b8e8d2e-0000-4000-8000-000000000001")) },
    RouteRow(
      "note a template's import", "POST",
      "/api/templates/0b8e8d2e-0000-4000-8000-000000000001/import", body: [:], .session, .never,
      #"{"success":true,"downloads":6}"#, expected: 6, errors: [.noTemplate, .notDone]
    ) {
      try await $0.templates.recordImport("0b8e8d2e-0000-4000-8000-000000000001")["downloads"]
        ?? .null
    },
    RouteRow(
      "health", "GET", "/api/health", .everyone, .read,
      #"{"status":"ok","uptime":90,"version":"0.20.1","storage":"json"}"#,
      expected: ["ok", .number(90), "0.20.1", "json", false]
    ) {
      let health = try await $0.health.check()
      return [
        value(health.status), value(health.uptime), value(health.version), value(health.storage),
        value(health.isDegraded),
      ]
    },
    RouteRow(
      "capabilities", "GET", "/api/capabilities", .everyone, .read,
      #"""
      {"apiVersion":"1","runtimeVersion":"0.20.1","features":{"tasks":true,"externalCDP":false},
      "actions":[{"type":"navigate"},{"type":"click"}]}
      """#,
      expected: ["1", "0.20.1", true, false, ["navigate", "click"]]
    ) {
      let capabilities = try await $0.capabilities.get()
      return [
        value(capabilities.apiVersion), value(capabilities.runtimeVersion),
        value(capabilities.features["tasks"]), value(capabilities.features["externalCDP"]),
        .array(capabilities.actionTypes.map(JSONValue.string)),
      ]
    },
  ]

  static let keysAndSettings: [RouteRow] = [
    RouteRow(
      "read the key", "GET", "/api/settings/api-key", .session, .read, #"{"apiKey":"k-1"}"#,
      expected: "k-1"
    ) { value(try await $0.keys.current()?.reveal()) },
    RouteRow(
      "read the key that is not there", "GET", "/api/settings/api-key", .session, .read,
      #"{"apiKey":null}"#, expected: nil
    ) { value(try await $0.keys.current()?.reveal()) },
    RouteRow(
      "renew the key", "POST", "/api/settings/api-key", body: [:], .session, .never,
      #"{"apiKey":"k-2"}"#, expected: "k-2"
    ) { value(try await $0.keys.renew().reveal()) },
    RouteRow(
      "set the key", "POST", "/api/settings/api-key", body: ["apiKey": #"k-"\3"#], .session,
      .idempotent, #"{"apiKey":"k-\"\\3"}"#, expected: nil,
      errors: [
        RouteError(400, "API_KEY_TOO_LONG", "takes no key of this length"),
        RouteError(
          200, #"{"apiKey":"k-other"}"#, code: "NOT_DONE", "keeps another API key than the one"),
      ]
    ) {
      try await $0.keys.set(Secret(#"k-"\3"#))
      return nil
    },
    RouteRow(
      "list scoped keys", "GET", "/api/api-keys", .session, .read,
      #"""
      {"keys":[{"id":"ak/1","name":"ci","permissions":["tasks:run","x:later"],"taskIds":["t"],
      "createdAt":1777863721500,"legacy":true,"secret":"made-up-secret"}],
      "legacySecret":"made-up-legacy","permissions":["tasks:read","tasks:run","tasks:manage"]}
      """#,
      expected: [
        ["ak/1", "ci", ["tasks:run", "x:later"], ["t"], .number(1_777_863_721.5), true],
        "made-up-legacy", 3, false,
      ]
    ) {
      let list = try await $0.keys.list()
      return [
        .array(
          list.keys.flatMap { key -> [JSONValue] in
            [
              .string(key.id), .string(key.name),
              .array(key.permissions.map { .string($0.rawValue) }),
              .array(key.taskIDs.map { .string($0) }),
              value(key.createdAt), value(key.isLegacy),
            ]
          }), value(list.legacySecret?.reveal()), value(list.permissions.count),
        value("\(list)".contains("made-up")),
      ]
    },
    RouteRow(
      "make a scoped key", "POST", "/api/api-keys",
      body: ["name": "ci", "permissions": ["tasks:run"], "taskIds": ["t/2 ü"]], .session, .never,
      #"{"key":{"id":"ak_1","name":"ci"},"secret":"made-up-secret"}"#, status: 201,
      expected: ["ak_1", "made-up-secret", false],
      errors: [RouteError(400, "PERMISSIONS_REQUIRED", "wants a permission for the key")]
    ) {
      let made = try await $0.keys.create(
        name: "ci", permissions: [.runTasks], taskIDs: ["t/2 ü"])
      return [
        .string(made.key.id), .string(made.secret.reveal()), value("\(made)".contains("made-up")),
      ]
    },
    RouteRow(
      "revoke a scoped key", "DELETE", "/api/api-keys/ak%2F1", .session, .idempotent,
      #"{"ok":true}"#, expected: nil,
      errors: [
        RouteError(404, "API_KEY_NOT_FOUND", "has no such key"),
        RouteError(200, #"{"ok":false}"#, code: "NOT_DONE", "says that it did not do it"),
      ]
    ) {
      try await $0.keys.delete("ak/1")
      return nil
    },
    RouteRow(
      "read the user agent", "GET", "/api/settings/user-agent", .session, .read,
      #"{"selection":"system","userAgents":["A/1","B/2"]}"#, expected: ["system", ["A/1", "B/2"]]
    ) {
      let settings = try await $0.settings.userAgent()
      return [value(settings.selection), .array(settings.userAgents.map { .string($0) })]
    },
    RouteRow(
      "set the user agent", "POST", "/api/settings/user-agent", body: ["selection": "A/1"],
      .session, .idempotent, #"{"selection":"A/1","userAgents":[]}"#, expected: "A/1"
    ) { value(try await $0.settings.setUserAgent("A/1").selection) },
    RouteRow(
      "read the system's settings", "GET", "/api/settings/system", .session, .read,
      #"{"retentionDays":7,"protection":{"a":1},"cleanup":{"b":2}}"#,
      expected: [7, ["a": 1], ["b": 2]]
    ) {
      let settings = try await $0.settings.system()
      return [
        value(settings.retentionDays), settings.protection.map(JSONValue.object) ?? .null,
        settings.cleanup.map(JSONValue.object) ?? .null,
      ]
    },
    RouteRow(
      "set the retention", "POST", "/api/settings/system", body: ["retentionDays": nil], .session,
      .idempotent, #"{"retentionDays":null}"#, expected: nil,
      errors: [RouteError(400, "INVALID_SYSTEM_SETTINGS", "does not take these settings")]
    ) { value(try await $0.settings.setRetention(days: nil).retentionDays) },
    RouteRow(
      "list proxies", "GET", "/api/settings/proxies", .session, .read, proxiesText,
      expected: isProxies
    ) { described(try await $0.settings.proxies()) },
    RouteRow(
      "add a proxy", "POST", "/api/settings/proxies", body: proxyBody, .session, .never,
      proxiesText, expected: isProxies, errors: badProxy
    ) { described(try await $0.settings.addProxy(proxy)) },
    RouteRow(
      "add several proxies", "POST", "/api/settings/proxies/import",
      body: ["proxies": [proxyBody, ["server": "b:1"]]], .session, .never, proxiesText,
      expected: isProxies,
      errors: badProxy + [RouteError(400, "MISSING_PROXIES", "was given no proxy to add")]
    ) { described(try await $0.settings.importProxies([proxy, ProxyInput(server: "b:1")])) },
    RouteRow(
      "change a proxy", "PUT", "/api/settings/proxies/p%2F1", body: proxyBody, .session,
      .idempotent, proxiesText, expected: isProxies,
      errors: badProxy + [noProxy, RouteError(400, "INVALID_ID", "keeps its own address")]
    ) { described(try await $0.settings.updateProxy("p/1", proxy)) },
    RouteRow(
      "delete a proxy", "DELETE", "/api/settings/proxies/p%2F1", .session, .idempotent,
      proxiesText, expected: isProxies, errors: [noProxy]
    ) { described(try await $0.settings.deleteProxy("p/1")) },
    RouteRow(
      "delete several proxies", "DELETE", "/api/settings/proxies", body: ["ids": ["p/1", "b"]],
      .session, .idempotent, proxiesText, expected: isProxies,
      errors: [
        RouteError(400, "MISSING_IDS", "was given no proxy to delete"),
        RouteError(400, "PROXIES_NOT_DELETED", "deleted none of the proxies"),
      ]
    ) { described(try await $0.settings.deleteProxies(["p/1", "b"])) },
    RouteRow(
      "choose the default proxy", "POST", "/api/settings/proxies/default", body: ["id": "p/1"],
      .session, .idempotent, proxiesText, expected: isProxies, errors: [noProxy]
    ) { described(try await $0.settings.setDefaultProxy("p/1")) },
    RouteRow(
      "choose the rotation", "POST", "/api/settings/proxies/rotation",
      body: ["rotationMode": "random", "includeDefaultInRotation": true], .session, .idempotent,
      proxiesText, expected: isProxies
    ) { described(try await $0.settings.setProxyRotation(.random, includesDefault: true)) },
  ]
}
