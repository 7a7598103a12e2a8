import Figranium
import Testing

@testable import FigctlKit

@Suite struct ServerOriginTests {
  @Test(arguments: [
    ("https://Figranium.Example.com", "https://figranium.example.com", false),
    ("HTTPS://figranium.example.com:443/base/", "https://figranium.example.com", false),
    ("http://localhost:11345", "http://localhost:11345", true),
    ("http://localhost:80", "http://localhost", true),
    ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080", true),
    ("http://127.1.2.3", "http://127.1.2.3", true), ("http://[::1]:9", "http://[::1]:9", true),
    ("http://a.localhost", "http://a.localhost", true),
    ("http://localhost.", "http://localhost.", true),
    ("http://a.localhost.:8", "http://a.localhost.:8", true),
    ("http://alocalhost", "http://alocalhost", false),
    ("http://localhost..", "http://localhost..", false),
    ("http://127.0.0.01", "http://127.0.0.01", false),
    ("http://127.0.0.1.example.com", "http://127.0.0.1.example.com", false),
    ("http://127.0.0.256", "http://127.0.0.256", false),
    ("http://localhost.example.com", "http://localhost.example.com", false),
    ("http://[::2]", "http://[::2]", false), ("http://10.0.0.1", "http://10.0.0.1", false),
  ])
  func reads(text: String, origin: String, isLoopback: Bool) throws {
    let parsed = try ServerOrigin(of: text)
    #expect(parsed.description == origin)
    #expect(parsed.isLoopback == isLoopback)
    // The SDK, which sends the key, says the same.
    #expect(try BaseURL(text).isLoopback == isLoopback)
  }

  @Test(arguments: [
    "", "localhost", "localhost:11345", "ftp://example.com", "http://", "https://:80",
    "http://host:0", "http://host:65536", "http://host:x", "http://ho st", "http://[::1",
    "http://host?x=1", "http://host#x", "http://user@host", "http://user:secret@host",
    "https:/host", "//host",
  ])
  func refuses(text: String) throws {
    do throws(CommandFailure) {
      _ = try ServerOrigin(of: text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.exit == .usage)
      #expect(error.code == "INVALID_BASE_URL")
      #expect(!error.message.contains("secret"))
    }
  }
}
