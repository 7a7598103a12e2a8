import FigctlKit
import Testing

/// Which command lines make a connection to the bus begin before they are parsed.
@Suite struct StoreForecastTests {
  @Test(arguments: StoreForecast.commands)
  func eachIsACommand(words: [String]) {
    #expect(CommandTable.all.contains { $0.path == words })
  }

  @Test func helpNeedsNoBus() {
    #expect(StoreForecast.isNeeded(["run", "task_1"]))
    #expect(!StoreForecast.isNeeded(["run", "--help"]))
    #expect(!StoreForecast.isNeeded(["help", "run"]))
    #expect(!StoreForecast.isNeeded(["profile", "list"]))
    #expect(!StoreForecast.isNeeded(["task"]))
    #expect(!StoreForecast.isNeeded([]))
  }
}
