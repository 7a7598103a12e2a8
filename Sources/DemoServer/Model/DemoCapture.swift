/// A screenshot, recording or download that the demo server has.
package struct DemoCapture: Sendable {
  /// The name of its file, which is its name in the path too.
  package var name: String

  /// When it was made, in milliseconds since 1970.
  package var modified: Int64

  /// Its bytes, in parts that are sent one after another.
  package var parts: [[UInt8]]

  /// Describes a capture with these bytes.
  package init(name: String, bytes: [UInt8], modified: Int64 = 1_796_000_000_000) {
    self.name = name
    self.modified = modified
    parts = [bytes]
  }

  /// Describes a capture of `size` bytes, which take no memory here: the same part again and again,
  /// in which the byte at place n is n modulo 251.
  package init(name: String, size: Int, modified: Int64 = 1_796_000_000_000) {
    self.name = name
    self.modified = modified
    let part = (0..<251 * 256).map { UInt8($0 % 251) }
    parts = Array(repeating: part, count: size / part.count)
    if size % part.count > 0 { parts.append(Array(part.prefix(size % part.count))) }
  }

  /// How many bytes it has.
  package var size: Int { parts.reduce(0) { $0 + $1.count } }

  var json: JSONNode {
    [
      "name": .string(name), "url": .string("/captures/\(name)"), "size": .number(size),
      "modified": .number(modified),
      "type": .string(name.lowercased().hasSuffix(".webm") ? "recording" : "screenshot"),
    ]
  }

  /// The smallest picture there is: 1 by 1, black.
  static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
    0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x08, 0xD7, 0x63, 0x60, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x01, 0xE2, 0x21, 0xBC, 0x33, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
    0x42, 0x60, 0x82,
  ]
}

/// The `Content-Type` that the server gives a file, by its name.
enum MediaType {
  static func of(_ name: String) -> String {
    switch name.lowercased().split(separator: ".").last {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webm": "video/webm"
    case "zip": "application/zip"
    case "pdf": "application/pdf"
    case "csv": "text/csv; charset=utf-8"
    case "txt": "text/plain; charset=utf-8"
    case "json": "application/json; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
