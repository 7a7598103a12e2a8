import SystemBridge

/// The lines of a file, one at a time, whatever its size; our own, since nothing in Foundation reads
/// lines without either the whole file or a stream that cannot be read twice.
struct LineReader {
  /// A line with its place.
  struct Line {
    /// Its bytes, without the line feed.
    var bytes: ArraySlice<UInt8>
    /// Where it begins.
    var offset: Int
    /// Its number, from 1.
    var number: Int
    /// Whether a line feed ends it; only the last line of a file may lack it.
    var isEnded: Bool
  }

  private let file: DataFile
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the next line begins in `buffer`, and up to where it holds no line feed.
  private var start = 0
  private var searched = 0
  /// The place in the file of `buffer`'s first byte.
  private var base = 0
  private var number = 0
  private var isAtEnd = false

  private static let chunk = 64 << 10

  /// - Parameter limit: The longest line.
  init(_ file: DataFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The next line; `nil` after the last.
  ///
  /// - Throws: ``SystemError``, `EMSGSIZE` for a line over the limit.
  mutating func next() throws(SystemError) -> Line? {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) { return line(to: end, isEnded: true) }
      searched = buffer.count
      if isAtEnd { return start < buffer.count ? line(to: buffer.count, isEnded: false) : nil }
      if buffer.count - start > limit {
        throw SystemError.tooLarge("read", file.path)
      }
      // What has been read is dropped only now, so that it is moved once a chunk.
      buffer.removeFirst(start)
      base += start
      searched -= start
      start = 0
      let more = try file.read(at: base + buffer.count, count: Self.chunk)
      isAtEnd = more.isEmpty
      buffer += more
    }
  }

  private mutating func line(to end: Int, isEnded: Bool) -> Line {
    number += 1
    let line = Line(
      bytes: buffer[start..<end], offset: base + start, number: number, isEnded: isEnded)
    start = isEnded ? end + 1 : end
    searched = start
    return line
  }
}
