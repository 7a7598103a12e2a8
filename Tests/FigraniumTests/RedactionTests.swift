import Figranium
import FoundationEssentials
import GLibBridge
import Testing

@Suite("A key never comes back in an error") struct RedactionTests {
  static let key = "k-7f3a9c+/Zq=="

  /// The key in every form that a server may send it back in.
  static let echoes: [(name: String, text: String)] = {
    let bytes = Array(key.utf8)
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return [
      ("as it is", key), ("with its scheme", "Bearer \(key)"), ("upper case", key.uppercased()),
      ("percent-encoded", "k-7f3a9c%2B%2FZq%3D%3D"),
      ("percent-encoded, lower case", "k-7f3a9c%2b%2fZq%3d%3d"),
      ("Base64", Data(bytes).base64EncodedString()),
      ("Base64 with its scheme", Data("Bearer \(key)".utf8).base64EncodedString()),
      ("Base64 of a pair", Data("u:\(key)".utf8).base64EncodedString()),
      ("hexadecimal", hex),
      ("with a control character within", "k-7f3\u{1}a9c+/Zq=="),
      ("with a zero-width space within", "k-7f3a9c\u{200B}+/Zq=="),
    ]
  }()

  private func replies(_ echo: String) throws -> [(String, ServedReply)] {
    let text = String(
      decoding: try JSONEncoder().encode(echo), as: UTF8.self)
    let safe = echo.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.isASCII } ? echo : Self.key
    return [
      ("message", json(#"{"error":"NO_SEATS","message":\#(text)}"#, status: 400)),
      ("code", json(#"{"error":\#(text)}"#, status: 400)),
      ("details", json(#"{"error":"X_Y","details":{"a":[\#(text)],\#(text):1}}"#, status: 400)),
      ("detail", json(#"{"error":"X_Y","detail":\#(text)}"#, status: 500)),
      ("text", plain(400, "refused: \(echo)")),
      ("page", page(400, echo)),
      ("request ID", json(#"{"error":"X"}"#, status: 400, headers: [("X-Request-Id", safe)])),
      (
        "redirect's host",
        plain(302, "", headers: [("Location", "https://\(pathHost(safe)).example.com/")])
      ),
      ("redirect's path", plain(302, "", headers: [("Location", "https://a.example.com/\(safe)")])),
      ("a member's name", json(#"{"tasks":[{\#(text):1}]}"#)),
    ]
  }

  private func pathHost(_ text: String) -> String { text.replacing("/", with: "") }

  @Test("Wherever and however it comes", arguments: echoes.map(\.name))
  func everywhere(name: String) async throws {
    let echo = try #require(Self.echoes.first { $0.name == name }?.text)
    for (place, reply) in try replies(echo) {
      let server = try TestServer(always: reply)
      let client = try server.client(key: Self.key)
      let error = try #require(await failure { _ = try await client.tasks.listSummaries() })
      var shown = "\(error) \(String(reflecting: error)) \(error.hint ?? "")"
      dump(error, to: &shown)
      for form in Self.echoes.map(\.text) + [Self.key] {
        // Compared without printing either.
        let isShown = shown.lowercased().contains(form.lowercased())
        #expect(!isShown, "\(place), sent back \(name)")
      }
    }
  }

  @Test("What was taken out is marked")
  func marked() async throws {
    let server = try TestServer(
      always: json(#"{"error":"NO_SEATS","message":"Bearer \#(Self.key)!"}"#, status: 400))
    let client = try server.client(key: Self.key)
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(
      error?.message
        == "The server \(server.origin) answered NO_SEATS (status 400). It says: Bearer"
        + " [redacted]!")
  }

  @Test("A key of digits alone, sent back as a number")
  func digits() async throws {
    let server = try TestServer(
      always: json(#"{"error":"X_Y","details":{"key":1234567890,"n":5}}"#, status: 400))
    let client = try server.client(key: "1234567890")
    let error = await failure { _ = try await client.tasks.listSummaries() }
    #expect(error?.details == ["key": "[redacted]", "n": 5])
  }

  @Test("The caller's own cookie")
  func cookie() async throws {
    let server = try TestServer { request in
      json(#"{"error":"X_Y","message":"\#(request.header("Cookie") ?? "")"}"#, status: 400)
    }
    let client = try server.client(key: nil)
    let options = RequestOptions(headers: ["Cookie": "connect.sid=e90aba44"])
    let error = await failure { _ = try await client.tasks.listSummaries(options: options) }
    let message = try #require(error?.message)
    #expect(message.hasSuffix("It says: [redacted]"))
  }

  @Test("Control characters and length")
  func cleaned() async throws {
    let long = String(repeating: "x", count: 3_000)
    let server = try TestServer(
      always: json(#"{"error":"X_Y","message":"a\u001b[31mb\r\n\tc\u202ed \#(long)"}"#, status: 400)
    )
    let client = try server.client()
    let error = await failure { _ = try await client.tasks.listSummaries() }
    let message = try #require(error?.message)
    #expect(message.contains("It says: a[31mb cd xxx"))
    #expect(message.hasSuffix("x…"))
    #expect(message.count < 600)
  }

  @Test("A client, its credential and options do not show the key")
  func descriptions() throws {
    let client = Figranium(baseURL: "http://localhost:1", apiKey: Self.key)
    let credential = FigraniumCredential.apiKey(Secret(Self.key))
    var shown = "\(client) \(credential) \(String(reflecting: credential))"
    dump(client, to: &shown)
    dump(credential, to: &shown)
    let isShown = shown.contains(Self.key)
    #expect(!isShown)
  }
}
