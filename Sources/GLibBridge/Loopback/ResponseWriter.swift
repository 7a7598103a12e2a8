/// Puts an answer into its HTTP/1.1 form.
enum ResponseWriter {
  /// The answer to what is no HTTP request.
  static let badRequest = Array(
    "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".utf8)

  /// The status line and header fields, with `Content-Length` unless they have it or say otherwise.
  ///
  /// - Parameter length: The length of the body; nil when the fields tell its end.
  static func head(status: Int, headers: [(String, String)], length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\n"
    var tellsLength = status == 204 || status == 304
    for (name, value) in headers {
      text += "\(name): \(value)\r\n"
      let name = name.lowercased()
      if name == "content-length" || name == "transfer-encoding" { tellsLength = true }
    }
    if let length, !tellsLength { text += "content-length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Whether the answer has a body at all.
  static func hasBody(status: Int, to request: ServedRequest) -> Bool {
    status != 204 && status != 304 && request.method != "HEAD"
  }

  /// One chunk of a chunked body; the empty one is the last.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
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
    case 409: "Conflict"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status"
    }
  }
}
