import FigraniumSecretService
import GLibBridge
import SystemBridge

/// The command line: from the words a user types to an exit code.
///
/// `CommandLine/` turns words into a command, `Commands/` holds the commands, one a file,
/// `Completion/` what the shells' Tab key asks, `Profiles/` what is known of servers, `Session/` what
/// a running command has, `Output/` all that is printed. Nothing here speaks HTTP or D-Bus itself.
package enum Figctl {
  /// The version that `--version` prints.
  package static let version = "0.1.0"
  /// The day of that version.
  package static let releaseDate = "2026-11-30"

  /// Runs one command line and ends the process with its exit code.
  ///
  /// - Parameter words: The words after the program's name.
  package static func main(_ words: [String]) -> Never {
    ProcessHardening.apply()
    // GnuTLS comes along with libcurl's RTMP, which is never used, and would set itself up.
    SystemEnvironment.setPrivately("GNUTLS_NO_IMPLICIT_INIT", to: "1")
    if StoreForecast.isNeeded(words) { KeyStore.connectAhead() }
    ProgramThread.shared.serve {
      ProcessExit.now(await exitCode(of: words) { ProcessExit.now($0.rawValue) }.rawValue)
    }
  }

  /// Runs one command line to its end.
  ///
  /// - Parameter atEnd: Called as soon as all is done and printed. A process that ends here need not
  ///   give back what the system takes anyway.
  static func exitCode(
    of words: [String], atEnd: @escaping @Sendable (ExitCode) -> Void = { _ in }
  ) async -> ExitCode {
    let parser = CommandParser(commands: CommandTable.all, hidden: CommandTable.hidden)
    let request: CommandParser.Request
    do throws(CommandFailure) {
      request = try parser.parse(words)
    } catch {
      var options = GlobalOptions()
      options.json = CommandParser.wantsJSON(words)
      Console(options).failure(error)
      return error.exit
    }
    switch request {
    case .run(let invocation): return await run(invocation, atEnd)
    case .version: return print(["figctl \(version)"])
    case .help(let path):
      let width = Terminal.columns ?? 80
      return print([HelpPrinter(commands: CommandTable.all, width: width).page(for: path)])
    }
  }

  private static func run(
    _ invocation: CommandParser.Invocation, _ atEnd: @escaping @Sendable (ExitCode) -> Void
  ) async -> ExitCode {
    let console = Console(invocation.global)
    let watch = CommandWatch(limit: invocation.global.timeout)
    let context = CommandContext(invocation, console: console, watch: watch)
    return await Supervisor(
      console: console, watch: watch, handlesSignals: !invocation.command.handlesSignals,
      atEnd: atEnd
    ).run {
      try await invocation.command.run(context)
    }
  }

  private static func print(_ lines: [String]) -> ExitCode {
    let console = Console(GlobalOptions())
    do throws(CommandFailure) {
      try console.lines(lines)
      return .ok
    } catch {
      console.failure(error)
      return error.exit
    }
  }
}
