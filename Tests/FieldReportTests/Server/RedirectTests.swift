import Figranium
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// No redirect is followed with a key, wherever it leads.
@Suite struct RedirectTests {
  static let statuses = [300, 301, 302, 303, 305, 307, 308]

  /// `SELF` is the server itself, `OTHER` another one.
  static let targets = [
    "SELF/api/tasks/list", "SELF/elsewhere", "/elsewhere", "../x", "?a=b", "#a", "", "OTHER/",
    "//127.0.0.1:1/x", "https://OTHERHOST/x", "http://user:password@OTHERHOST/", "HTTP://OTHERHOST",
    "file:///etc/passwd", "file://localhost/proc/self/environ", "unix:/run/user/0/bus",
    "http+unix://%2Frun%2Fsocket/", "gopher://OTHERHOST/_x", "ftp://OTHERHOST/",
    "dict://OTHERHOST/",
    "ldap://OTHERHOST", "data:application/json,{}", "javascript:alert(1)", "http://[::1]:1/",
    "http://2130706433:1/", "http://localhost:1\u{1}/", "\u{1B}[2J", "%2e%2e/%00",
  ]

  private static func answer(_ status: Int, _ target: String) -> ServedReply {
    .scripted([
      raw("HTTP/1.1 \(status) Elsewhere\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"),
      .close,
    ])
  }

  @Test(arguments: statuses)
  func isNotFollowed(status: Int) async throws {
    let (server, other) = (try ScriptedServer(), try ScriptedServer())
    defer { (_, _) = (server.stop(), other.stop()) }
    let client = try Figranium(
      url: #require(URL(string: server.baseURL)), credential: .apiKey(Secret(Desk.key)),
      options: ClientOptions(routes: .documented, retry: .never))
    for pattern in Self.targets {
      let target = pattern.replacing("OTHERHOST", with: "127.0.0.1:\(other.port)")
        .replacing("OTHER", with: other.baseURL).replacing("SELF", with: server.baseURL)
      for isRun in [false, true] {
        server.answer { _ in Self.answer(status, target) }
        var thrown: (any Error)?
        do {
          if isRun {
            let _: ExecutionResult<JSONValue> = try await client.runTask("a")
          } else {
            _ = try await client.tasks.listSummaries()
          }
        } catch { thrown = error }
        let error = try #require(thrown as? FigraniumError, "\(status) \(pattern)")
        #expect(error.status == status, "\(status) \(pattern): \(error)")
        // A control character is never passed on.
        let text = "\(error) \(error.hint ?? "")"
        #expect(!text.utf8.contains { $0 < 0x20 }, "\(status) \(pattern)")
        #expect(!text.contains("password") && !text.contains(Desk.key), "\(status) \(pattern)")
        #expect(server.requests.count == 1, "\(status) \(pattern)")
        #expect(other.requests.isEmpty, "\(status) \(pattern)")
        FaultTally.survived("\(status) to \(pattern)", by: isRun ? "run" : "list")
      }
    }
  }

  /// The control: the other server would have been heard of.
  @Test func theOtherServerHears() async throws {
    let other = try ScriptedServer { _ in json("{}") }
    defer { other.stop() }
    let outcome = try await FigctlProcess.end(
      of: ChildProcess(
        [
          "/usr/bin/python3", "-c",
          "import urllib.request, sys; urllib.request.urlopen(sys.argv[1])",
        ]
          + [other.baseURL + "/x"]))
    #expect(outcome.code == 0)
    #expect(other.requests.map(\.target) == ["/x"])
  }

  @Test(arguments: [
    "file:///etc/passwd", "OTHER/x", "SELF/api/tasks/list", "unix:/run/bus", "https://OTHERHOST/",
  ])
  func theProgramNamesItAndStays(target: String) async throws {
    let (server, other) = (try ScriptedServer(), try ScriptedServer())
    defer { (_, _) = (server.stop(), other.stop()) }
    let desk = try await Desk.at(server.baseURL, ["routes=documented"])
    let target = target.replacing("OTHERHOST", with: "127.0.0.1:\(other.port)")
      .replacing("OTHER", with: other.baseURL).replacing("SELF", with: server.baseURL)
    server.answer { _ in Self.answer(307, target) }
    for words in [
      ["task", "list"], ["run", "a"], ["stop", "r"], ["status", "e"], ["key", "check"],
    ] {
      let outcome = try await desk.figctl.run(words + ["--timeout", "10"])
      #expect(outcome.code == 8, "\(words): \(outcome)")
      #expect(outcome.errors.contains("redirects"), "\(words): \(outcome)")
      #expect(!outcome.all.contains("root:") && !outcome.all.contains(Desk.key))
      #expect(other.requests.isEmpty)
      FaultTally.survived("redirect to \(target.prefix(5))", by: words.joined(separator: " "))
    }
  }
}
