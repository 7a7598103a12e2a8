import Figranium
import FoundationEssentials
import GLibBridge
import Glibc
import TestSupport
import Testing

@Suite("Downloads") struct FileDownloadTests {
  private static let request = APIRequest.reading("/captures/x")
  private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

  private func download(
    _ server: TestServer, to path: String, overwrite: Bool = true,
    options: ClientOptions = ClientOptions(retry: .never)
  ) async throws -> DownloadedFile {
    try await server.client(options: options).download(
      Self.request, to: URL(filePath: path), overwrite: overwrite, options: .init())
  }

  private func file(_ type: String = "image/png") throws -> TestServer {
    try TestServer(
      always: .response(status: 200, headers: [("Content-Type", type)], body: Self.content))
  }

  private func names(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  @Test("A file is written whole, with the mode of new files and nothing beside it")
  func whole() async throws {
    let directory = try TemporaryDirectory()
    let server = try file()
    let path = directory.file("a b ü.png")
    let result = try await download(server, to: path)
    #expect(result.url.path(percentEncoded: false) == path)
    #expect(result.byteCount == Int64(Self.content.count))
    #expect(result.contentType == "image/png")
    #expect(try bytes(path) == Self.content)
    #expect(try names(in: directory) == ["a b ü.png"])
    let mask = umask(0)
    umask(mask)
    #expect(FileFacts.mode(path) == 0o666 & ~mask)
    #expect(server.requests.first?.header("Accept") == "*/*")
  }

  @Test("An empty file is a file")
  func empty() async throws {
    let directory = try TemporaryDirectory()
    let server = try TestServer(
      always: .response(status: 200, headers: [("Content-Type", "text/plain")], body: []))
    let result = try await download(server, to: directory.file("e"))
    #expect(result.byteCount == 0)
    #expect(try bytes(directory.file("e")).isEmpty)
  }

  @Test("A file that is there is replaced, or stays when it may not be")
  func existing() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", to: "x")
    let server = try file()
    let error = await failure { _ = try await download(server, to: path, overwrite: false) }
    #expect(error?.code == "FILE_EXISTS")
    #expect(server.requests.isEmpty)
    #expect(try FileFacts.text(path) == "old")
    _ = try await download(server, to: path)
    #expect(try bytes(path) == Self.content)
    let fresh = directory.file("y")
    _ = try await download(server, to: fresh, overwrite: false)
    #expect(try bytes(fresh) == Self.content)
    #expect(try names(in: directory) == ["x", "y"])
  }

  @Test("A file that comes while it is downloaded is not replaced either")
  func meanwhile() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x")
    let server = try TestServer { _ in
      _ = try? directory.write("theirs", to: "x")
      return .response(status: 200, headers: [("Content-Type", "image/png")], body: [1, 2])
    }
    let error = await failure { _ = try await download(server, to: path, overwrite: false) }
    #expect(error?.code == "FILE_EXISTS")
    #expect(try FileFacts.text(path) == "theirs")
    #expect(try names(in: directory) == ["x"])
  }

  @Test("A symbolic link is followed, and stays one")
  func link() async throws {
    let directory = try TemporaryDirectory()
    let target = try directory.write("old", to: "target")
    let path = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    let server = try file()
    _ = try await download(server, to: path)
    #expect(FileFacts.isLink(path))
    #expect(try bytes(target) == Self.content)
  }

  static let failures: [(ServedReply, String)] = [
    (LoopbackFault.cutsBody.reply, "NETWORK_ERROR"),
    (LoopbackFault.resetsInBody.reply, "NETWORK_ERROR"),
    (LoopbackFault.cutsChunkedBody.reply, "NETWORK_ERROR"),
    (json(#"{"error":"CAPTURE_NOT_FOUND"}"#, status: 404), "CAPTURE_NOT_FOUND"),
    (json(#"{"error":"INVALID_API_KEY"}"#, status: 401), "INVALID_API_KEY"),
    (page(200), "INVALID_RESPONSE"), (page(502), "SERVER_ERROR"),
  ]

  @Test("What fails leaves nothing, and the file as it was", arguments: failures.indices)
  func failing(_ index: Int) async throws {
    let (reply, code) = Self.failures[index]
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", to: "x")
    let server = try TestServer(always: reply)
    let error = await failure { _ = try await download(server, to: path) }
    #expect(error?.code == code)
    #expect(try names(in: directory) == ["x"])
    #expect(try FileFacts.text(path) == "old")
  }

  @Test("A web page is a file where the name says so")
  func pages() async throws {
    let directory = try TemporaryDirectory()
    let server = try TestServer(always: page(200))
    let result = try await download(server, to: directory.file("report.HTML"))
    #expect(result.byteCount > 0)
  }

  @Test("A cancelled download leaves nothing, and closes the connection")
  func cancelled() async throws {
    let directory = try TemporaryDirectory()
    let arrived = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _ in
      arrived.continuation.yield()
      return .scripted([
        raw("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\nabc"), .hang,
      ])
    }
    let path = directory.file("x")
    let task = Swift.Task { try await download(server, to: path) }
    for await _ in arrived.stream { break }
    task.cancel()
    let error = await failure { _ = try await task.value }
    #expect(error?.code == "REQUEST_ABORTED")
    #expect(server.waitForClientDisconnects(1))
    #expect(try names(in: directory).isEmpty)
  }

  @Test("While it comes it has another name, that others cannot read")
  func temporary() async throws {
    let directory = try TemporaryDirectory()
    let gate = Cancellation()
    let server = try TestServer { _ in
      .scripted([
        raw("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 6\r\n\r\nabc"),
        .hold(until: gate), raw("def"),
      ])
    }
    let path = directory.file("x")
    let task = Swift.Task { try await download(server, to: path) }
    // The temporary file is there before the request is.
    while server.requests.isEmpty { await Swift.Task.yield() }
    let name = try #require(names(in: directory).first)
    #expect(name != "x")
    #expect(FileFacts.mode(directory.file(name)) == 0o600)
    gate.cancel()
    #expect(try await task.value.byteCount == 6)
    #expect(try names(in: directory) == ["x"])
    #expect(try FileFacts.text(path) == "abcdef")
  }

  // MARK: Names and places

  @Test(
    "A server's name that leaves the folder is refused before anything is sent",
    arguments: [
      "../x", "/etc/x", "a/b", "", ".", "..", "x\0y", "a/", "/", "x\ny", "x\u{1b}[31m",
      String(repeating: "ü", count: 128),
    ])
  func unsafeName(_ name: String) async throws {
    let directory = try TemporaryDirectory()
    let server = try file()
    let error = await failure {
      _ = try await server.client().download(
        Self.request, named: name, into: URL(filePath: directory.path), options: .init())
    }
    #expect(error?.code == "UNSAFE_FILE_NAME")
    #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    #expect(server.requests.isEmpty)
    #expect(try names(in: directory).isEmpty)
  }

  @Test(
    "Any other name is taken as it is",
    arguments: [
      "x.png", "..x", "...", " x", "ü €.txt", "-rf", "a\\b", String(repeating: "x", count: 255),
    ])
  func safeName(_ name: String) async throws {
    let directory = try TemporaryDirectory()
    let server = try file()
    let result = try await server.client().download(
      Self.request, named: name, into: URL(filePath: directory.path), options: .init())
    #expect(try names(in: directory) == [name])
    #expect(result.url.path(percentEncoded: false) == directory.file(name))
    #expect(server.requests.count == 1)
  }

  @Test("A link of the server's name in the folder is replaced, not followed")
  func linkInFolder() async throws {
    let directory = try TemporaryDirectory()
    let target = try directory.write("old", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link"), withDestinationPath: target)
    let server = try file()
    _ = try await server.client().download(
      Self.request, named: "link", into: URL(filePath: directory.path), options: .init())
    #expect(try FileFacts.text(target) == "old")
    #expect(!FileFacts.isLink(directory.file("link")))
    #expect(server.requests.count == 1)
  }

  @Test("A place that cannot be written to is named, before anything is sent")
  func places() async throws {
    let directory = try TemporaryDirectory()
    let server = try file()
    let rows = [
      (directory.path, "FILE_ERROR"), (directory.file("none/x"), "FILE_ERROR"),
      (directory.file("x/"), "INVALID_INPUT"), ("/dev/null", "INVALID_INPUT"),
    ]
    for (path, code) in rows {
      let error = await failure { _ = try await download(server, to: path) }
      #expect(error?.code == code, "\(path)")
    }
    let web = await failure {
      _ = try await server.client().download(
        Self.request, to: #require(URL(string: "http://127.0.0.1/x")), options: .init())
    }
    #expect(web?.code == "INVALID_INPUT")
    #expect(server.requests.isEmpty)
  }

  @Test("Bytes that are not written to disk come as they are")
  func bytes() async throws {
    let server = try file("text/html")
    let stream = try await server.client().bytes(
      of: Self.request, mayBePage: true, options: .init())
    #expect(stream.contentType == "text/html")
    #expect(stream.expectedCount == Int64(Self.content.count))
    var all: [UInt8] = []
    for try await piece in stream { all += piece }
    #expect(all == Self.content)
    #expect(server.requests.count == 1)
  }
}
