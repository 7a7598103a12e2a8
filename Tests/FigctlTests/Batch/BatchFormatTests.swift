import Figranium
import Testing

@testable import FigctlKit

@Suite struct CSVParserTests {
  private func records(_ text: String, limit: Int = 1 << 20) throws -> [[String]] {
    var parser = CSVParser(limit: limit)
    var records: [CSVParser.Record] = []
    for byte in text.utf8 {
      if let record = try parser.take(byte) { records.append(record) }
    }
    if let last = try parser.finish() { records.append(last) }
    return records.map { $0.fields.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
    ("\"a\",\"b,c\"\n", [["a", "b,c"]]),
    ("\"say \"\"hi\"\"\",x\n", [["say \"hi\"", "x"]]),
    ("\"two\nlines\",\"and\r\nmore\"\r\n", [["two\nlines", "and\r\nmore"]]),
    ("a,,\n,\n", [["a", "", ""], ["", ""]]),
    ("\"\"\n", [[""]]),
    ("a\n\n\r\n\nb\n", [["a"], ["b"]]),
    ("", []), ("\n\n", []), (" \n", [[" "]]), ("ä,🔑\n", [["ä", "🔑"]]),
  ])
  func reads(text: String, expected: [[String]]) throws {
    #expect(try records(text) == expected)
  }

  @Test(arguments: [
    ("a\n\"b\nc", 2, "a quote is not closed"),
    ("a\n\"b\"c\n", 2, "text follows the quote that ends a field"),
    ("a, \"b\n", 1, "a quote stands within a field that does not begin with one"),
    ("\"x\ny\"\nb\"c\n", 3, "a quote stands within a field that does not begin with one"),
  ])
  func namesTheLine(text: String, line: Int, reason: String) {
    #expect(throws: CSVParser.Fault(line: line, reason: reason)) { try records(text) }
  }

  @Test func aRecordHasALimit() {
    let text = "\"" + String(repeating: "x", count: 99)
    #expect(throws: CSVParser.Fault.self) { try records(text, limit: 50) }
  }
}

@Suite struct BatchLineTests {
  private func row(_ json: String, _ number: Int = 7) -> BatchInput.Row {
    BatchInput.Row(number: number, json: Array(json.utf8), variables: [:])
  }

  private func line(_ error: (code: String, message: String)? = nil) -> [UInt8] {
    BatchLine.text(
      of: row(#"{"a":"}]\"\\","b":[1,{"row":3}]}"#),
      .init(
        outcome: "success", runID: "run-1", duration: .milliseconds(12),
        data: Array(#"{"error":null,"x":["]",{}]}"#.utf8), error: error))
  }

  @Test func reads() throws {
    #expect(
      String(decoding: line(), as: UTF8.self)
        == #"{"row":7,"variables":{"a":"}]\"\\","b":[1,{"row":3}]},"outcome":"success","#
        + #""runId":"run-1","durationMs":12,"data":{"error":null,"x":["]",{}]},"error":null}"#
        + "\n")
    let scanned = try #require(BatchLineScanner(line().dropLast()[...]))
    #expect(scanned.row == 7)
    #expect(scanned.isDone == true)
    #expect(scanned.mark == BatchLine.mark(of: row(#"{"a":"}]\"\\","b":[1,{"row":3}]}"#).json))
    #expect(BatchLineScanner(line(("X", "\"}\n")).dropLast()[...])?.isDone == false)
  }

  @Test func aLineThatWasCutAnywhereIsNone() {
    let whole = Array(line().dropLast())
    for length in 0..<whole.count { #expect(BatchLineScanner(whole[..<length]) == nil) }
    // What a file system may leave after a power cut.
    for length in 0..<whole.count {
      let zeros = [UInt8](repeating: 0, count: whole.count - length)
      #expect(BatchLineScanner((whole[..<length] + zeros)[...]) == nil)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"row":0,"variables":{},"error":null}"#,
    #"{"row":1,"variables":{},"error":null} "#, #"{"row":1,"variables":[],"error":null}"#,
    #"{"row":1,"variables":{},"error":1}"#, #"{"row":1,"error":null}"#, "row,a,b",
  ])
  func whatIsNoLine(text: String) {
    #expect(BatchLineScanner(Array(text.utf8)[...]) == nil)
  }
}

@Suite struct BatchMarksTests {
  @Test func theLaterLineOfARowCounts() {
    var marks = BatchMarks()
    let places = (0..<5).map { BatchMarks.Place(offset: $0 * 10, length: 10) }
    var added = marks.add(row: 3, mark: 30, isDone: false, at: places[0])
    #expect(added)
    added = marks.add(row: 1, mark: 10, isDone: true, at: places[1])
    #expect(added)
    #expect(marks.doneCount == 1)
    #expect(marks.lastRow == 3)
    #expect(!marks.isDone(2) && !marks.isDone(3) && marks.isDone(1) && !marks.isDone(9))
    #expect(marks.mark(of: 1) == 10)
    #expect(marks.mark(of: 3) == nil)
    added = marks.add(row: 3, mark: 31, isDone: false, at: places[2])
    #expect(added)
    #expect(marks.replaced == [places[0]])
    added = marks.add(row: 3, mark: 31, isDone: true, at: places[3])
    #expect(added)
    #expect(marks.replaced == [places[0], places[2]])
    #expect(marks.failed.isEmpty)
    // A row that is done cannot be done again.
    added = marks.add(row: 3, mark: 31, isDone: true, at: places[4])
    #expect(!added)
    #expect(marks.doneCount == 2)
  }
}

@Suite struct BatchTextTests {
  @Test(arguments: [
    (Duration.milliseconds(100), "1 s"), (.seconds(59), "59 s"), (.seconds(125), "2 min 5 s"),
    (.seconds(12_000), "3 h 20 min"),
  ])
  func times(duration: Duration, text: String) { #expect(BatchProgress.time(duration) == text) }

  @Test(arguments: [(1234.4, "1234/s"), (35.24, "35.2/s"), (1, "1.0/s"), (0.2, "12/min")])
  func rates(rate: Double, text: String) { #expect(BatchProgress.rate(rate) == text) }
}
