import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What `run` takes and leaves: `--output` and `--vars` on files that are no plain files, `--var`.
@Suite struct RunFilesTests {
  @Test func aLinkIsFollowedAndStays() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = #"{"title":"Hello"}"# }
    let folder = desk.bus.home
    let manager = FileManager.default
    #expect(manager.createFile(atPath: folder + "/real.json", contents: Data("old".utf8)))
    try manager.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: folder + "/real.json")
    let run = try await desk.figctl.run(["run", "task_1", "--output", folder + "/link.json"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try manager.destinationOfSymbolicLink(atPath: folder + "/link.json") == folder + "/real.json")
    let written = try String(contentsOf: URL(filePath: folder + "/real.json"), encoding: .utf8)
    #expect(written == "{\"title\":\"Hello\"}\n")
  }

  @Test func aPipeIsWrittenThrough() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = #"{"title":"Hello"}"# }
    let fifo = desk.bus.home + "/fifo"
    #expect(try await desk.run(["/usr/bin/mkfifo", fifo]).code == 0)
    async let reader = desk.run(["/usr/bin/cat", fifo])
    let run = try await desk.figctl.run(["run", "task_1", "--output", fifo])
    #expect(run.code == 0, "\(run.errors)")
    #expect(try await reader.output == "{\"title\":\"Hello\"}\n")
    #expect(try await desk.run(["/usr/bin/test", "-p", fifo]).code == 0)
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func aDescriptorIsWrittenToWhereItStands(path: String) async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = "[1]" }
    let log = desk.bus.home + "/log"
    try Data("earlier\n".utf8).write(to: URL(filePath: log))
    let child = try ChildProcess(
      [
        "/bin/sh", "-c",
        #"exec >>"$1"; echo before; "$0" run task_1 -q --output "$2"; echo after"#,
        FigctlProcess.path, log, path,
      ], environment: desk.bus.environment)
    #expect(try await FigctlProcess.end(of: child).code == 0)
    let text = try String(contentsOf: URL(filePath: log), encoding: .utf8)
    let sentence = "Scrape title finished with success.\n"
    #expect(text.replacing(sentence, with: "") == "earlier\nbefore\n[1]\nafter\n")
  }

  @Test(arguments: ["/dev/fd/3", ""])
  func whatIsNoOutputIsRefusedBeforeTheRun(path: String) async throws {
    let desk = try await Desk()
    let run = try await desk.figctl.run(["run", "task_1", "--output", path])
    #expect(run.code == 2)
    #expect(desk.server.runs.isEmpty)
  }

  @Test func dataIsWrittenAsTheServerSentIt() async throws {
    let desk = try await Desk()
    let data = #"{"z": 1.50, "a":[18446744073709551617 ], "ü":"\u0041\u001b"}"#
    desk.server.configure { $0.runData = data }
    let path = desk.bus.home + "/out.json"
    #expect(try await desk.figctl.run(["run", "task_1", "--output", path]).code == 0)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == data + "\n")
    desk.server.configure { $0.runData = #""a\nb""# }
    #expect(try await desk.figctl.run(["run", "task_1", "--output", path]).code == 0)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "a\nb")
  }

  @Test func whatOnlyItsOwnerCanReadStaysSo() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = "[1]" }
    let path = desk.bus.home + "/out.json"
    #expect(FileManager.default.createFile(atPath: path, contents: Data("old".utf8)))
    #expect(try await desk.run(["/usr/bin/chmod", "640", path]).code == 0)
    #expect(try await desk.figctl.run(["run", "task_1", "--output", path]).code == 0)
    #expect(try await desk.run(["/usr/bin/stat", "-c", "%a", path]).output == "640\n")
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "[1]\n")
    // The server's file system may refuse: the reason is told.
    let full = try await desk.figctl.run(["run", "task_1", "--output", "/dev/full"])
    #expect(full.code == 2)
    #expect(full.errors == "figctl: Cannot write '/dev/full': No space left on device.\n")
  }

  @Test func withoutDataTheFileStaysAsItWas() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = nil }
    let path = desk.bus.home + "/out.json"
    let first = try await desk.figctl.run(["run", "task_1", "--output", path])
    #expect(first.code == 0)
    #expect(first.errors.contains("The run gave no data: '\(path)' is not written."))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.createFile(atPath: path, contents: Data("old".utf8)))
    #expect(try await desk.figctl.run(["run", "task_1", "--output", path]).code == 0)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "old")
    // Whoever reads a pipe learns that nothing comes.
    let fifo = desk.bus.home + "/fifo"
    #expect(try await desk.run(["/usr/bin/mkfifo", fifo]).code == 0)
    async let reader = desk.run(["/usr/bin/cat", fifo])
    #expect(try await desk.figctl.run(["run", "task_1", "--output", fifo]).code == 0)
    #expect(try await reader.output == "")
  }

  @Test func variablesComeFromAPipeAndAMissingFileIsNamed() async throws {
    let desk = try await Desk()
    let run = try await desk.figctl.run(
      ["run", "task_1", "--vars", "/dev/stdin"], input: #"{"city":"Berlin"}"#)
    #expect(run.code == 0, "\(run.errors)")
    let missing = try await desk.figctl.run(["run", "task_1", "--vars", "/nowhere/v.json"])
    #expect(missing.code == 2)
    #expect(missing.errors == "figctl: Cannot read '/nowhere/v.json': No such file or directory.\n")
  }

  @Test func aNumberThatWouldChangeIsRefused() async throws {
    let desk = try await Desk()
    let number = "12345678901234567890123"
    let refused = try await desk.figctl.run(["run", "task_1", "--var", "n=\(number)"])
    #expect(refused.code == 2)
    #expect(
      refused.errors == """
        figctl: The number of variable 'n' does not fit into 64 bits.
          Send it as text: --var-text n=…

        """)
    #expect(desk.server.runs.isEmpty)
    let text = try await desk.figctl.run(["run", "task_1", "--var-text", "n=\(number)"])
    #expect(text.code == 0, "\(text.errors)")
  }
}
