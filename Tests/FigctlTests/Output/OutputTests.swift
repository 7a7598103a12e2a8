import Figranium
import FoundationEssentials
import Testing

@testable import FigctlKit

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain ü 漢 🙂", "plain ü 漢 🙂"), ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"),
    ("\u{1B}[31mred", "\\e[31mred"), ("\u{0}", "\\u{0}"), ("\u{7F}", "\\u{7F}"),
    ("\u{9B}31m", "\\u{9B}31m"), ("a\u{202E}b", "a\\u{202E}b"), ("\u{2028}", "\\u{2028}"),
  ])
  func showsWhatATerminalWouldObey(text: String, expected: String) {
    #expect(VisibleText.escaping(text) == expected)
  }

  @Test func keepsLinesWhereAsked() {
    #expect(VisibleText.escaping("a\nb\u{1B}", keepingLines: true) == "a\nb\\e")
  }
}

@Suite struct JSONDocumentTests {
  private let document: JSONDocument = [
    "z": 1, "a": [true, nil, "t\"\\\n\u{1B}\u{9B}ü"], "empty": [], "none": .object([]),
    "deep": ["x": .number(1.5)],
  ]

  @Test func keepsTheOrderOfMembers() {
    #expect(
      document.text(indented: false)
        == #"{"z":1,"a":[true,null,"t\"\\\n\u001b\u009bü"],"empty":[],"none":{},"deep":{"x":1.5}}"#)
  }

  @Test func indentsForPeople() {
    let small: JSONDocument = ["a": [1, 2], "b": ["c": nil], "d": []]
    #expect(
      small.text(indented: true) == """
        {
          "a": [
            1,
            2
          ],
          "b": {
            "c": null
          },
          "d": []
        }
        """)
  }

  @Test func takesWhatServersSend() {
    let value: JSONValue = .object([
      "b": .integer(2), "a": .array([.null, .number(0.5), .bool(true)]),
      "c": .decimal("18446744073709551616.5"),
    ])
    #expect(
      JSONDocument(value).text(indented: false)
        == #"{"b":2,"a":[null,0.5,true],"c":18446744073709551616.5}"#)
  }
}

@Suite struct JSONTextFormatTests {
  private func text(_ json: String, indented: Bool) throws -> String {
    let document: JSONDocument = ["a": 1, "r": .text(try JSONText(Data(json.utf8)))]
    return document.text(indented: indented)
  }

  @Test func laysOutWhatIsText() throws {
    let json = #" { "b" : [ 1.50 , {} ,[ ] , "x, {y}: \" \\" ] , "c":{"d":null}} "#
    #expect(
      try text(json, indented: false)
        == #"{"a":1,"r":{"b":[1.50,{},[],"x, {y}: \" \\"],"c":{"d":null}}}"#)
    #expect(
      try text(json, indented: true) == #"""
        {
          "a": 1,
          "r": {
            "b": [
              1.50,
              {},
              [],
              "x, {y}: \" \\"
            ],
            "c": {
              "d": null
            }
          }
        }
        """#)
    #expect(try text("7", indented: true) == "{\n  \"a\": 1,\n  \"r\": 7\n}")
  }

  @Test func escapesWhatATerminalObeys() throws {
    let odd =
      "\u{7f}\u{80}\u{9b}\u{9f}\u{a0}ü\u{61c}\u{200e}\u{2028}\u{202e}\u{2066}\u{feff}€😀\u{2070}"
    let written = try text("{\"\(odd)\":\"\(odd)\"}", indented: false)
    let escaped =
      #"\u007f\u0080\u009b\u009f"# + "\u{a0}ü"
      + #"\u061c\u200e\u2028\u202e\u2066\ufeff"# + "€😀\u{2070}"
    #expect(written == "{\"a\":1,\"r\":{\"\(escaped)\":\"\(escaped)\"}}")
    // As a tree and as text: one result.
    let value = try JSONValue(json: "\"\(odd)\"")
    #expect(JSONDocument(value).text(indented: false) == "\"\(escaped)\"")
  }
}

@Suite struct TextTableTests {
  @Test func columnsLineUp() {
    var table = TextTable(["ID", "NAME", "NOTE"])
    table.add(["t/2 ü", "漢字", "x"])
    table.add(["a", "evil\u{1B}[2J", ""])
    #expect(
      table.lines() == [
        "ID     NAME       NOTE",
        "t/2 ü  漢字       x",
        "a      evil\\e[2J",
      ])
  }
}

@Suite struct ErrorRendererTests {
  private let failure = CommandFailure(
    .notFound, "TASK_NOT_FOUND", "There is no task 'x\u{1B}[1m'.", hint: "One\ntwo")

  @Test func asText() {
    #expect(
      ErrorRenderer.lines(failure) == ["figctl: There is no task 'x\\e[1m'.", "  One", "  two"])
    #expect(
      ErrorRenderer.lines(failure, withHint: false) == ["figctl: There is no task 'x\\e[1m'."])
  }

  @Test func asJSON() {
    #expect(
      ErrorRenderer.document(failure).text(indented: false)
        == #"{"error":{"code":"TASK_NOT_FOUND","message":"There is no task 'x\u001b[1m'.","hint":"One\ntwo"}}"#
    )
  }
}

@Suite struct NarrowTableTests {
  private var table: TextTable {
    var table = TextTable(["PROFILE", "SERVER", "STORED", "CHANGED"])
    table.add(["default", "http://localhost:11345", "yes", "2026-11-30T08:15:00Z"])
    table.add(["work", "https://figranium.example.com", "no", "-"])
    return table
  }

  @Test func aWideTerminalHasTheWholeTable() {
    #expect(table.lines(fitting: nil) == table.lines())
    #expect(table.lines(fitting: 80) == table.lines())
  }

  @Test func whatDoesNotFitGoesBelow() {
    #expect(
      table.lines(fitting: 60) == [
        "PROFILE  SERVER                         STORED",
        "default  http://localhost:11345         yes",
        "  changed: 2026-11-30T08:15:00Z",
        "work     https://figranium.example.com  no",
      ])
    #expect(
      table.lines(fitting: 40) == [
        "PROFILE  SERVER",
        "default  http://localhost:11345",
        "  stored: yes",
        "  changed: 2026-11-30T08:15:00Z",
        "work     https://figranium.example.com",
        "  stored: no",
      ])
  }

  @Test(arguments: [20, 30, 40, 50, 60, 80]) func nothingIsCutOff(width: Int) {
    let text = table.lines(fitting: width).joined(separator: "\n")
    for cell in ["default", "http://localhost:11345", "https://figranium.example.com", "08:15:00Z"]
    {
      #expect(text.contains(cell))
    }
  }
}
