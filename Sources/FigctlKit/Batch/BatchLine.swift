import Figranium

/// A line of a batch's output: written here, and read again when a batch goes on.
enum BatchLine {
  /// What came of a row.
  struct Result: Sendable {
    var outcome: String?
    var runID: String
    var duration: Duration
    /// The run's data as JSON on one line; `nil` for none.
    var data: [UInt8]?
    /// Why it counts as failed; `nil` when it does not.
    var error: (code: String, message: String)?
  }

  /// `{"row":N,"variables":{…},"outcome","runId","durationMs","data","error"}` with its line end.
  static func text(of row: BatchInput.Row, _ result: Result) -> [UInt8] {
    func json(_ value: JSONDocument) -> String { value.text(indented: false) }
    var bytes = Array("{\"row\":\(row.number),\"variables\":".utf8)
    bytes += row.json
    bytes += ",\"outcome\":\(json(JSONDocument(result.outcome)))".utf8
    bytes += ",\"runId\":\(json(.string(result.runID)))".utf8
    bytes += ",\"durationMs\":\(Milliseconds.of(result.duration)),\"data\":".utf8
    bytes += result.data ?? Array("null".utf8)
    let error: JSONDocument =
      result.error.map { ["code": .string($0.code), "message": .string($0.message)] } ?? .null
    bytes += ",\"error\":\(json(error))}\n".utf8
    return bytes
  }

  /// What must stay the same of a row that is not run again.
  static func mark(of variables: some Sequence<UInt8>) -> UInt32 {
    // FNV-1a: it need not withstand anybody, only tell that a file has changed.
    variables.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

/// Reads from a line of a batch's output what is needed to go on, without making values of it.
///
/// A line that was cut at any byte is not taken for a whole one.
struct BatchLineScanner {
  /// The row's number.
  private(set) var row: Int?
  /// The mark of its variables.
  private(set) var mark: UInt32?
  /// Whether it has no error.
  private(set) var isDone: Bool?

  /// - Returns: `nil` for what is no whole line of a batch's output.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "{") else { return nil }
    var index = line.startIndex + 1
    while true {
      guard let nameEnd = Self.end(of: line, at: index), line[index] == UInt8(ascii: "\""),
        nameEnd < line.endIndex, line[nameEnd] == UInt8(ascii: ":"),
        let end = Self.end(of: line, at: nameEnd + 1), end < line.endIndex
      else { return nil }
      take(line[(index + 1)..<(nameEnd - 1)], line[(nameEnd + 1)..<end])
      if line[end] == UInt8(ascii: "}") {
        guard end + 1 == line.endIndex, row != nil, mark != nil, isDone != nil else { return nil }
        return
      }
      guard line[end] == UInt8(ascii: ",") else { return nil }
      index = end + 1
    }
  }

  private mutating func take(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if name.elementsEqual("row".utf8) {
      row = Int(String(decoding: value, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    } else if name.elementsEqual("variables".utf8), value.first == UInt8(ascii: "{") {
      mark = BatchLine.mark(of: value)
    } else if name.elementsEqual("error".utf8) {
      let isNull = value.elementsEqual("null".utf8)
      isDone = isNull || value.first == UInt8(ascii: "{") ? isNull : nil
    }
  }

  /// Where the value that begins at `start` ends; `nil` when it does not.
  private static func end(of line: ArraySlice<UInt8>, at start: Int) -> Int? {
    var depth = 0
    var isText = false
    var index = start
    while index < line.endIndex {
      let byte = line[index]
      if isText {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          if depth == 0 { return index + 1 }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return index > start ? index : nil }
          depth -= 1
          if depth == 0 { return index + 1 }
        case UInt8(ascii: ",") where depth == 0: return index > start ? index : nil
        // A block that the disk never got is full of these.
        case 0: return nil
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
