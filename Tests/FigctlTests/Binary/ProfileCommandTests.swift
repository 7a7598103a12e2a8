import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl profile …` and all else that needs neither bus nor network.
@Suite struct ProfileCommandTests {
  private let home: TemporaryHome
  private let figctl: FigctlProcess

  init() throws {
    home = try TemporaryHome()
    figctl = FigctlProcess(environment: home.environment)
  }

  private var file: String { home.path + "/.config/figranium/figctl.conf" }

  @Test(arguments: [
    ["--version"], ["--help"], ["help"], ["help", "run"], ["run", "--help"], ["key"],
    ["profile", "list"], ["profile", "show"], ["intent", "list"], ["shortcut", "list"],
    ["intent", "describe", "Run Figranium Task"], ["--json", "intent", "list"],
  ])
  func needsNoBus(words: [String]) async throws {
    let outcome = try await figctl.run(words)
    #expect(outcome.code == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors == "")
    // Looking leaves nothing behind.
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }

  @Test func helpOfACommandIsTheSamePage() async throws {
    let long = try await figctl.run(["key", "set", "--help"])
    let short = try await figctl.run(["help", "key", "set"])
    #expect(long.output == short.output)
  }

  @Test func theBuiltInProfile() async throws {
    #expect(
      try await figctl.run(["profile", "list"]).output
        == "   PROFILE  SERVER\n*  default  http://localhost:11345\n")
    #expect(
      try await figctl.run(["profile", "show", "--json"]).output
        == #"{"name":"default","default":true,"server":"http://localhost:11345","#
        + #""keyHeader":"authorization","caFile":null,"insecureHttp":false,"routes":"auto","#
        + #""maxKeyAge":null,"collection":null,"speak":false,"keyOrigin":null}"# + "\n")
  }

  @Test func addChangeUseRemove() async throws {
    let added = try await figctl.run([
      "profile", "add", "work", "--server", "https://figranium.example.com", "--max-key-age", "90",
    ])
    #expect(added.code == 0)
    #expect(added.output == "Added profile 'work' for https://figranium.example.com.\n")
    #expect(added.errors == "Store its key: figctl -p work key set\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)

    #expect(try await figctl.run(["profile", "use", "work"]).code == 0)
    let changed = try await figctl.run(["profile", "set", "work", "key-header=x-api-key"])
    #expect(changed.output == "Changed profile 'work'.\n")
    #expect(
      try await figctl.run(["profile", "show"]).output == """
        profile: work (default)
        server: https://figranium.example.com
        key-header: x-api-key
        max-key-age: 90

        """)
    #expect(try await figctl.run(["profile", "remove", "work"]).code == 0)
    #expect(
      try await figctl.run(["profile", "list"]).output
        == "   PROFILE  SERVER\n*  default  http://localhost:11345\n")
  }

  @Test func commentsSurviveAChange() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/figranium", withIntermediateDirectories: true)
    let text = "# mine\n[work]\n# the server\nserver=https://a.example.com\nother=kept\n"
    try Data(text.utf8).write(to: URL(filePath: file))
    #expect(try await figctl.run(["profile", "set", "work", "max-key-age=7"]).code == 0)
    let after = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    for line in ["# mine", "# the server", "other=kept", "max-key-age=7"] {
      #expect(after.contains(line), "\(line)")
    }
  }

  struct Wrong: Sendable {
    var words: [String]
    var exit: Int32
    var errors: String
  }

  @Test(arguments: [
    Wrong(
      words: ["profile", "show", "wrk"], exit: 7,
      errors: "figctl: There is no profile 'wrk'.\n  Did you mean 'work'?\n"),
    Wrong(
      words: ["-p", "nope", "profile", "show"], exit: 7,
      errors: "figctl: There is no profile 'nope'.\n  See 'figctl profile list', or add it: "
        + "figctl profile add NAME --server URL\n"),
    Wrong(
      words: ["run", "x", "-p", "nope"], exit: 7,
      errors: "figctl: There is no profile 'nope'.\n  See 'figctl profile list', or add it: "
        + "figctl profile add NAME --server URL\n"),
    Wrong(
      words: ["profile", "use", "nope"], exit: 7,
      errors: "figctl: There is no profile 'nope'.\n  See 'figctl profile list', or add it: "
        + "figctl profile add NAME --server URL\n"),
    Wrong(
      words: ["profile", "remove", "nope"], exit: 7,
      errors: "figctl: There is no profile 'nope'.\n  See 'figctl profile list', or add it: "
        + "figctl profile add NAME --server URL\n"),
    Wrong(
      words: ["profile", "remove", "default"], exit: 7,
      errors: "figctl: The profile 'default' is built in: nothing to remove.\n"),
    Wrong(
      words: ["profile", "add", "work", "--server", "https://b.example.com"], exit: 9,
      errors: "figctl: There is a profile 'work' already.\n  Change it with 'figctl profile set "
        + "work KEY=VALUE'.\n"),
    Wrong(
      words: ["profile", "add", "a b", "--server", "https://b.example.com"], exit: 2,
      errors: "figctl: 'a b' cannot be a profile's name.\n  A name has 1 to 64 letters, digits, "
        + "'-', '_' or '.', and is not 'figctl'.\n"),
    Wrong(
      words: ["profile", "add", "figctl", "--server", "https://b.example.com"], exit: 2,
      errors: "figctl: 'figctl' cannot be a profile's name.\n  A name has 1 to 64 letters, digits, "
        + "'-', '_' or '.', and is not 'figctl'.\n"),
    Wrong(
      words: ["profile", "add", "new"], exit: 2,
      errors: "figctl: 'profile add' needs --server URL.\n  For example: figctl profile add new "
        + "--server https://figranium.example.com\n"),
    Wrong(
      words: ["profile", "add", "new", "--server", "http://10.0.0.1"], exit: 2,
      errors: "figctl: http://10.0.0.1 is not on this machine: a key would cross the network in "
        + "the clear.\n  Use https://, or allow it with --insecure-http.\n"),
    Wrong(
      words: ["profile", "set", "work", "server=http://10.0.0.1"], exit: 2,
      errors: "figctl: http://10.0.0.1 is not on this machine: a key would cross the network in "
        + "the clear.\n  Use https://, or allow it with insecure-http=true.\n"),
    Wrong(
      words: ["task", "list", "--server", "http://10.0.0.1"], exit: 2,
      errors: "figctl: http://10.0.0.1 is not on this machine: a key would cross the network in "
        + "the clear.\n  Use https://, or allow it with 'figctl profile set default "
        + "insecure-http=true'.\n"),
    Wrong(
      words: ["task", "list", "--server", "https://other.example.com"], exit: 2,
      errors: "figctl: The key of profile 'default' is for http://localhost:11345 and is not sent "
        + "to https://other.example.com.\n  Store a key for it: figctl profile add NAME --server "
        + "https://other.example.com, then figctl -p NAME key set.\n"),
    Wrong(
      words: ["profile", "set", "work"], exit: 2,
      errors: "figctl: 'profile set' needs KEY=VALUE.\n  Usage: figctl profile set NAME "
        + "[KEY=VALUE…]\n"),
    Wrong(
      words: ["profile", "set", "work", "colour=red"], exit: 2,
      errors: "figctl: There is no setting 'colour'.\n  Settings are server, key-header, ca-file, "
        + "insecure-http, routes, max-key-age, collection, speak.\n"),
    Wrong(
      words: ["profile", "set", "work", "key-origin=https://evil.example.com"], exit: 2,
      errors: "figctl: There is no setting 'key-origin'.\n  Settings are server, key-header, "
        + "ca-file, insecure-http, routes, max-key-age, collection, speak.\n"),
    Wrong(
      words: ["profile", "set", "work", "routes=all"], exit: 2,
      errors: "figctl: routes is one of auto, documented, server, not 'all'.\n"),
    Wrong(
      words: ["init"], exit: 2,
      errors: "figctl: 'init' asks questions and needs a terminal.\n  In a script: figctl profile "
        + "add NAME --server URL, then figctl -p NAME key set < FILE\n"),
    Wrong(
      words: ["key", "delete"], exit: 2,
      errors:
        "figctl: An answer is needed, and there is no terminal to ask on.\n  Give --yes to go "
        + "on without being asked.\n"),
    Wrong(
      words: ["intent", "perform", "Nope"], exit: 2,
      errors: "figctl: There is no intent \"Nope\".\n  See 'figctl intent list'.\n"),
    Wrong(
      words: ["intent", "perform", "Stop Figranium Execution"], exit: 2,
      errors: "figctl: A value for runID is missing: any text.\n  Give it as PARAM=VALUE.\n"),
    Wrong(
      words: ["shortcut", "run", "Make coffee"], exit: 2,
      errors: "figctl: There is no shortcut \"Make coffee\".\n  See 'figctl shortcut list'.\n"),
    Wrong(
      words: ["run", "x", "--var", "novalue"], exit: 2,
      errors: "figctl: --var takes NAME=VALUE.\n  For example: --var city=Berlin\n"),
    Wrong(
      words: ["run", "x", "--output", "/nowhere/at/all"], exit: 2,
      errors: "figctl: Cannot write '/nowhere/at/all': its folder is not there, or not writable.\n"),
  ])
  func saysWhatIsWrong(row: Wrong) async throws {
    _ = try await figctl.run(["profile", "add", "work", "--server", "https://a.example.com"])
    let outcome = try await figctl.run(row.words)
    #expect(outcome.errors == row.errors)
    #expect(outcome.code == row.exit)
    #expect(outcome.output == "")
  }

  @Test func errorsAsJSON() async throws {
    let outcome = try await figctl.run(["--json", "profile", "show", "nope"])
    #expect(outcome.code == 7)
    #expect(outcome.output == "")
    #expect(
      outcome.errors
        == #"{"error":{"code":"PROFILE_NOT_FOUND","message":"There is no profile 'nope'.","#
        + #""hint":"See 'figctl profile list', or add it: figctl profile add NAME --server URL"}}"#
        + "\n")
    let wrong = try await figctl.run(["profile", "shwo", "--json"])
    #expect(
      wrong.errors
        == #"{"error":{"code":"UNKNOWN_COMMAND","message":"Unknown command 'profile shwo'.","#
        + #""hint":"Did you mean 'profile show'?"}}"# + "\n")
  }

  @Test func aBrokenFileIsNamedWithItsLine() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/figranium", withIntermediateDirectories: true)
    try Data("[work]\nserver=https://a.example.com\nnonsense\n".utf8).write(to: URL(filePath: file))
    let outcome = try await figctl.run(["profile", "list"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors
        == "figctl: Line 3 of \(file) is not a [group], key=value, or # comment.\n  Correct the "
        + "file, or move it away.\n")
  }

  @Test func aSettingThatCannotBeCanBeCorrected() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/figranium", withIntermediateDirectories: true)
    try Data("[work]\nserver=nonsense\n".utf8).write(to: URL(filePath: file))
    let outcome = try await figctl.run(["-p", "work", "profile", "show"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors
        == "figctl: \(file), profile 'work': 'nonsense' is no server address: it does not begin "
        + "with http:// or https://.\n  Correct it with 'figctl profile set work server=VALUE'.\n")
    #expect(
      try await figctl.run(["profile", "set", "work", "server=https://a.example.com"]).code == 0)
    #expect(try await figctl.run(["-p", "work", "profile", "show"]).code == 0)
  }

  @Test func parallelChangesLoseNothing() async throws {
    try await withThrowingTaskGroup(of: Int32?.self) { group in
      for number in 0..<8 {
        group.addTask { [figctl] in
          try await figctl.run([
            "profile", "add", "p\(number)", "--server", "https://a\(number).example.com",
          ]).code
        }
      }
      for try await code in group { #expect(code == 0) }
    }
    let list = try await figctl.run(["profile", "list"]).output
    for number in 0..<8 { #expect(list.contains("p\(number) ")) }
  }

  @Test func aClosedReaderEndsQuietly() async throws {
    let shell = try await FigctlProcess.end(
      of: .init(
        ["/bin/bash", "-c", "set -o pipefail; \"$0\" help | true", FigctlProcess.path],
        environment: home.environment))
    #expect(shell.errors == "")
    #expect(shell.code == 0)
  }

  @Test(arguments: ["1>&-", "0<&- 1>&-"])
  func aClosedOutputIsAnError(closed: String) async throws {
    let shell = try await FigctlProcess.end(
      of: .init(
        ["/bin/bash", "-c", "\"$0\" profile list \(closed)", FigctlProcess.path],
        environment: home.environment))
    #expect(shell.code == 2)
    #expect(
      shell.errors.hasPrefix("figctl: Cannot write to standard output: Bad file descriptor.\n"))
  }

  @Test func aFullDiskIsAnError() async throws {
    let shell = try await FigctlProcess.end(
      of: .init(
        ["/bin/bash", "-c", "\"$0\" help > /dev/full", FigctlProcess.path],
        environment: home.environment))
    #expect(shell.code == 2)
    #expect(
      shell.errors.hasPrefix("figctl: Cannot write to standard output: No space left on device.\n"))
  }
}
