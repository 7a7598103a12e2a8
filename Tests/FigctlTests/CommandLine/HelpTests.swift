import GLibBridge
import Testing

@testable import FigctlKit

@Suite struct HelpTests {
  @Test func theOverviewNamesEveryCommand() {
    let page = HelpPrinter(commands: CommandTable.all).page(for: [])
    for command in CommandTable.all {
      #expect(page.contains("  \(command.name) ") || page.contains("  \(command.name)\n"))
    }
  }

  @Test(arguments: CommandTable.all.map(\.path))
  func everyCommandHasAPage(path: [String]) throws {
    let command = try #require(CommandTable.all.first { $0.path == path })
    let page = HelpPrinter(commands: CommandTable.all).page(for: path)
    #expect(page.hasPrefix("Usage: figctl \(command.usage)\n"))
    for option in command.options { #expect(page.contains("--\(option.long)")) }
    for option in GlobalOptions.specs { #expect(page.contains("--\(option.long)")) }
    for argument in command.arguments { #expect(page.contains("  \(argument.name)  ")) }
    for example in command.examples {
      #expect(page.contains("  \(example)\n") || page.hasSuffix(example))
    }
  }

  @Test(arguments: [40, 80, 100])
  func linesFit(width: Int) {
    let printer = HelpPrinter(commands: CommandTable.all, width: width)
    for path in [[]] + CommandTable.all.map(\.path) {
      for line in printer.page(for: path).split(separator: "\n")
      where !line.contains("figctl ") && !line.contains("VALUE") && width >= 80 {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func aCommandPageReadsLikeThis() {
    let page = HelpPrinter(commands: CommandTable.all).page(for: ["profile", "use"])
    #expect(
      page == """
        Usage: figctl profile use NAME

        Make a profile the default one.

        Arguments:
          NAME  the profile

        Options for every command:
          -p, --profile NAME     use this profile instead of the default one
              --server URL       use this server, for this call only
              --json             print one JSON document on standard output
          -q, --quiet            no progress, warnings or hints
          -v, --verbose          show requests and store calls, never a secret
              --timeout SECONDS  end the whole command after this time
              --no-prompt        never ask, neither on the terminal nor on the desktop
              --color WHEN       never, auto or always
              --version          print the version
          -h, --help             print help for the command
        """)
  }
}
