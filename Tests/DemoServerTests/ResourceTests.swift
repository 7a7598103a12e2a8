import DemoServer
import TestSupport
import Testing

/// What the table of routes cannot show: files, archives, schedules, the catalogue, proxies.
@Suite struct ResourceTests {
  private let session = [
    "Cookie: connect.sid=SESSION", "X-Requested-With: XMLHttpRequest",
    "Content-Type: application/json",
  ]
  private let key = ["Authorization: Bearer KEY"]

  private func server(
    _ change: (inout DemoServerConfiguration) -> Void = { _ in }
  ) throws -> DemoServer {
    var configuration = DemoServerConfiguration(dialect: .v020, apiKey: "KEY")
    configuration.session = "SESSION"
    change(&configuration)
    return try DemoServer(configuration)
  }

  @Test("a run leaves a picture where its answer says; large captures have their length and bytes")
  func captures() throws {
    let server = try server { $0.captures = [DemoCapture(name: "big.webm", size: 1_000_003)] }
    let run = try server.ask("POST", "/api/tasks/task_1/api", key)
    let path = try #require(run.body.split(separator: "\"").first { $0.hasPrefix("/captures/") })
    let picture = try server.ask("GET", String(path), key)
    #expect(picture.status == 200)
    #expect(picture.headers["content-type"] == "image/png")
    #expect(picture.headers["content-length"] == "67")
    let big = try server.ask("GET", "/captures/big.webm", key)
    #expect(big.headers["content-type"] == "video/webm")
    #expect(big.headers["content-length"] == "1000003")
    let list = try server.ask("GET", "/api/data/captures", key).body
    #expect(list.contains(#""name":"big.webm","url":"/captures/big.webm","size":1000003,"#))
    #expect(list.contains(#""type":"recording""#))
    let missing = try server.ask("GET", "/captures/none.png", key)
    #expect(missing.status == 404)
    #expect(missing.body.contains("Cannot GET /captures/none.png"))
    #expect(
      try server.ask("POST", "/api/data/clear-screenshots", session).body == #"{"success":true}"#)
    #expect(try server.ask("GET", "/api/data/captures", key).body == #"{"captures":[]}"#)
  }

  @Test("items are zipped, unzipped, downloaded; a folder comes as an archive")
  func archives() throws {
    let server = try server {
      $0.cabinets[0].items.append(
        DemoCabinet.Item(id: "i3", name: "ü \"x\".csv", bytes: Array("ü".utf8)))
    }
    let base = "/api/cabinets/cab_basic"
    let odd = try server.ask("GET", "\(base)/items/i3/download", key)
    #expect(
      odd.headers["content-disposition"]
        == #"attachment; filename="? _x_.csv"; filename*=UTF-8''%C3%BC%20%22x%22.csv"#)
    #expect(odd.body == "ü")
    let archive = try server.ask(
      "POST", "\(base)/zip", session, body: #"{"itemIds":["item_1","item_2"],"name":"../a.zip"}"#)
    #expect(archive.body.contains(#""name":"a.zip","kind":"file","status":"unuploaded""#))
    let id = try #require(archive.body.split(separator: "\"").first { $0.hasPrefix("item_") })
    let file = try server.ask("GET", "\(base)/items/\(id)/download", key)
    #expect(file.headers["content-type"] == "application/zip")
    #expect(file.headers["content-disposition"] == #"attachment; filename="a.zip""#)
    #expect(file.body.hasPrefix("PK"))
    let folder = try server.ask("POST", "\(base)/items/\(id)/unzip", session)
    #expect(folder.body.contains(#""name":"a","kind":"folder""#))
    #expect(folder.body.contains(#""size":14"#))
    let newID = try #require(folder.body.split(separator: "\"").first { $0.hasPrefix("item_") })
    let again = try server.ask("GET", "\(base)/items/\(newID)/download", key)
    #expect(again.headers["content-disposition"] == #"attachment; filename="a.zip""#)
    #expect(again.body.contains("a/report.csv"))
    #expect(again.body.contains("Hello\n"))
    let none = try server.ask("GET", "\(base)/items/none/download", key)
    #expect(none.status == 404)
    #expect(none.body == #"{"error":"Cabinet item not found."}"#)
  }

  @Test("a cabinet goes with its items or leaves them to another; the default one stays")
  func migration() throws {
    let server = try server {
      $0.cabinets.append(
        DemoCabinet(
          id: "c2", name: "Two",
          items: [DemoCabinet.Item(id: "x", name: "report.csv", bytes: [1])]))
    }
    func delete(_ id: String, _ body: String) throws -> RawResponse {
      try server.ask("DELETE", "/api/cabinets/\(id)", session, body: body)
    }
    let kept = try delete("cab_basic", #"{"targetCabinetId":"c2"}"#)
    #expect(kept.body == #"{"error":"The default cabinet cannot be deleted."}"#)
    let moved = try delete("c2", #"{"mode":"migrate","targetCabinetId":"cab_basic"}"#)
    #expect(moved.body.hasPrefix(#"{"defaultCabinetId":"cab_basic","cabinets":[{"#))
    #expect(!moved.body.contains("c2"))
    let items = try server.ask("GET", "/api/cabinets/cab_basic/items", session).body
    #expect(items.contains(#""name":"report (2).csv""#))
    let taken = try server.ask(
      "POST", "/api/cabinets", session, body: #"{"name":" basic CABINET "}"#)
    #expect(taken.body == #"{"error":"A cabinet already has that name."}"#)
    server.setDialect(.v09)
    #expect(try server.ask("GET", "/api/cabinets", session).body.hasPrefix(#"[{"id":"cab_basic""#))
  }

  @Test("when schedules run next, in UTC")
  func schedules() throws {
    let server = try server()
    let rows: [(schedule: String, cron: String?)] = [
      (#"{"frequency":"interval","intervalMinutes":15}"#, "*/15 * * * *"),
      (#"{"frequency":"interval","intervalMinutes":120}"#, "0 */2 * * *"),
      (#"{"frequency":"daily","hour":9,"minute":30}"#, "30 9 * * *"),
      (#"{"frequency":"weekly","hour":9,"daysOfWeek":[1,3]}"#, "0 9 * * 1,3"),
      (#"{"frequency":"monthly","dayOfMonth":31}"#, "0 0 31 * *"),
      (#"{"cron":"0 0 29 2 *"}"#, "0 0 29 2 *"), (#"{"cron":"1-5/2 * * * 7"}"#, "1-5/2 * * * 7"),
      (#"{"cron":"60 * * * *"}"#, nil), (#"{"cron":"* * * *"}"#, nil), ("{}", nil),
    ]
    for row in rows {
      let answer = try server.ask(
        "POST", "/api/schedules/task_1/describe", session, body: row.schedule)
      guard let cron = row.cron else {
        #expect(
          answer.body == #"{"valid":false,"description":null,"cron":null,"nextRun":null}"#)
        continue
      }
      #expect(answer.body.hasPrefix(#"{"valid":true,"cron":"\#(cron)","#), "\(answer.body)")
      let next = try #require(answer.body.split(separator: ":").last.flatMap { Int($0.dropLast()) })
      #expect(next % 60_000 == 0)
      // The first of January 1970 was a Thursday.
      if cron == "0 9 * * 1,3" { #expect([1, 3].contains((next / 86_400_000 + 4) % 7)) }
      if cron == "30 9 * * *" { #expect(next % 86_400_000 == 34_200_000) }
    }
    let set = try server.ask(
      "POST", "/api/schedules/task_1", session,
      body: #"{"enabled":true,"frequency":"daily","hour":9,"extra":1}"#)
    #expect(
      set.body.hasPrefix(
        #"{"schedule":{"enabled":true,"frequency":"daily","hour":9,"extra":1,"cron":"0 9 * * *","#))
    let changed = try server.ask(
      "POST", "/api/schedules/task_1", session, body: #"{"cron":"5 5 * * *"}"#)
    #expect(!changed.body.contains("frequency"))
    #expect(server.taskJSON("task_1")?.contains(#""schedule":{"enabled":true"#) == true)
    #expect(
      try server.ask("GET", "/api/schedules/status/all", session).body.contains(
        #""scheduledCount":1,"tasks":[{"taskId":"task_1","cron":"5 5 * * *","nextRun":"20"#))
    let invalid = try server.ask(
      "POST", "/api/schedules/t%2F2%20%C3%BC", session, body: #"{"enabled":true}"#)
    #expect(invalid.status == 400)
    #expect(invalid.body.hasPrefix(#"{"error":"INVALID_SCHEDULE","message":"#))
  }

  @Test("the catalogue is searched, sorted, paged; an import counts once")
  func templates() throws {
    let server = try server()
    func titles(_ query: String) throws -> [String] {
      let body = try server.ask("GET", "/api/templates?\(query)", session).body
      return body.split(separator: "\"title\":\"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
    }
    #expect(try titles("sort=popular") == ["Archive a page", "Price watch"])
    #expect(try titles("sort=newest") == ["Price watch", "Archive a page"])
    #expect(try titles("sort=name&offset=1") == ["Price watch"])
    #expect(try titles("category=files") == ["Archive a page"])
    #expect(try titles("search=PRICE+watch") == ["Price watch"])
    let path = "/api/templates/3f2504e0-4f89-41d3-9a0c-0305e82c3301/import"
    #expect(
      try server.ask("POST", path, session).body == #"{"counted":true,"downloads":13}"#)
    #expect(
      try server.ask("POST", path, session).body == #"{"counted":false,"downloads":13}"#)
  }

  @Test("proxies are added, replaced, made the default and deleted")
  func proxies() throws {
    let server = try server()
    let base = "/api/settings/proxies"
    let added = try server.ask(
      "POST", base, session, body: #"{"server":"http://p:1","username":"u","password":"p"}"#)
    let id = try #require(added.body.split(separator: "\"").first { $0.hasPrefix("proxy_") })
    let replaced = try server.ask("PUT", "\(base)/\(id)", session, body: #"{"server":"q:2"}"#)
    #expect(replaced.body.contains(#"{"id":"\#(id)","server":"http://q:2"}"#))
    let chosen = try server.ask("POST", "\(base)/default", session, body: #"{"id":"\#(id)"}"#)
    #expect(chosen.body.contains(#""defaultProxyId":"\#(id)""#))
    let deleted = try server.ask("DELETE", "\(base)/\(id)", session)
    #expect(deleted.body.contains(#""defaultProxyId":"host""#))
    #expect(!deleted.body.contains("q:2"))
  }

  @Test("a server whose database is away says so")
  func degraded() throws {
    let health = try server { $0.isDatabaseAway = true }.ask("GET", "/api/health")
    #expect(health.status == 503)
    #expect(health.body.hasPrefix(#"{"status":"degraded","#))
    #expect(health.body.contains(#""storage_error":"Database unreachable""#))
  }
}
