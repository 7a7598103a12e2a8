import Figranium
import GLibBridge
import Synchronization

/// A server as found in the field, of any of the three dialects, which may change while it runs.
///
/// Its answers are those recorded from real servers.
final class FieldServer: Sendable {
  let server: TestServer
  private final class State: Sendable {
    let dialect: Mutex<ServerDialect>
    let runs = Mutex<[String]>([])
    init(_ dialect: ServerDialect) { self.dialect = Mutex(dialect) }
  }
  private let state: State

  static let key = "k-7f3a9c"

  init(_ dialect: ServerDialect) throws {
    let state = State(dialect)
    self.state = state
    server = try TestServer { request in Self.answer(request, state) }
  }

  func become(_ dialect: ServerDialect) { state.dialect.withLock { $0 = dialect } }

  /// The path of each run that was really made.
  var runPaths: [String] { state.runs.withLock { $0 } }

  private static func answer(_ request: ServedRequest, _ state: State) -> ServedReply {
    let dialect = state.dialect.withLock { $0 }
    let path = request.path
    let isKnown = request.header("Authorization") == "Bearer \(key)"
    let isPage = request.header("X-Requested-With") == nil
    let refused = json(#"{"error":"INVALID_API_KEY"}"#, status: 401)
    // What only a session may: a redirect for pages, an error for scripts.
    let guarded =
      isPage
      ? plain(302, "Found. Redirecting to /login", headers: [("Location", "/login")])
      : json(#"{"error":"UNAUTHORIZED"}"#, status: 401)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isAPI = parts.count > 1 && parts[1] == "api"
    func at(_ place: Int) -> String { place < parts.count ? parts[place] : "" }
    switch (request.method, at(1), at(2), at(3), at(4)) {
    case ("GET", "api", "tasks", "list", ""):
      return isKnown
        ? json(
          #"{"tasks":[{"id":"task_1","name":"Scrape title"},{"id":"t/2 ü","name":"Odd id"}]}"#)
        : refused
    case ("GET", "api", "tasks", "", ""):
      guard dialect != .server09 else { return guarded }
      return json(
        #"""
        [{"id":"task_1","name":"Scrape title","mode":"agent","later":{"x":1}},
        {"id":"t/2 ü","name":"Odd id","description":null}]
        """#)
    case ("POST", "tasks", let id, "run", "") where dialect == .documented:
      return isKnown ? run(id, request, state) : refused
    case ("POST", "api", "tasks", let id, "api") where dialect != .documented:
      return isKnown ? run(id, request, state) : refused
    case ("POST", "executions", let id, "stop", "") where dialect == .documented:
      return id == "none"
        ? json(#"{"error":"EXECUTION_NOT_FOUND"}"#, status: 404) : json(#"{"success":true}"#)
    case ("POST", "api", "executions", "stop", "") where dialect != .documented: return guarded
    case ("GET", "executions", let id, "", "") where dialect == .documented:
      return isKnown ? execution(id, #"{"id":"e1","status":"running"}"#) : refused
    case ("GET", "api", "executions", let id, "") where dialect == .server019:
      return isKnown
        ? execution(
          id, #"{"execution":{"id":"e1","status":200,"phase":"finished","outcome":"success"}}"#)
        : refused
    case ("GET", "api", "executions", _, "") where dialect == .server09: return guarded
    case ("GET", "api", "capabilities", "", "") where dialect == .server019:
      return json(#"{"a":1}"#)
    case ("GET", "api", "health", "", "") where dialect == .server019:
      return json(#"{"status":"ok","version":"0.19.2"}"#)
    case _ where isAPI && dialect == .server019:
      return json(#"{"error":"API_NOT_FOUND"}"#, status: 404)
    case ("GET", _, _, _, _) where !isAPI: return guarded
    default: return page(404, "Cannot \(request.method) \(path)")
    }
  }

  private static func run(_ id: String, _ request: ServedRequest, _ state: State) -> ServedReply {
    guard ["task_1", "t%2F2%20%C3%BC"].contains(id) else {
      return json(#"{"error":"TASK_NOT_FOUND"}"#, status: 404)
    }
    state.runs.withLock { $0.append(request.path) }
    let is09 = state.dialect.withLock { $0 } == .server09
    return is09
      ? json(#"{"final_url":"http://127.0.0.1:18090/","logs":[],"html":"<h1>Hello</h1>"}"#)
      : json(#"{"outcome":"success","data":{"title":"Hello"},"logs":["a"]}"#)
  }

  private static func execution(_ id: String, _ body: String) -> ServedReply {
    id == "e1" ? json(body) : json(#"{"error":"EXECUTION_NOT_FOUND"}"#, status: 404)
  }
}
