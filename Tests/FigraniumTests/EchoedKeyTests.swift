import Figranium
import GLibBridge
import Testing

/// A key that comes back in a good answer goes no further.
@Suite struct EchoedKeyTests {
  static let key = "k-7f3a9c+/Zq==0123"

  @Test(arguments: [
    (key, "[redacted]"), ("a\(key)b\(key)", "a[redacted]b[redacted]"),
    ("k-7f3a9c+\\/Zq==0123", "[redacted]"),
    ("k-7f3a9c\\u002b\\u002fZq\\u003d\\u003d0123", "[redacted]"),
    ("k-7f3a9c\\u002B\\u002FZq\\u003D\\u003D0123", "[redacted]"), ("k-7f3a9c", "k-7f3a9c"),
  ])
  func isTakenOut(sent: String, shown: String) async throws {
    let server = try TestServer(
      always: json(#"{"tasks":[{"id":"a","name":"\#(sent)","description":"x\#(sent)"}]}"#))
    let tasks = try await server.client(key: Self.key).tasks.listSummaries()
    #expect(tasks.map(\.name) == [shown])
    #expect(tasks.map(\.description) == ["x" + shown])
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
}
