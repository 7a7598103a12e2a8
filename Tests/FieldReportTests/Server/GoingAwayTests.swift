import GLibBridge
import TestSupport
import Testing

/// A server that speaks HTTP/2 and goes away in the middle of it.
@Suite struct GoingAwayTests {
  /// Its process, and the certificate it has.
  private struct Server {
    let directory: TemporaryDirectory
    let child: ChildProcess
    let port: String

    init(_ mode: String) async throws {
      directory = try TemporaryDirectory()
      let directory = directory
      child = try await FigctlProcess.offThread {
        try TLSServer.makeCertificate(in: directory)
        return try ChildProcess(
          ["/usr/bin/python3", "-u", Python.path("h2_server.py"), mode]
            + [directory.file("ca.pem"), directory.file("key.pem")])
      }
      guard try await FigctlProcess.output(of: child, where: { output, _ in output.contains("\n") })
      else { throw PrivateBus.Failure(description: "h2_server.py: \(child.standardError)") }
      port = String(child.standardOutput.dropFirst(5).prefix { $0 != "\n" })
    }

    var requests: [String] {
      child.standardOutput.split(separator: "\n").dropFirst().map(String.init)
    }

    func desk() async throws -> Desk {
      try await Desk.at(
        "https://localhost:\(port)", ["routes=documented", "ca-file=" + directory.file("ca.pem")])
    }
  }

  @Test(arguments: ["midrun", "reset", "half"])
  func aRunThatWasTakenIsNotSentAgain(mode: String) async throws {
    let server = try await Server(mode)
    let desk = try await server.desk()
    let outcome = try await desk.figctl.run(["run", "a", "--timeout", "20"])
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("The run may go on."), "\(outcome)")
    #expect(server.requests.filter { $0.hasPrefix("POST") } == ["POST /tasks/a/run"])
    FaultTally.survived("HTTP/2 \(mode)", by: "run")
  }

  @Test func whoGoesAwayPolitelyIsHeardOut() async throws {
    for mode in ["good", "graceful"] {
      let server = try await Server(mode)
      let desk = try await server.desk()
      let outcome = try await desk.figctl.run(["run", "a", "--timeout", "20"])
      #expect(outcome.code == 0, "\(mode): \(outcome)")
      #expect(outcome.output == "A finished with success.\n")
      #expect(server.requests.filter { $0.hasPrefix("POST") }.count == 1)
      FaultTally.survived("HTTP/2 \(mode)", by: "run")
    }
  }

  @Test func whoTakesNothingIsAnError() async throws {
    let server = try await Server("goaway")
    let desk = try await server.desk()
    for words in [["task", "list"], ["run", "a"]] {
      let outcome = try await desk.figctl.run(words + ["--timeout", "5"])
      #expect(outcome.code == 5, "\(outcome)")
      #expect(outcome.output == "")
      FaultTally.survived("HTTP/2 goaway", by: words.joined(separator: " "))
    }
  }
}
