import GLibBridge

/// The JSON of a run's result, in parts, so that large data is shared by all runs that answer it.
struct RunBody: Sendable {
  /// UTF-8, one after another.
  private(set) var parts: [[UInt8]]

  init(_ text: String) { parts = [Array(text.utf8)] }

  init(_ parts: [[UInt8]]) { self.parts = parts }

  /// The length in bytes.
  var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// All of it as text.
  var text: String { parts.map { String(decoding: $0, as: UTF8.self) }.joined() }

  /// The same between two texts.
  func wrapped(_ before: String, _ after: String) -> RunBody {
    RunBody([Array(before.utf8)] + parts + [Array(after.utf8)])
  }
}

/// Rows such as a scrape of many pages gives, made once a size and kept.
enum RowData {
  private static let cache = Monitor<[Int: [UInt8]]>([:])

  /// A JSON array of `count` small objects, about 92 bytes each: 600,000 are 55 MB.
  static func rows(_ count: Int) -> [UInt8] {
    cache.withLock { cache in
      if let rows = cache[count] { return rows }
      var bytes = Array("[".utf8)
      bytes.reserveCapacity(count * 96)
      for number in 0..<count {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        let stock = number % 3 == 0 ? "false" : "true"
        bytes += Array(
          "{\"id\":\(number),\"title\":\"Product number \(number)\",\"price\":\(number % 1000).\(number % 90 + 10),\"inStock\":\(stock),\"rank\":null}"
            .utf8)
      }
      bytes.append(UInt8(ascii: "]"))
      cache[count] = bytes
      return bytes
    }
  }
}
