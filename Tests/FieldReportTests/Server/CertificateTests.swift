import TestSupport
import Testing

/// A certificate that does not hold is named, and no word of the request is sent.
@Suite struct CertificateTests {
  /// Whether the profile names its CA, what is wrong, and under which name it is asked.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var certificate = TLSServer.Certificate.good
    var host = "localhost"
    var namesCA = true
    var more: [String] = []
    var words: String
  }

  static let rows = [
    Row(testDescription: "expired", certificate: .expired, words: "certificate has expired"),
    Row(testDescription: "self-signed", namesCA: false, words: "self-signed certificate"),
    Row(testDescription: "for another name", host: "127.0.0.1", words: "127.0.0.1"),
    Row(
      testDescription: "an old TLS", more: ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"],
      words: "No safe connection"),
  ]

  @Test(arguments: rows)
  func isRefused(row: Row) async throws {
    let server = try TLSServer(row.more, certificate: row.certificate)
    let settings = row.namesCA ? ["ca-file=" + server.directory.file("ca.pem")] : []
    let desk = try await Desk.at("https://\(row.host):\(server.port)", settings)
    for words in [["task", "list"], ["run", "a"], ["key", "check"]] {
      let outcome = try await desk.figctl.run(words + ["-v", "--timeout", "10"])
      #expect(outcome.code == 5, "\(words): \(outcome)")
      #expect(outcome.errors.contains(row.words), "\(words): \(outcome)")
      #expect(!outcome.all.contains(Desk.key))
      // It names the files it is asked for.
      #expect(!server.output.contains("FILE:"))
      FaultTally.survived("a certificate \(row.testDescription)", by: words.joined(separator: " "))
    }
  }

  /// The control: the same server, with all as it should be.
  @Test func aGoodOneIsTaken() async throws {
    let server = try TLSServer()
    let desk = try await Desk.at(
      "https://localhost:\(server.port)", ["ca-file=" + server.directory.file("ca.pem")])
    let outcome = try await desk.figctl.run(["task", "list"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(server.output.contains("FILE:api/tasks/list"))
  }

  /// What turns the checks of other programs off turns ours off in none.
  @Test(arguments: [
    ["GIT_SSL_NO_VERIFY": "1"], ["NODE_TLS_REJECT_UNAUTHORIZED": "0"], ["PYTHONHTTPSVERIFY": "0"],
    ["CURL_INSECURE": "1"], ["CURL_HOME": "HOME"],
  ])
  func noVariableTurnsTheChecksOff(variable: [String: String]) async throws {
    let server = try TLSServer()
    let desk = try await Desk.at("https://localhost:\(server.port)")
    try desk.write("insecure\n", to: ".curlrc")
    let changes = variable.mapValues { $0 == "HOME" ? desk.bus.home : $0 }
    let outcome = try await desk.figctl(changes).run(["task", "list", "--timeout", "10"])
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.errors.contains("self-signed certificate"))
    FaultTally.survived("\(variable.keys.first ?? "")", by: "task list")
  }
}
