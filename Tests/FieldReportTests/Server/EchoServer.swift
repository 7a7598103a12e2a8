import FoundationEssentials
import GLibBridge
import Synchronization
import TestSupport

/// A server that sends back whatever secrets it is sent.
final class EchoServer: Sendable {
  /// Where it puts them.
  enum Place: String, Sendable, CaseIterable {
    case errorText
    case refusal
    case notFound
    case page
    case plainText
    case location
    case header
    case statusLine
    case brokenJSON
    case names
  }

  private let script: ScriptedServer
  private let seen = Mutex<Set<String>>([])

  init() throws { script = try ScriptedServer() }

  var baseURL: String { script.baseURL }
  var requests: [ServedRequest] { script.requests }
  /// Every key, password and session that it was sent, or has made.
  var secrets: Set<String> { seen.withLock { $0 } }

  func stop() { script.stop() }

  func echo(in place: Place) {
    script.answer { [weak self] request in
      guard let self else { return .response(status: 500, headers: [], body: []) }
      let secrets = Self.secrets(in: request)
      self.seen.withLock { $0.formUnion(secrets) }
      let text = secrets.joined(separator: " ")
      return self.reply(to: request, place, text)
    }
  }

  private static func secrets(in request: ServedRequest) -> [String] {
    var found: [String] = []
    if let field = request.header("authorization") { found.append(String(field.dropFirst(7))) }
    if let field = request.header("x-api-key") { found.append(field) }
    if let field = request.header("cookie") {
      found.append(field.replacing("connect.sid=", with: ""))
    }
    let members = try? JSONDecoder().decode([String: String].self, from: Data(request.body))
    for name in ["password", "apiKey"] { if let value = members?[name] { found.append(value) } }
    return found
  }

  private func reply(to request: ServedRequest, _ place: Place, _ text: String) -> ServedReply {
    switch place {
    case .errorText:
      json(
        #"{"error":"\#(text)","message":"saw \#(text)","details":{"\#(text)":["\#(text)"]}}"#,
        status: 500)
    case .refusal:
      json(
        #"{"error":"INVALID_API_KEY","message":"\#(text)"}"#, status: 401,
        [("WWW-Authenticate", "Basic realm=\"\(text)\""), ("X-Request-Id", text)])
    case .notFound: json(#"{"error":"TASK_NOT_FOUND","detail":"\#(text)"}"#, status: 404)
    case .page:
      .response(
        status: 404, headers: [("Content-Type", "text/html")],
        body: Array("<!DOCTYPE html><html><body><pre>Cannot GET \(text)</pre></body></html>".utf8))
    case .plainText:
      .response(
        status: 403, headers: [("Content-Type", "text/plain")], body: Array("no: \(text)".utf8))
    case .location:
      .response(
        status: 302,
        headers: [
          ("Location", "https://\(text.replacing(" ", with: "")).example.com/\(text)?k=\(text)")
        ],
        body: Array(text.utf8))
    case .header:
      json(
        Self.body(for: request, "plain"),
        [("X-Echo", text), (text.replacing(" ", with: "-").filter(\.isASCII) + "x", "1")])
    case .statusLine:
      .scripted([
        raw(
          "HTTP/1.1 500 \(text)\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"),
        .close,
      ])
    case .brokenJSON: json(#"{"tasks":[{"id":"\#(text)","#)
    case .names: named(request, text)
    }
  }

  private func named(_ request: ServedRequest, _ text: String) -> ServedReply {
    guard request.path.hasSuffix("/login") else { return json(Self.body(for: request, text)) }
    // A session of its own, which comes back from now on.
    let cookie = "s%3A5e55105e55105e55105e55105e551"
    seen.withLock { _ = $0.insert(cookie) }
    return json(
      #"{"success":true,"echo":"\#(text)"}"#, [("Set-Cookie", "connect.sid=\(cookie); Path=/")])
  }

  /// A good answer, with `text` for every word in it.
  private static func body(for request: ServedRequest, _ text: String) -> String {
    let task =
      #"{"id":"a","name":"A \#(text)","description":"\#(text)","mode":"agent","actions":[]}"#
    let other = #"{"id":"\#(text)","name":"\#(text)"}"#
    let execution =
      #"{"id":"e","status":"\#(text)","outcome":"\#(text)","taskName":"\#(text)","taskId":"a","#
      + #""url":"http://\#(text)","mode":"\#(text)","result":{"data":{"\#(text)":"\#(text)"}}}"#
    switch request.path {
    case "/api/tasks/list": return #"{"tasks":[\#(task),\#(other)]}"#
    case "/api/tasks": return "[\(task),\(other)]"
    case "/api/tasks/a": return task
    case "/api/executions/list", "/api/executions": return #"{"executions":[\#(execution)]}"#
    case let path where path.hasSuffix("/run") || path.hasSuffix("/api"):
      return
        #"{"outcome":"\#(text)","final_url":"http://\#(text)","logs":["\#(text)"],"#
        + #""data":{"\#(text)":"\#(text)"}}"#
    case let path where path.hasSuffix("/e"): return #"{"execution":\#(execution)}"#
    case "/api/auth/me":
      return #"{"authenticated":true,"user":{"id":"\#(text)","email":"\#(text)"}}"#
    case "/api/health", "/api/capabilities":
      return #"{"status":"ok","version":"\#(text)","features":["\#(text)"]}"#
    default: return #"{"ok":true,"message":"\#(text)"}"#
    }
  }
}
