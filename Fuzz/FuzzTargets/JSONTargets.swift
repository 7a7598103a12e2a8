import FigctlKit
import Figranium
import FoundationEssentials

// JSON, as a server may send it.

/// The parser, the scanner, the writer and the layout are of one mind about any bytes.
@Sendable func fuzzJSON(_ bytes: [UInt8]) {
  let value = try? JSONParser.parse(bytes)
  let outline = try? JSONScanner.outline(bytes.span)
  require((value == nil) == (outline == nil), "the parser and the scanner differ")
  guard let value, let outline else { return }
  for (name, member) in value.objectValue ?? [:] {
    let again = outline.range(of: name).flatMap { try? JSONParser.parse(Array(bytes[$0])) }
    require(again == member, "the scanner found another member")
  }
  guard let written = try? JSONWriter.bytes(of: value) else { fatalError("it cannot be written") }
  require((try? JSONParser.parse(written)) == value, "written, it is another value")
  guard let text = try? JSONText(Data(bytes)) else { fatalError("it is no text") }
  for isIndented in [true, false] {
    let laidOut = JSONDocument.text(text).bytes(indented: isIndented)
    require((try? JSONParser.parse(laidOut)) == value, "laid out, it is another value")
    require(
      String(decoding: laidOut, as: UTF8.self).unicodeScalars.allSatisfy {
        $0 == "\n" || !VisibleText.needsEscape($0)
      }, "laid out, it has what a terminal obeys")
  }
}

/// A type with something of everything.
private struct Everything: Decodable {
  var a: [Everything]?
  var b: [String: Int8]?
  var c: Double?
  var d: Data?
  var e: URL?
  var f: Decimal?
  var g: JSONValue?
  var h: JSONObject?
  var i: UInt64?
  var j: Float?
  var k: Date?
  var l: Bool?
  var m: [Int: String?]?
  var n: JSONText?
}

/// Whatever is JSON becomes a type or an error in words, and the models take anything.
@Sendable func fuzzDecoding(_ bytes: [UInt8]) {
  guard let text = try? JSONText(Data(bytes)) else { return }
  do {
    _ = try text.decode(Everything.self)
  } catch {
    require(error.code == "INVALID_RESPONSE", "another error")
    require(error.message.utf8.count < 100_000, "a message without end")
  }
  if let task = try? text.decode(Task.self) {
    _ = (task.id, task.name, task.mode, task.url, task.variables, task.actions)
    require(task.members == text.value.objectValue, "a task lost a member")
  }
  if let execution = try? text.decode(Execution.self) {
    _ = (execution.id, execution.status, execution.statusText, execution.timestamp)
    _ = (execution.startedAt, execution.duration, execution.result)
  }
  _ = try? text.decode([TaskSummary].self)
  _ = try? text.decode(HealthStatus.self)
}
