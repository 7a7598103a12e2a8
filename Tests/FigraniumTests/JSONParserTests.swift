import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// The parser is internal: it is tried by what a server may answer to a read.
@Suite("JSON from a server") struct JSONParserTests {
  /// What becomes of `text` as the health of a server; nil when it is refused.
  private func member(_ text: String) async throws -> JSONValue? {
    let server = try TestServer(
      always: .response(
        status: 200, headers: [("Content-Type", "application/json")], body: Array(text.utf8)))
    do {
      return try await server.client().health.check().members["a"]
    } catch let error as FigraniumError {
      #expect(error.code == "INVALID_RESPONSE")
      return nil
    }
  }

  static let accepted: [(String, JSONValue)] = [
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-1", -1),
    ("10", 10), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .decimal("9223372036854775808")), ("1e300", .number(1e300)),
    ("1e999", .decimal("1e999")), ("0.1000000000000000055", .decimal("0.1000000000000000055")),
    ("1.5", 1.5), ("-0.25", -0.25),
    ("1e3", 1_000), ("1E-2", 0.01), ("1.0e+2", 100),
    (#""""#, ""), (#""ü€😀""#, "ü€😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u00fc\u20AC""#, "ü€"), (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\u0000""#, "\u{0}"),
    ("[]", []), ("[ ]", []), ("[1 , [2],{}]", [1, [2], [:]]), ("{}", [:]),
    (#"{ "b" : { "c" : [ ] } , "d":1 }"#, ["b": ["c": []], "d": 1]),
    (#"{"b":1,"b":2}"#, ["b": 2]),
  ]

  @Test("What is JSON is read as the standard decoder reads it", arguments: accepted)
  func good(text: String, expected: JSONValue) async throws {
    #expect(try await member("{\"a\":\(text)}") == expected)
    #expect(try await member(" \r\n\t{ \"a\" : \(text) }\n ") == expected)
    // Half a surrogate pair is where they differ: the standard decoder refuses it.
    guard !text.contains("\\ud83d\"") && expected.stringValue?.contains("\u{FFFD}") != true,
      text != #"{"b":1,"b":2}"#, text != "1e999"
    else { return }
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == expected)
  }

  @Test(
    "What is no JSON is refused",
    arguments: [
      "{\"a\":}", "{\"a\"}", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\":1}}", "{\"a\":1} x",
      "{\"a\":[1,]}",
      "{\"a\":[1 2]}", "{\"a\":[", "{\"a\":01}", "{\"a\":-}", "{\"a\":-01}", "{\"a\":1.}",
      "{\"a\":.5}",
      "{\"a\":+1}", "{\"a\":1e}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":tru}",
      "{\"a\":nul", "{\"a\":\"x}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\\u12",
      "{\"a\":\"\n\"}", "{\"a\":\"\u{1}\"}", "{\"a\":1 /* c */}", "[1]", "7", "{",
      "\u{FEFF}{\"a\":1}",
    ])
  func bad(text: String) async throws {
    #expect(try await member(text) == nil)
  }

  @Test("Bytes that are no UTF-8 are refused")
  func encoding() async throws {
    for bytes: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]] {
      let body = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
      let server = try TestServer(
        always: .response(
          status: 200, headers: [("Content-Type", "application/json")], body: body))
      let error = await failure { _ = try await server.client().health.check() }
      #expect(error?.code == "INVALID_RESPONSE")
    }
  }

  @Test("Nesting has an end", arguments: [(500, true), (600, false), (1_000_000, false)])
  func depth(levels: Int, isTaken: Bool) async throws {
    let text =
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let value = try await member("{\"a\":\(text)}")
    #expect((value != nil) == isTaken)
  }
}
