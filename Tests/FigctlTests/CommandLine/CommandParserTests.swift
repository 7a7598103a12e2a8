import GLibBridge
import Testing

@testable import FigctlKit

@Suite struct CommandParserTests {
  private let parser = CommandParser(commands: CommandTable.all)

  private func complaint(_ words: [String]) -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try parser.parse(words)
      return nil
    } catch { return error }
  }

  private func invocation(_ words: [String]) throws -> CommandParser.Invocation {
    guard case .run(let invocation) = try parser.parse(words) else {
      throw CommandFailure.usage("no command")
    }
    return invocation
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var words: [String]
    var code: String
    var message: String
    var hint: String?
    init(_ words: [String], _ code: String, _ message: String, _ hint: String? = nil) {
      (self.words, self.code, self.message, self.hint) = (words, code, message, hint)
    }
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Wrong(["rnu"], "UNKNOWN_COMMAND", "Unknown command 'rnu'.", "Did you mean 'run'?"),
    Wrong(
      ["rotate"], "UNKNOWN_COMMAND", "Unknown command 'rotate'.", "Did you mean 'key rotate'?"),
    Wrong(["hlep"], "UNKNOWN_COMMAND", "Unknown command 'hlep'.", "Did you mean 'help'?"),
    Wrong(
      ["xyzzy"], "UNKNOWN_COMMAND", "Unknown command 'xyzzy'.", "See 'figctl help' for the list."),
    Wrong(
      ["key", "shwo"], "UNKNOWN_COMMAND", "Unknown command 'key shwo'.", "Did you mean 'key show'?"),
    Wrong(
      ["key", "xyzzy"], "UNKNOWN_COMMAND", "Unknown command 'key xyzzy'.",
      "See 'figctl help key' for the list."),
    Wrong(
      ["help", "key", "shwo"], "UNKNOWN_COMMAND", "Unknown command 'key shwo'.",
      "Did you mean 'key show'?"),
    Wrong(["--jsn"], "UNKNOWN_OPTION", "Unknown option --jsn.", "Did you mean --json?"),
    Wrong(
      ["run", "x", "--vra", "a=b"], "UNKNOWN_OPTION", "'run' has no option --vra.",
      "Did you mean --var?"),
    Wrong(
      ["run", "x", "--vra=a=b"], "UNKNOWN_OPTION", "'run' has no option --vra.",
      "Did you mean --var?"),
    Wrong(
      ["run", "x", "-Z"], "UNKNOWN_OPTION", "'run' has no option -Z.",
      "See 'figctl help run' for its options."),
    Wrong(["run"], "MISSING_ARGUMENT", "'run' needs TASK.", "Usage: figctl run [options] TASK"),
    Wrong(
      ["run", "a", "b"], "UNEXPECTED_ARGUMENT", "'run' takes no further argument.",
      "A name with spaces is put in quotes. Usage: figctl run [options] TASK"),
    Wrong(["run", "a", "--var"], "USAGE", "--var needs a value: NAME=VALUE."),
    Wrong(["run", "a", "-p"], "USAGE", "--profile needs a value: NAME."),
    Wrong(["run", "a", "--json=yes"], "USAGE", "--json takes no value."),
    Wrong(
      ["run", "a", "--timeout", "soon"], "USAGE",
      "--timeout takes a number of seconds above 0, not 'soon'.", "For example: --timeout 30"),
    Wrong(
      ["run", "a", "--timeout", "0"], "USAGE",
      "--timeout takes a number of seconds above 0, not '0'.", "For example: --timeout 30"),
    Wrong(
      ["run", "a", "--color", "red"], "USAGE", "--color takes never, auto or always, not 'red'."),
  ])
  func saysWhatIsWrong(row: Wrong) {
    let failure = complaint(row.words)
    #expect(failure?.exit == .usage)
    #expect(failure?.code == row.code)
    #expect(failure?.message == row.message)
    #expect(failure?.hint == row.hint)
  }

  @Test(arguments: [
    ["run", "sk-abcdefgh12345678"], ["sk-abcdefgh12345678"], ["run", "a", "--sk-abcdefgh12345678"],
    ["run", "a", "--timeout", "0123456789abcdef0123456789abcdef"],
    ["run", "a", "--timeout=0123456789abcdef0123456789abcdef"],
    ["key", "set", "--from-file", "0123456789abcdef0123456789abcdef"],
    ["key", "set", "Bearer sk-abcdefgh12345678"],
    ["intent", "perform", "Run Figranium Task", "task=0123456789abcdef0123456789abcdef"],
    ["run", "--", "0123456789abcdef0123456789abcdef"],
  ])
  func refusesKeysWithoutShowingThem(words: [String]) throws {
    let failure = try #require(complaint(words))
    #expect(failure.code == "SECRET_ON_COMMAND_LINE")
    #expect(failure.exit == .usage)
    #expect(failure.message == "A word on the command line looks like a key; it was not used.")
    for text in [failure.message, failure.hint ?? ""] {
      #expect(!text.contains("abcdef"))
    }
  }

  @Test(arguments: [
    "--api-key=short", "--password=short", "--token=short", "--key=short", "--cookie=short",
    "--secret=short",
  ])
  func refusesOptionsForSecrets(option: String) throws {
    let failure = try #require(complaint(["run", "a", option]))
    #expect(failure.code == "SECRET_ON_COMMAND_LINE")
    #expect(!failure.message.contains("short"))
    #expect(failure.message.hasPrefix("There is no option --"))
  }

  @Test func valuesOfVariablesAreTheTasksOwn() throws {
    let value = "hash=0123456789abcdef0123456789abcdef"
    let invocation = try invocation(["run", "a", "--var", value, "--var-text=" + value])
    #expect(invocation.values["var"] == [value])
    #expect(invocation.values["var-text"] == [value])
  }

  @Test func pathsMayHoldDigests() throws {
    let path = "/tmp/0123456789abcdef0123456789abcdef/key"
    #expect(try invocation(["key", "set", "--from-file", path]).values["from-file"] == [path])
  }

  @Test func optionsAndArgumentsMayMix() throws {
    let invocation = try invocation([
      "-p", "work", "--json", "run", "--var", "a=1", "t/2 ü", "--var=b=2", "-q", "--timeout", "2.5",
    ])
    #expect(invocation.command.name == "run")
    #expect(invocation.arguments == ["t/2 ü"])
    #expect(invocation.values["var"] == ["a=1", "b=2"])
    #expect(invocation.global.profile == "work")
    #expect(invocation.global.json)
    #expect(invocation.global.quiet)
    #expect(invocation.global.timeout == .milliseconds(2500))
  }

  @Test func aDoubleDashEndsTheOptions() throws {
    #expect(try invocation(["run", "--", "--help"]).arguments == ["--help"])
  }

  @Test(arguments: [
    (["help"], [String]()), ([], []), (["--help"], []), (["-h"], []), (["key"], ["key"]),
    (["key", "--help"], ["key"]), (["help", "key"], ["key"]),
    (["help", "key", "set"], ["key", "set"]),
    (["key", "set", "--help"], ["key", "set"]), (["run", "-h"], ["run"]),
  ])
  func findsHelpPages(words: [String], page: [String]) throws {
    guard case .help(let path) = try parser.parse(words) else {
      Issue.record("no help for \(words)")
      return
    }
    #expect(path == page)
  }

  @Test func findsTheVersion() throws {
    guard case .version = try parser.parse(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  /// The parser looks for the command's words before it knows the command, so an option must mean
  /// the same everywhere.
  @Test func everyOptionIsOfOneKind() {
    var kinds: [String: Bool] = [:]
    for spec in GlobalOptions.specs + CommandTable.all.flatMap(\.options) {
      let takesValue = spec.placeholder != nil
      #expect(kinds[spec.long, default: takesValue] == takesValue, "--\(spec.long)")
      kinds[spec.long] = takesValue
      #expect(!CommandParser.secretNames.contains(spec.long), "--\(spec.long)")
    }
  }
}
