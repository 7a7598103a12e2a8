import FoundationEssentials
import GLibBridge

/// `openssl s_server` with a certificate of its own making for `localhost`.
package final class TLSServer: Sendable {
  /// What is wrong with the certificate.
  package enum Certificate: String, Sendable, CaseIterable {
    case good
    /// Its last day is over.
    case expired
  }

  /// Its files: `ca.pem` is the certificate, `key.pem` its key.
  package let directory: TemporaryDirectory
  package let port: String
  private let child: ChildProcess

  /// - Parameters:
  ///   - arguments: More for `openssl s_server`.
  ///   - certificate: What is wrong with it.
  ///   - list: The answer to `GET /api/tasks/list`, the only path there is.
  package init(
    _ arguments: [String] = [], certificate: Certificate = .good,
    list: String = #"{"tasks":[{"id":"a","name":"A"}]}"#
  ) throws {
    directory = try TemporaryDirectory()
    // `-HTTP` sends the file that is asked for as it is, header and all.
    try FileManager.default.createDirectory(
      atPath: directory.file("api/tasks"), withIntermediateDirectories: true)
    try directory.write(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + "Content-Length: \(list.utf8.count)\r\n\r\n" + list, to: "api/tasks/list")
    try Self.makeCertificate(certificate, in: directory)
    child = try ChildProcess(
      [
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", directory.file("key.pem"),
        "-cert", directory.file("ca.pem"), "-HTTP",
      ] + arguments, directory: directory.path, input: .pipe)
    _ = child.waitForOutput(seconds: 60) { output, _ in
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .contains { $0.hasPrefix("ACCEPT ") }
    }
    let line = child.standardOutput.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    guard let line, let colon = line.lastIndex(of: ":") else {
      throw PrivateBus.Failure(description: "openssl s_server: \(child.standardError)")
    }
    port = String(line[line.index(after: colon)...])
  }

  /// What it has said so far: it names each file that was asked for.
  package var output: String { child.standardOutput + child.standardError }

  /// Makes a key and a certificate that vouches for itself.
  package static func makeCertificate(
    _ certificate: Certificate = .good, in directory: TemporaryDirectory
  ) throws {
    try run([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      directory.file("key.pem"), "-out", directory.file("request.pem"), "-subj", "/CN=localhost",
    ])
    try directory.write(
      "subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:true\n", to: "extensions")
    try run([
      "x509", "-req", "-in", directory.file("request.pem"), "-signkey", directory.file("key.pem"),
      "-extfile", directory.file("extensions"), "-out", directory.file("ca.pem"), "-days",
      certificate == .good ? "2" : "-1",
    ])
  }

  private static func run(_ words: [String]) throws {
    let made = try ChildProcess(["openssl"] + words)
    guard made.wait(seconds: 60) == .code(0) else {
      throw PrivateBus.Failure(description: "openssl \(words[0]): \(made.standardError)")
    }
  }
}
