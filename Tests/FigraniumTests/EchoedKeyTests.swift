import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// A key that comes back in a good answer goes no further.
@Suite struct EchoedKeyTests {
  static let key = "k-7f3a9c+/Zq==0123b4"

  /// As a server may write it within a string of JSON.
  static let written: [String] = {
    let bytes = Array(key.utf8)
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [
      key, #"k-7f3a9c+\/Zq==0123b4"#, #"k-7f3a9c\u002b\u002fZq\u003d\u003d0123b4"#,
      #"k-7f3a9c\u002B\u002FZq\u003D\u003D0123b4"#, hex.map { #"\u00"# + $0 }.joined(),
      key.uppercased(), "k-7f3a9c%2B%2FZq%3D%3D0123b4", "k-7f3a9c%2b%2fZq%3d%3d0123b4",
      hex.joined(), hex.joined(separator: ":"), hex.joined().uppercased(),
      "k7f3a-9cZq-0123-b4", #"k-7f3a\n9c+/Zq\r\n==0123b4"#, String(key.reversed()),
    ]
      + (0..<3).map { Data("abc".utf8.prefix($0) + bytes).base64EncodedString() }
      + ["NMWTOZRTME4WGKZPLJYT2PJQGEZDGYRU"]
  }()

  @Test(arguments: written)
  func isTakenOut(sent: String) async throws {
    let server = try TestServer(
      always: json(#"{"tasks":[{"id":"a","name":"\#(sent)","description":"x \#(sent)"}]}"#))
    let tasks = try await server.client(key: Self.key).tasks.listSummaries()
    // At the ends of an encoding are characters that tell of what is around it, too.
    for (text, length) in [(tasks.first?.name, 10), (tasks.first?.description, 12)] {
      let text = try #require(text)
      #expect(text.contains("[redacted]") && text.count <= length + 6, "\(text.count) characters")
    }
  }

  /// What is not the whole key is data.
  @Test(arguments: ["k-7f3a9c", "k-7f3a9c+/Zq==0123b", #"k-7f3a9c","x":"+/Zq==0123b4"#])
  func otherTextStays(sent: String) throws {
    let body = Data(#"{"tasks":[{"id":"a","name":"\#(sent)"}]}"#.utf8)
    let echo = try #require(EchoedKey(Secret(Self.key)))
    #expect(echo.removed(from: body) == body)
  }

  /// A short key may be a word of the answer, and one of digits a number in it.
  @Test(arguments: ["name", "1234567890123456"])
  func whatMayBeAWordStays(key: String) async throws {
    let server = try TestServer(
      always: json(#"{"tasks":[{"id":"a","name":"name","description":"1234567890123456"}]}"#))
    let tasks = try await server.client(key: key).tasks.listSummaries()
    #expect(tasks.map(\.name) == ["name"])
    #expect(tasks.map(\.description) == ["1234567890123456"])
  }

  /// An answer is looked at piece by piece; no place in it is between two of them.
  @Test(arguments: [written[8], written[11]])
  func whereverItIs(sent: String) throws {
    let echo = try #require(EchoedKey(Secret(Self.key)))
    for count in (1 << 16) - 120..<(1 << 16) + 20 {
      let before = #"["\#(String(repeating: "y", count: count))"#
      let body = Data("\(before)\(sent)zz\"]".utf8)
      #expect(echo.removed(from: body) == Data("\(before)[redacted]zz\"]".utf8), "\(count)")
    }
  }

  @Test func howeverOftenItIs() throws {
    let echo = try #require(EchoedKey(Secret(Self.key)))
    let rows = (0..<3_000).map { #""\#(Self.written[$0 % 3 == 0 ? 8 : 5]) \#($0)""# }
    let clean = (0..<3_000).map { #""[redacted] \#($0)""# }
    let body = Data("[\(rows.joined(separator: ","))]".utf8)
    #expect(echo.removed(from: body) == Data("[\(clean.joined(separator: ","))]".utf8))
  }

  /// What is cut off anywhere is no JSON, and no fault.
  @Test func anAnswerThatIsCut() throws {
    let echo = try #require(EchoedKey(Secret(Self.key)))
    let body = Data(#"{"a\u00":"\\","b":"\#(Self.written[4])","\u0":1}"#.utf8)
    for count in 0...body.count {
      let cut = echo.removed(from: body.prefix(count))
      #expect(cut.count <= count)
    }
  }
}
