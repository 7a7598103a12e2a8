import DemoServer
import TestSupport
import Testing

/// Every route of the server, in each dialect: who may use it, and that its answer has the members
/// that clients read.
@Suite struct RouteTableTests {
  /// Who may use a route from 0.19 on; before, a route for both is for the session alone.
  enum Access: Sendable {
    case anybody
    case key
    case session
    case both
  }

  struct Route: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String?
    let access: Access
    /// The first dialect that has it.
    let from: DemoDialect
    let status: Int
    /// What the answer of a late server contains.
    let contains: [String]

    init(
      _ method: String, _ path: String, _ access: Access, body: String? = nil,
      from: DemoDialect = .v09, status: Int = 200, _ contains: String...
    ) {
      self.method = method
      self.path = path
      self.body = body
      self.access = access
      self.from = from
      self.status = status
      self.contains = contains
    }

    var testDescription: String { "\(method) \(path)" }
  }

  static let template = "/api/templates/3f2504e0-4f89-41d3-9a0c-0305e82c3301"

  static let routes: [Route] = [
    Route("GET", "/api/health", .anybody, from: .v019, #"{"status":"ok","uptime":"#),
    Route("GET", "/api/capabilities", .anybody, from: .v019, #""apiVersion":"1""#, #""actions":["#),
    Route("GET", "/api/auth/check-setup", .anybody, #"{"setupRequired":false}"#),
    Route("GET", "/api/auth/me", .anybody, #""authenticated":"#),
    Route("GET", "/api/tasks/list", .key, #"{"tasks":[{"id":"task_1""#),
    Route("GET", "/api/tasks", .both, #"[{"id":"task_1""#),
    Route("POST", "/api/tasks?version=true", .both, body: #"{"id":"task_1"}"#, #""versions":[{"#),
    Route(
      "PATCH", "/api/tasks/task_1", .both, body: #"{"wait":1}"#, #""updatedAt":"#, #""task":{"#),
    Route("DELETE", "/api/tasks/t%2F2%20%C3%BC", .both, "{"),
    Route("POST", "/api/tasks/task_1/touch", .session, #""last_opened":"#),
    Route("GET", "/api/tasks/task_1/versions", .session, #"{"versions":[]}"#),
    Route("GET", "/api/tasks/task_1/versions/x", .session, status: 404, "VERSION_NOT_FOUND"),
    Route("DELETE", "/api/tasks/task_1/versions/x", .session, status: 404, "VERSION_NOT_FOUND"),
    Route("POST", "/api/tasks/task_1/versions/clear", .session, #"{"success":true}"#),
    Route(
      "POST", "/api/tasks/task_1/rollback", .session, body: #"{"versionId":"x"}"#, status: 404,
      "VERSION_NOT_FOUND"),
    Route(
      "POST", "/api/tasks/generate-selector", .session,
      body: #"{"task":{"actions":[]},"actionIndex":0,"prompt":"p"}"#, #"{"selector":"#),
    Route(
      "POST", "/api/tasks/generate-script", .session, body: #"{"description":"d"}"#, #"{"script":"#),
    Route(
      "POST", "/api/tasks/task_1/api", .key, body: "{}", #""final_url":"#, #""screenshot_url":"#),
    Route("POST", "/tasks/task_1/api", .key, body: "{}", #""final_url":"#),
    Route("GET", "/api/executions/list", .key, #"{"executions":["#),
    Route("GET", "/api/executions", .session, #"{"executions":["#),
    Route("GET", "/api/executions/exec_1", .both, #"{"execution":{"id":"exec_1""#, #""result":{}"#),
    Route(
      "GET", "/api/executions/exec_1/result", .both, from: .v020, status: 404,
      "FULL_RESULT_NOT_AVAILABLE"),
    Route("POST", "/api/executions/stop", .session, body: #"{"runId":"r"}"#, #"{"success":true}"#),
    Route("POST", "/api/executions/clear", .session, #"{"success":true}"#),
    Route("DELETE", "/api/executions/exec_1", .session, #"{"success":true}"#),
    Route("GET", "/api/schedules", .session, #"{"schedules":[]}"#),
    Route(
      "POST", "/api/schedules/task_1", .session, body: #"{"enabled":true,"cron":"5 4 * * *"}"#,
      #""cron":"5 4 * * *""#, #""nextRun":1"#),
    Route("DELETE", "/api/schedules/task_1", .session, #"{"success":true,"schedule":null}"#),
    Route("GET", "/api/schedules/task_1/status", .session, #""isValid":false"#),
    Route(
      "POST", "/api/schedules/task_1/describe", .session, body: #"{"frequency":"hourly"}"#,
      #"{"valid":true,"cron":"0 * * * *""#),
    Route("GET", "/api/schedules/status/all", .session, #"{"running":true,"scheduledCount":0"#),
    Route("GET", "/api/data/captures", .both, #"{"captures":[{"name":"a.png","url":"#),
    Route("GET", "/api/data/captures?runId=b", .both, #"{"captures":[]}"#),
    Route("GET", "/api/data/screenshots", .session, #"{"screenshots":[{"name":"a.png""#),
    Route("GET", "/captures/a.png", .both, "PNG"),
    Route("DELETE", "/api/data/captures/a.png", .session, #"{"success":true}"#),
    Route("DELETE", "/api/data/captures/..%2Fa", .session, status: 400, "INVALID_NAME"),
    Route("POST", "/api/data/clear-screenshots", .session, #"{"success":true}"#),
    Route("GET", "/api/cabinets", .both, #""cabinets":[{"id":"cab_basic""#),
    Route("POST", "/api/cabinets", .session, body: #"{"name":"C"}"#, status: 201, #""name":"C""#),
    Route("PATCH", "/api/cabinets/cab_basic", .session, body: #"{"name":"D"}"#, #""name":"D""#),
    Route(
      "DELETE", "/api/cabinets/cab_basic", .session,
      body: #"{"mode":"migrate","targetCabinetId":"x"}"#, status: 400, "Choose a different"),
    Route("GET", "/api/cabinets/cab_basic/items", .session, #"{"items":[{"id":"item_2""#),
    Route("POST", "/api/cabinets/cab_basic/clear", .session, #"{"success":true}"#),
    Route(
      "PATCH", "/api/cabinets/cab_basic/items/status", .session,
      body: #"{"itemIds":["item_1"],"status":"uploaded"}"#, #""status":"uploaded""#),
    Route(
      "DELETE", "/api/cabinets/cab_basic/items", .session, body: #"{"itemIds":["item_1"]}"#,
      #"{"success":true}"#),
    Route(
      "POST", "/api/cabinets/cab_basic/zip", .session,
      body: #"{"itemIds":["item_1"],"name":"z.zip"}"#, #""name":"z.zip","kind":"file""#),
    Route(
      "POST", "/api/cabinets/cab_basic/items/item_1/unzip", .session, status: 400, "Select a ZIP"),
    Route("GET", "/api/cabinets/cab_basic/items/item_2/download", .both, "Hello\n"),
    Route("GET", "/api/templates", .session, #"[{"id":"3f2504e0-"#, #""configuration":{"#),
    Route("GET", "/api/templates?limit=1&sort=newest", .session, #""total":2}"#, "action_count"),
    Route("GET", "/api/templates?limit=25", .session, status: 400, "INVALID_TEMPLATE_QUERY"),
    Route("GET", template, .session, #""title":"Price watch""#),
    Route("POST", "\(template)/import", .session, #""downloads":13"#),
    Route("POST", "/scrape", .session, body: #"{"url":"u"}"#, #""selector_used":"#),
    Route("POST", "/agent", .session, body: #"{"url":"u"}"#, #""final_url":"u""#),
    Route("POST", "/headful", .session, body: #"{"url":"u"}"#, "started"),
    Route("POST", "/headful/stop", .session, "No active"),
    Route("GET", "/api/settings/api-key", .session, #"{"apiKey":"KEY"}"#),
    Route(
      "POST", "/api/settings/api-key", .session, body: #"{"apiKey":"K2"}"#, #"{"apiKey":"K2"}"#),
    Route("GET", "/api/api-keys", .session, from: .v020, #"{"keys":["#, #""legacySecret":"KEY""#),
    Route(
      "POST", "/api/api-keys", .session, body: #"{"name":"n","permissions":["tasks:read"]}"#,
      from: .v020, status: 201, #""secret":"fig_"#),
    Route("DELETE", "/api/api-keys/none", .session, from: .v020, status: 404, "API_KEY_NOT_FOUND"),
    Route("GET", "/api/settings/user-agent", .session, #"{"selection":"system","userAgents":["#),
    Route("POST", "/api/settings/user-agent", .session, body: "{}", #"{"selection":"system""#),
    Route("GET", "/api/settings/system", .session, #"{"retentionDays":7"#),
    Route(
      "POST", "/api/settings/system", .session, body: #"{"retentionDays":3}"#,
      #"{"retentionDays":3"#),
    Route("GET", "/api/settings/proxies", .session, #"{"proxies":[{"id":"host""#),
    Route(
      "POST", "/api/settings/proxies", .session, body: #"{"server":"10.0.0.1:1"}"#,
      #""server":"http://10.0.0.1:1""#),
    Route(
      "PUT", "/api/settings/proxies/x", .session, body: #"{"server":"s"}"#, status: 404, "PROXY"),
    Route("DELETE", "/api/settings/proxies/x", .session, status: 404, "PROXY_NOT_FOUND"),
    Route(
      "DELETE", "/api/settings/proxies", .session, body: #"{"ids":["x"]}"#, status: 400,
      "NOT_DELETED"
    ),
    Route(
      "POST", "/api/settings/proxies/import", .session, body: #"{"proxies":[{"url":"u"}]}"#,
      #""server":"http://u""#),
    Route("POST", "/api/settings/proxies/default", .session, body: #"{"id":"host"}"#, "host"),
    Route(
      "POST", "/api/settings/proxies/rotation", .session, body: #"{"rotationMode":"random"}"#,
      #""rotationMode":"random""#),
  ]

  private static func server(_ dialect: DemoDialect) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: dialect, apiKey: "KEY")
    configuration.session = "SESSION"
    configuration.captures = [DemoCapture(name: "a.png", bytes: Array("PNG".utf8))]
    configuration.history = [
      DemoRun(
        executionID: "exec_1", runID: "r", task: configuration.tasks[0], path: "/x",
        startedAt: 1, durationMs: 1, result: "{}")
    ]
    return try DemoServer(configuration)
  }

  private static func ask(
    _ route: Route, _ dialect: DemoDialect, _ headers: [String]
  ) throws -> RawResponse {
    try server(dialect).ask(
      route.method, route.path,
      headers + ["X-Requested-With: XMLHttpRequest", "Content-Type: application/json"],
      body: route.body)
  }

  @Test("each route, to whom it is open", arguments: routes)
  func open(route: Route) throws {
    for dialect in [DemoDialect.v09, .v019, .v020] where dialect >= route.from {
      let isKeyTaken =
        switch route.access {
        case .anybody, .key: true
        case .session: false
        case .both: dialect > .v09
        }
      if isKeyTaken {
        for header in ["Authorization: Bearer KEY", "x-api-key: KEY", "key: KEY"] {
          let answer = try Self.ask(route, dialect, [header])
          #expect(answer.status == route.status, "\(dialect) \(header) \(answer.body)")
        }
      } else {
        let refused = try Self.ask(route, dialect, ["Authorization: Bearer KEY"])
        #expect(refused.status == 401, "\(dialect)")
        #expect(refused.body == #"{"error":"UNAUTHORIZED"}"#, "\(dialect)")
      }
      let user = try Self.ask(route, dialect, ["Cookie: connect.sid=SESSION"])
      #expect(user.status == (route.access == .key ? 401 : route.status), "\(dialect) \(user.body)")
      guard dialect == .v020 else { continue }
      let answer =
        route.access == .key ? try Self.ask(route, dialect, ["x-api-key: KEY"]) : user
      for text in route.contains { #expect(answer.body.contains(text), "\(answer.body)") }
    }
  }

  @Test("each route, to those who show nothing or the wrong thing", arguments: routes)
  func closed(route: Route) throws {
    guard route.access != .anybody else { return }
    for header in ["Authorization: Bearer no", "Cookie: connect.sid=no", "Accept: */*"] {
      let answer = try Self.ask(route, .v020, [header])
      #expect(answer.status == 401, "\(header)")
      let code = route.access == .session ? "UNAUTHORIZED" : "INVALID_API_KEY"
      #expect(answer.body == #"{"error":"\#(code)"}"#, "\(header)")
    }
  }

  @Test("each route, in the dialects that do not have it", arguments: routes)
  func missing(route: Route) throws {
    for dialect in DemoDialect.allCases where dialect < route.from || dialect == .documented {
      if dialect == .documented,
        ["/api/tasks", "/api/tasks/list", "/api/executions/list"].contains(route.path)
      {
        continue
      }
      let answer = try Self.ask(
        route, dialect, ["Authorization: Bearer KEY", "Cookie: connect.sid=SESSION"])
      #expect(answer.status == 404, "\(dialect)")
      if dialect == .v019 {
        #expect(answer.body == #"{"error":"API_NOT_FOUND"}"#)
      } else {
        #expect(answer.body.contains("<pre>Cannot \(route.method) "), "\(dialect) \(answer.body)")
      }
    }
  }
}
