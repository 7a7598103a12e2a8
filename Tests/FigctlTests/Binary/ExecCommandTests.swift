import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl exec`: a program in figctl's place, with the key in its environment.
@Suite struct ExecCommandTests {
  private func exec(_ desk: Desk, _ words: [String], input: String = "") async throws
    -> FigctlProcess.Outcome
  {
    try await desk.figctl.run(["exec"] + words, input: input)
  }

  @Test func theProgramHasKeyAndServer() async throws {
    let desk = try await Desk()
    for words in [["/usr/bin/env"], ["--", "env"]] {
      let run = try await exec(desk, words)
      #expect(run.code == 0, "\(run.errors)")
      let lines = Set(run.output.split(separator: "\n").map(String.init))
      #expect(lines.contains("FIGRANIUM_API_KEY=\(Desk.key)"))
      #expect(lines.contains("FIGRANIUM_BASE_URL=\(desk.server.baseURL)"))
      // All else is as it was.
      let own = Set(desk.bus.environment.map { "\($0.key)=\($0.value)" })
      let added = lines.subtracting(own).filter { !$0.hasPrefix("_=") }.sorted()
      #expect(
        added == [
          "FIGRANIUM_API_KEY=\(Desk.key)", "FIGRANIUM_BASE_URL=\(desk.server.baseURL)",
        ])
      #expect(own.isSubset(of: lines))
      #expect(run.errors == "")
    }
    // Nothing is asked of the server.
    #expect(desk.server.requests.isEmpty)
    // One that was set before is replaced.
    var environment = desk.bus.environment
    environment["FIGRANIUM_API_KEY"] = "old"
    let run = try await FigctlProcess(environment: environment).run(["exec", "env"])
    #expect(!run.output.contains("FIGRANIUM_API_KEY=old"))
    #expect(run.output.contains("FIGRANIUM_API_KEY=\(Desk.key)"))
  }

  @Test func wordsAreTheProgramsOwn() async throws {
    let desk = try await Desk()
    let digest = String(repeating: "0a1b2c3d", count: 8)
    for words in [
      ["printf", "<%s>", "--json", "-p", "x", "--", "", "ä b", digest, "--help"],
      ["--", "printf", "<%s>", "--json", "-p", "x", "--", "", "ä b", digest, "--help"],
    ] {
      let run = try await exec(desk, words)
      #expect(run.output == "<--json><-p><x><--><><ä b><\(digest)><--help>")
      #expect(run.code == 0)
    }
    let run = try await desk.figctl.run(["exec", "-p", "default", "printf", "%s", "-p"])
    #expect(run.output == "-p")
    // Before the program they are figctl's, and a secret among them is refused.
    #expect(try await desk.figctl.run(["exec", "--help"]).output.hasPrefix("Usage: figctl exec "))
    #expect(try await desk.figctl.run(["exec"]).code == 2)
    #expect(try await desk.figctl.run(["exec", "-p", Desk.key, "env"]).code == 2)
  }

  @Test func exitCodesAndSignalsArePassedOn() async throws {
    let desk = try await Desk()
    #expect(try await exec(desk, ["sh", "-c", "exit 42"]).code == 42)
    #expect(try await exec(desk, ["cat"], input: "in and out").output == "in and out")
    #expect(try await exec(desk, ["sh", "-c", "kill -TERM $$"]).exit == .signal(15))
    // The process is the same one: what its parent sends it is the program's.
    let child = try desk.figctl.start(["exec", "sh", "-c", "echo $$; exec sleep 60"])
    #expect(
      try await FigctlProcess.output(of: child) { output, _ in
        output == "\(child.processID)\n"
      })
    child.send(signal: 2)
    #expect(try await FigctlProcess.end(of: child, seconds: 10).exit == .signal(2))
  }

  @Test func whatCannotBeRun() async throws {
    let desk = try await Desk()
    let missing = try await exec(desk, ["no-such-program-here"])
    #expect(missing.code == 127)
    #expect(missing.errors.contains("There is no program 'no-such-program-here'."))
    #expect(try await exec(desk, ["/nowhere/x"]).code == 127)
    let folder = try await exec(desk, [desk.bus.home])
    #expect(folder.code == 126)
    #expect(folder.errors.contains("Permission denied"))
    let plain = desk.bus.home + "/plain"
    try Data("x".utf8).write(to: URL(filePath: plain))
    #expect(try await exec(desk, [plain, "--json"]).code == 126)
    for outcome in [missing, folder] { #expect(!outcome.errors.contains(Desk.key)) }
  }

  @Test func theProgramStartsLikeAnyOther() async throws {
    let desk = try await Desk()
    let names = ["SigBlk:", "SigIgn:", "SigCgt:"]
    func signals(_ text: String) -> [String] {
      text.split(separator: "\n").map(String.init).filter { line in
        names.contains { line.hasPrefix($0) }
      }
    }
    let plain = try await desk.run(["/usr/bin/cat", "/proc/self/status"])
    let ours = try await exec(desk, ["/usr/bin/cat", "/proc/self/status"])
    #expect(signals(ours.output).count == 3)
    #expect(signals(ours.output) == signals(plain.output))
    // Its memory is its own affair, but no core file with the key in it is written.
    let limits = try await exec(desk, ["sh", "-c", "ulimit -Hc; ls -ld /proc/self/fd >&2"])
    #expect(limits.output == "0\n")
    // Readable by its own user again: a process that may not be dumped belongs to root there.
    let owner = try await exec(desk, ["/usr/bin/stat", "-c", "%U", "/proc/self/environ"])
    let user = try await desk.run(["/usr/bin/id", "-un"])
    #expect(owner.output == user.output)
  }

  @Test func noDescriptorOfOursIsLeftOpenAndThoseOfTheCallerAre() async throws {
    let desk = try await Desk()
    // The thread sanitizer's program that reads symbols has descriptors of its own.
    if !Sanitizers.isOn {
      let ours = try await exec(desk, ["/bin/ls", "/proc/self/fd"])
      // The three streams, and the folder that ls reads.
      #expect(ours.output == "0\n1\n2\n3\n")
    }
    let given = try await desk.run([
      "/bin/sh", "-c",
      "echo given > \"$HOME/given\"; exec 9< \"$HOME/given\"; "
        + "exec \"$0\" exec cat /dev/fd/9", FigctlProcess.path,
    ])
    #expect(given.output == "given\n", "\(given.errors)")
    let ignoring = try await desk.run([
      "/bin/sh", "-c", "trap '' PIPE; exec \"$0\" exec grep SigIgn /proc/self/status",
      FigctlProcess.path,
    ])
    #expect(ignoring.output.hasSuffix("1000\n"))
  }

  @Test func theKeyIsNotForEveryServerNorWithoutAStore() async throws {
    let desk = try await Desk()
    let other = try await desk.figctl.run(["--server", "http://localhost:1", "exec", "env"])
    #expect(other.code == 2)
    #expect(!other.output.contains("FIGRANIUM"))
    try await desk.bus.lock()
    #expect(try await desk.figctl.run(["--no-prompt", "exec", "env"]).code == 4)
    let none = try await Desk(storingKey: false)
    #expect(try await none.figctl.run(["exec", "env"]).code == 3)
  }
}
