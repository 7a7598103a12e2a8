import Figranium
import FoundationEssentials
import Testing

@Suite("JSON text, read and written") struct JSONConformanceTests {
  /// What the parser makes of bytes; the scanner, which makes nothing, must be of one mind with it.
  private func parsed(_ bytes: [UInt8]) -> JSONValue? {
    let value = try? JSONParser.parse(bytes)
    let outline = try? JSONScanner.outline(bytes.span)
    #expect((value != nil) == (outline != nil), "parser and scanner differ")
    if let object = value?.objectValue, let outline, object.count < 100 {
      for (name, value) in object {
        let range = outline.range(of: name)
        #expect(range.map { try? JSONParser.parse(Array(bytes[$0])) } == value)
      }
    }
    return value
  }

  private func parsed(_ text: String) -> JSONValue? { parsed(Array(text.utf8)) }

  @Test("What is JSON", arguments: JSONParserTests.accepted)
  func accepted(text: String, expected: JSONValue) {
    #expect(parsed(text) == expected)
    #expect(parsed("\n[ \(text)\t,\r\(text) ]") == [expected, expected])
    #expect(parsed("{\"a\":\(text)}") == ["a": expected])
  }

  @Test(
    "What is no JSON",
    arguments: [
      "", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[,1]", "[1,,2]", "[1]]", "[1] 2",
      "1 2",
      "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{,}", "{\"a\" 1}", "{\"a\"::1}", "{1:1}",
      "{\"a\":1,}", "{null:1}", "{'a':1}", "{a:1}", "{\"a\":1 \"b\":2}", "[\"a\"", "\"", "\"a",
      "\"\\", "\"\\\"", "\"\\u", "\"\\u00e\"", "\"\\uZZZZ\"", "\"\\U0041\"", "\"\\x41\"", "\"\\'\"",
      "\"\t\"", "\"\n\"", "\"\u{0}\"", "'a'", "t", "tru", "True", "truex", "nul", "nullnull",
      "fals",
      "undefined", "NaN", "-NaN", "Infinity", "-Infinity", "-", "+1", "--1", "01", "-01", "00",
      "1.",
      ".1", "-.1", "1.e1", "1e", "1e+", "1e-", "1.5e", "1e1.5", "0x10", "1_000", "1,5", "1a",
      "1 .5",
      "// c\n1", "1 /* c */", "# c\n1", "\u{FEFF}1", "\u{A0}1", "\u{2028}1", "\u{0}", "1\u{0}",
      "[1\u{b}]", "{\"a\":1}{", "\u{3000}[]",
    ])
  func refused(text: String) {
    #expect(parsed(text) == nil)
    if !text.hasSuffix("]") { #expect(parsed("[\(text)") == nil) }
    #expect(throws: FigraniumError.self) { try JSONValue(json: text) }
    #expect(throws: FigraniumError.self) { try JSONText(Data(text.utf8)) }
  }

  @Test(
    "Bytes that are no UTF-8, in text and in names",
    arguments: [
      [0x80], [0xc3], [0xff], [0xfe], [0xc0, 0xaf], [0xc1, 0x81], [0xe2, 0x82], [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80], [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80], [0x80, 0x5c, 0x6e], [0x5c, 0x6e, 0x80],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    #expect(parsed([0x22] + bytes + [0x22]) == nil)
    #expect(parsed([0x7b, 0x22] + bytes + Array("\":1}".utf8)) == nil)
    #expect(parsed(bytes) == nil)
  }

  @Test("Nesting ends at 512 levels", arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) {
    func nested(_ levels: Int) -> String {
      String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
    }
    #expect(parsed(nested(511)) != nil)
    #expect(parsed(nested(512)) == nil)
    #expect(parsed(nested(100_000)) == nil)
    #expect(parsed(String(repeating: open, count: 100_000)) == nil)
  }

  // MARK: Numbers

  @Test(
    "A number is written as it was read",
    arguments: [
      "0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "18446744073709551615", "123456789012345678901234567890", "0.1", "-2.5", "1e+300", "5e-324",
      "1e999", "-1e-999", "0.1000000000000000055511151231257827", "3.141592653589793",
      "3.1415926535897932384626433832795", "1234567890123456.7", "0.30000000000000004",
      "1.7976931348623157e+308", "1.7976931348623159e308", "9007199254740993", "123456789012.345",
      "9007199254740993.5", "1e-400000000000000000000", "0.000001234",
    ])
  func numbers(text: String) throws {
    let value = try #require(parsed(text))
    let written = try String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    // The same digits at the same places; a `Double` may spell them in another way.
    if case .number(let number) = value {
      #expect(number == Double(text))
      #expect(parsed(written) == value)
    } else {
      #expect(written == text)
    }
  }

  @Test("A short number is exactly the one that the standard library reads")
  func shortNumbers() {
    var generator = SeededGenerator(seed: 7)
    var differing: [String] = []
    for _ in 0..<4_000 {
      let digits = Int.random(in: 1...17, using: &generator)
      let mantissa = UInt64.random(in: 1..<UInt64(pow10: digits), using: &generator)
      let point = Int.random(in: 0...22, using: &generator)
      var text = String(mantissa)
      if text.utf8.count <= point { text = String(repeating: "0", count: point) + text }
      if point > 0 {
        let whole = text.dropLast(point).drop { $0 == "0" }
        text = (whole.isEmpty ? "0" : whole) + "." + text.suffix(point)
      }
      differing += [text, "-\(text)"].filter {
        (try? JSONParser.parse(Array($0.utf8)))?.doubleValue != Double($0)
      }
    }
    #expect(differing == [])
  }

  // MARK: Members

  @Test("The rows of a result, however their members differ")
  func rows() {
    let text = """
      [{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7},{},{"a":8,"b":9,"c":10},{"a":11,"b":12},
      {"\\u0061":13,"b":14},{"a":15,"\\u0061":16},{"a":17,"a":18},{"a":{"a":{"a":19}}},
      {"a" : 20 , "b" :21},{"aa":22,"a":23}]
      """
    let expected: [JSONObject] = [
      ["a": 1, "b": 2], ["a": 3, "b": 4], ["b": 5, "a": 6], ["a": 7], [:],
      ["a": 8, "b": 9, "c": 10], ["a": 11, "b": 12], ["a": 13, "b": 14], ["a": 16], ["a": 18],
      ["a": ["a": ["a": 19]]], ["a": 20, "b": 21], ["aa": 22, "a": 23],
    ]
    let rows = parsed(text)?.arrayValue?.compactMap(\.objectValue) ?? []
    #expect(rows == expected)
    #expect(rows.map(\.keys) == expected.map(\.keys))
  }

  @Test(
    "Names without end: an index of each, and many that differ", arguments: [63, 64, 65, 5_000])
  func manyNames(count: Int) throws {
    let members = (0..<count).map { "\"name \($0)\":\($0)" }.joined(separator: ",")
    let object = try #require(parsed("{\(members),\"name 1\":\"again\"}")?.objectValue)
    #expect(object.count == count)
    #expect(object.keys.first == "name 0")
    #expect(object["name 1"] == "again")
    #expect((2..<count).allSatisfy { object["name \($0)"] == .integer(Int64($0)) })
    let rows = (0..<count).map { "{\"id \($0)\":\($0),\"x\":0}" }.joined(separator: ",")
    let list = try #require(parsed("[\(rows)]")?.arrayValue)
    #expect((0..<count).allSatisfy { list[$0]["id \($0)"] == .integer(Int64($0)) })
  }

  // MARK: There and back

  @Test("A thousand generated objects come back to the byte")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 42)
    for turn in 0..<1_000 {
      let text = GeneratedJSON.object(depth: 3, using: &generator)
      let value = try #require(parsed(text), "\(text)")
      #expect(try String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) == text)
      #expect(try JSONValue(json: value.json()) == value)
      guard turn.isMultiple(of: 20) else { continue }
      // The standard decoder and encoder lose the order, not the value.
      let standard = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
      #expect(standard == value, "\(text)")
    }
  }

  @Test("Cut or changed anywhere, text is refused or read, by both alike")
  func mutations() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var bytes = Array(GeneratedJSON.object(depth: 3, using: &generator).utf8)
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      default: bytes.remove(at: place)
      }
      _ = parsed(bytes)
    }
  }

  @Test("What JSON cannot carry is not written")
  func unwritable() {
    let values: [JSONValue] = [
      .number(.infinity), .number(.nan), .decimal("0x1"), .decimal(""), .decimal("1,\"a\":2"),
      .decimal("1 "),
    ]
    for value in values {
      #expect(throws: JSONUnwritable.self) { try JSONWriter.bytes(of: ["a": [value]]) }
      #expect(throws: FigraniumError.self) { try value.json() }
    }
  }

  @Test("An error tells the place and nothing of the text")
  func errors() throws {
    do {
      _ = try JSONValue(json: #"{"password":"hunter2",}"#)
      Issue.record("it was taken")
    } catch {
      #expect(error.message == "The text is no JSON: byte 22 makes no sense there.")
      #expect(error.code == "INVALID_INPUT")
      #expect(error.details == nil)
    }
  }
}

extension UInt64 {
  fileprivate init(pow10 digits: Int) {
    self = (0..<digits).reduce(1) { power, _ in power * 10 }
  }
}
