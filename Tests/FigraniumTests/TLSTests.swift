import Figranium
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

extension TLSServer {
  func client(host: String = "localhost", caFile: String?) throws -> Figranium {
    try Figranium(
      url: #require(URL(string: "https://\(host):\(port)")), credential: .apiKey(Secret("k-1")),
      options: ClientOptions(caFile: caFile, retry: .never))
  }
}

@Suite("TLS", .serialized) struct TLSTests {
  private func summaries(_ client: Figranium) async -> FigraniumError? {
    await failure { _ = try await client.tasks.listSummaries() }
  }

  @Test("A certificate that nobody vouches for")
  func selfSigned() async throws {
    let server = try TLSServer()
    let error = await summaries(try server.client(caFile: nil))
    #expect(error?.code == "TLS_ERROR")
    #expect(
      error?.message == "No safe connection to the server https://localhost:\(server.port): SSL"
        + " certificate problem: self-signed certificate.")
    #expect(
      error?.hint == "Name the file with the server's CA certificate if it is not one the system"
        + " trusts.")
  }

  @Test("The same, with its CA file named")
  func caFile() async throws {
    let server = try TLSServer()
    let client = try server.client(caFile: server.directory.file("ca.pem"))
    #expect(try await client.tasks.listSummaries() == [TaskSummary(id: "a", name: "A")])
  }

  @Test("A certificate for another name")
  func otherName() async throws {
    let server = try TLSServer()
    let error = await summaries(
      try server.client(host: "127.0.0.1", caFile: server.directory.file("ca.pem")))
    #expect(error?.code == "TLS_ERROR")
  }

  @Test("A certificate whose time is over")
  func expired() async throws {
    let server = try TLSServer(certificate: .expired)
    let error = await summaries(try server.client(caFile: server.directory.file("ca.pem")))
    #expect(error?.code == "TLS_ERROR")
    #expect(error?.message.contains("certificate has expired") == true)
  }

  @Test("TLS 1.1")
  func oldVersion() async throws {
    let server = try TLSServer(["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
    let error = await summaries(
      try server.client(caFile: server.directory.file("ca.pem")))
    #expect(error?.code == "TLS_ERROR")
  }

  @Test("A CA file that is not there")
  func noFile() async throws {
    let server = try TLSServer()
    let path = server.directory.file("none.pem")
    let error = await summaries(try server.client(caFile: path))
    #expect(error?.code == "TLS_ERROR")
    #expect(error?.message.hasPrefix("The CA file \(path) cannot be used: ") == true)
    #expect(error?.hint == "Name a readable file with certificates in PEM form.")
  }

  @Test("A server that never begins TLS: the limit for connecting")
  func silentServer() async throws {
    // It waits for the end of a request line, which a TLS greeting does not have.
    let server = try TestServer(always: json("{}"))
    let origin = server.origin.replacing("http:", with: "https:")
    let options = ClientOptions(limits: RequestLimits(connect: .seconds(1)), retry: .never)
    let client = try Figranium(
      url: #require(URL(string: origin)), credential: .none, options: options)
    let error = await summaries(client)
    #expect(error?.code == "TIMEOUT")
    #expect(error?.message == "No connection to the server \(origin) within 1 second.")
  }
}
