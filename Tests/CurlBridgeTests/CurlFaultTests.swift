import CurlBridge
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// One thing that goes wrong, and what it is called.
struct Fault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let kind: CurlFailure.Kind
  var wasSent = true
  let steps: [ServedStep]

  init(_ name: String, _ kind: CurlFailure.Kind, _ steps: [ServedStep]) {
    testDescription = name
    self.kind = kind
    self.steps = steps
  }

  static func text(_ text: String) -> ServedStep { .send(Array(text.utf8)) }

  static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  static let all: [Fault] = [
    Fault("never answers", .totalTimeout, [.hang]),
    Fault(
      "drips", .totalTimeout,
      [text(ok + "Content-Length: 9\r\n\r\n")]
        + Array(repeating: [text("1"), .wait(milliseconds: 400)], count: 8).flatMap(\.self)
        + [.hang]),
    Fault("stops within the header", .totalTimeout, [text("HTTP/1.1 200 OK\r\nContent-"), .hang]),
    Fault("closes without a byte", .broken, [.close]),
    Fault("resets without a byte", .broken, [.reset]),
    Fault("cuts the body", .cut, [text(ok + "Content-Length: 100\r\n\r\n{\"a\":"), .close]),
    Fault("resets within the body", .cut, [text(ok + "Content-Length: 100\r\n\r\n{"), .reset]),
    Fault(
      "cuts a chunked body", .cut,
      [text(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n"), .close]),
    Fault(
      "sends a chunk that is none", .cut,
      [text(ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"), .close]),
    Fault("speaks no HTTP", .malformed, [text("SSH-2.0-OpenSSH_9.2\r\n"), .close]),
    Fault(
      "sends a header without end", .headerTooLarge,
      [text("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-Fill: 0123456789abcdef\r\n".utf8))]),
    Fault(
      "names a body that is too large", .tooLarge,
      [text(ok + "Content-Length: 1000001\r\n\r\n"), .hang]),
    Fault(
      "sends a body without end", .tooLarge,
      [text(ok + "\r\n"), .sendForever(Array(repeating: 32, count: 65_536))]),
    Fault(
      "sends what is no gzip", .badEncoding,
      [text(ok + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"), .close]),
  ]
}

extension CurlTests {
  @Suite("What goes wrong on the way") struct CurlFaultTests {
    @Test("A fault has its kind", arguments: Fault.all)
    func fault(_ fault: Fault) async throws {
      let server = try LoopbackServer { _ in .scripted(fault.steps) }
      let limit: Duration = fault.kind == .totalTimeout ? .seconds(1) : .seconds(30)
      let request = CurlRequest(
        method: "POST", url: server.baseURL, body: Data("{}".utf8), totalLimit: limit,
        maximumBodyBytes: 1_000_000, needsFreshConnection: true)
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(request)
      }
      #expect(failure?.kind == fault.kind)
      #expect(failure?.mayHaveBeenSent == fault.wasSent)
    }

    @Test("Silence has a limit of its own")
    func silence() async throws {
      let server = try LoopbackServer { _ in .scripted([.hang]) }
      let request = CurlRequest(
        url: server.baseURL, totalLimit: .seconds(60), silenceLimit: .seconds(1))
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(request)
      }
      #expect(failure?.kind == .silenceTimeout)
    }

    @Test("A refused connection has sent nothing")
    func refused() async throws {
      let server = try LoopbackServer { _ in answer() }
      let url = server.baseURL
      server.stop()
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(CurlRequest(url: url))
      }
      #expect(failure == CurlFailure(.refused, "Connection refused"))
    }

    @Test("A name that never resolves")
    func unresolved() async throws {
      // RFC 6761 keeps `.invalid` from ever having an address; libcurl asks no server for `localhost`.
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(CurlRequest(url: "http://figranium.invalid/"))
      }
      #expect(failure?.kind == .cannotResolve)
      #expect(failure?.mayHaveBeenSent == false)
    }

    @Test("A small compressed body that is large when unpacked")
    func bomb() async throws {
      let packed = try Gzip.packed(bytes: 8 << 20)
      #expect(packed.count < 100_000)
      let server = try LoopbackServer { _ in
        .response(
          status: 200, headers: [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")],
          body: packed)
      }
      var request = CurlRequest(url: server.baseURL, maximumBodyBytes: 9 << 20)
      let response = try await CurlEngine.shared.perform(request)
      #expect(response.body.count == 8 << 20)
      request.maximumBodyBytes = 1 << 20
      let failure = await #expect(throws: CurlFailure.self) {
        try await CurlEngine.shared.perform(request)
      }
      #expect(failure?.kind == .tooLarge)
    }
  }
}

enum Gzip {
  /// Zeros, packed by the system's `gzip`.
  static func packed(bytes: Int) throws -> [UInt8] {
    let child = try ChildProcess(["/bin/sh", "-c", "head -c \(bytes) /dev/zero | gzip -9"])
    let exit = child.wait(seconds: 60)
    #expect(exit == .code(0))
    return child.standardOutputBytes
  }
}
