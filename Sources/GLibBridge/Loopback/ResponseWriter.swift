/// Puts an answer into its HTTP/1.1 form.
enum ResponseWriter {
  /// The answer to what is no HTTP request.
  static let badRequest = Array(
    "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".utf8)

  static func response(
    status: Int, headers: [(String, String)], body: [UInt8], to request: ServedRequest
  ) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    let names = headers.map { $0.0.lowercased() }
    let hasNoBody = status == 204 || status == 304
    if !hasNoBody, !names.contains("content-length"), !names.contains("transfer-encoding") {
      text += "content-length: \(body.count)\r\n"
    }
    text += "\r\n"
    return Array(text.utf8) + (hasNoBody || request.method == "HEAD" ? [] : body)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 302: "Found"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status"
    }
  }
}
