import GLibBridge

/// The answers of a Figranium server, as its web framework words them.
enum DemoReply {
  static func json(
    _ status: Int, text: String, headers: [(String, String)] = []
  ) -> ServedReply {
    .response(
      status: status, headers: headers + [("content-type", "application/json; charset=utf-8")],
      body: Array(text.utf8))
  }

  static func json(
    _ status: Int, _ node: JSONNode, headers: [(String, String)] = []
  ) -> ServedReply {
    json(status, text: node.text, headers: headers)
  }

  static func json(
    _ status: Int, _ body: RunBody, headers: [(String, String)] = []
  ) -> ServedReply {
    .parts(
      status: status, headers: headers + [("content-type", "application/json; charset=utf-8")],
      body: body.parts)
  }

  static func error(_ status: Int, _ code: String) -> ServedReply {
    json(status, ["error": .string(code)])
  }

  static let success = json(200, ["success": true])

  static func plain(
    _ status: Int, _ text: String, headers: [(String, String)] = []
  ) -> ServedReply {
    .response(
      status: status, headers: headers + [("content-type", "text/html; charset=utf-8")],
      body: Array(text.utf8))
  }

  /// “You are not signed in”, to a browser.
  static let toLogin = ServedReply.response(
    status: 302, headers: [("location", "/login"), ("content-type", "text/plain")],
    body: Array("Found. Redirecting to /login".utf8))

  /// The page of the web app, which the server gives for any address it does not know.
  static let shell = html(
    200, "<!doctype html>\n<html><head><title>Figranium</title></head><body></body></html>\n", [])

  /// The page for a route that is not there.
  static func cannot(_ request: ServedRequest) -> ServedReply {
    errorPage(404, "Cannot \(request.method) \(escaped(request.path))")
  }

  /// The page for a body that is not JSON.
  static func notJSON(_ request: ServedRequest) -> ServedReply {
    let frames = [
      "JSON.parse (&lt;anonymous&gt;)", "parse (/srv/figranium/…:89:19)",
      "/srv/figranium/…:128:18", "AsyncResource.runInAsyncScope (node:async_hooks:206:9)",
      "invokeCallback (/srv/figranium/…:231:16)", "done (/srv/figranium/…:220:7)",
      "IncomingMessage.onEnd (/srv/figranium/…:280:7)",
      "IncomingMessage.emit (node:events:524:28)",
      "endReadableNT (node:internal/streams/readable:1698:12)",
      "process.processTicksAndRejections (node:internal/process/task_queues:82:21)",
    ]
    let trace = frames.map { "<br> &nbsp; &nbsp;at \($0)" }.joined()
    let position = request.body.count
    return errorPage(
      400, "SyntaxError: Unterminated string in JSON at position \(position)\(trace)")
  }

  private static func errorPage(_ status: Int, _ text: String) -> ServedReply {
    html(
      status,
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Error</title>
      </head>
      <body>
      <pre>\(text)</pre>
      </body>
      </html>

      """,
      [("content-security-policy", "default-src 'none'"), ("x-content-type-options", "nosniff")])
  }

  private static func html(
    _ status: Int, _ text: String, _ headers: [(String, String)]
  ) -> ServedReply {
    .response(
      status: status, headers: headers + [("content-type", "text/html; charset=utf-8")],
      body: Array(text.utf8))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
