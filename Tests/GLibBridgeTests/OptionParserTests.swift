import GLibBridge
import Testing

/// The command line, row by row.
@Suite struct OptionParserTests {
  private static let options = [
    OptionSpec(long: "profile", short: "p", kind: .value(placeholder: "NAME"), help: ""),
    OptionSpec(long: "var", kind: .values(placeholder: "NAME=VALUE"), help: ""),
    OptionSpec(long: "verbose", short: "v", kind: .flag, help: ""),
    OptionSpec(long: "quiet", short: "q", kind: .flag, help: ""),
  ]

  private static let rows: [(arguments: [String], result: ParsedOptions)] = [
    ([], ParsedOptions()),
    (["run", "task"], ParsedOptions(positionals: ["run", "task"])),
    (["-v", "run"], ParsedOptions(flags: ["verbose"], positionals: ["run"])),
    (["run", "-vq"], ParsedOptions(flags: ["verbose", "quiet"], positionals: ["run"])),
    (["--profile", "a", "x"], ParsedOptions(values: ["profile": ["a"]], positionals: ["x"])),
    (["--profile=a=b"], ParsedOptions(values: ["profile": ["a=b"]])),
    (["--profile="], ParsedOptions(values: ["profile": [""]])),
    (["-p", "a"], ParsedOptions(values: ["profile": ["a"]])),
    (["-pa"], ParsedOptions(values: ["profile": ["a"]])),
    (["-vpa"], ParsedOptions(flags: ["verbose"], values: ["profile": ["a"]])),
    (["-p", "a", "-p", "b"], ParsedOptions(values: ["profile": ["b"]])),
    (
      ["--var", "a=1", "x", "--var=b=2"],
      ParsedOptions(values: ["var": ["a=1", "b=2"]], positionals: ["x"])
    ),
    (["--var", "-pa"], ParsedOptions(values: ["var": ["-pa"]])),
    (["--", "-v", "--nope"], ParsedOptions(positionals: ["-v", "--nope"])),
    (["a", "--", "b", "--"], ParsedOptions(positionals: ["a", "b", "--"])),
    (["-"], ParsedOptions(positionals: ["-"])),
    (["--profile", "ü €"], ParsedOptions(values: ["profile": ["ü €"]])),
    ([""], ParsedOptions(positionals: [""])),
  ]

  @Test("what is well formed", arguments: rows)
  func parses(arguments: [String], result: ParsedOptions) throws {
    #expect(try OptionParser.parse(arguments, options: Self.options) == result)
  }

  private static let faults: [(arguments: [String], error: OptionError)] = [
    (["--nope"], .unknown(name: "--nope")),
    (["--nope=secret"], .unknown(name: "--nope")),
    (["run", "--nope", "x"], .unknown(name: "--nope")),
    (["-x"], .unknown(name: "-x")),
    (["-xsecret"], .unknown(name: "-x")),
    (["-vxsecret"], .unknown(name: "-x")),
    (["--prof", "a"], .unknown(name: "--prof")),
    (["--profile"], .missingValue(name: "profile")),
    (["run", "-p"], .missingValue(name: "profile")),
    (["run", "-vp"], .missingValue(name: "profile")),
    (["--var"], .missingValue(name: "var")),
    (["--verbose=yes"], .unexpectedValue(name: "verbose")),
  ]

  @Test("what is not, by name and without the value", arguments: faults)
  func refuses(arguments: [String], error: OptionError) {
    #expect(throws: error) { try OptionParser.parse(arguments, options: Self.options) }
  }

  @Test("everything from the first positional on belongs to another command")
  func stopsAtFirstPositional() throws {
    let parsed = try OptionParser.parse(
      ["-v", "make", "-p", "x", "--nope", "-pa"], options: Self.options,
      stopsAtFirstPositional: true)
    #expect(
      parsed
        == ParsedOptions(
          flags: ["verbose"], positionals: ["make", "-p", "x", "--nope", "-pa"]))
  }
}
