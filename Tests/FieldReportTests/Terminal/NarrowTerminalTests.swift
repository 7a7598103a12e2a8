import FigctlKit
import GLibBridge
import TestSupport
import Testing

/// Text breaks where words end, however narrow the terminal is.
@Suite struct NarrowTerminalTests {
  @Test(
    arguments: [
      ("a bb ccc", 5, nil, ["a bb", "ccc"]), ("a bb ccc", 8, nil, ["a bb ccc"]),
      ("  fix: one two", 10, 7, ["  fix: one", "  two"]),
      ("  x: aaa bbb", 9, 4, ["  x: aaa", "    bbb"]),
      ("longerthanthewidth b", 5, nil, ["longerthanthewidth", "b"]),
      ("run 'a b c d' now", 8, nil, ["run", "'a b c d'", "now"]),
      ("use key set --from-file x", 14, nil, ["use key", "set --from-file", "x"]),
      ("it's a dog's life", 7, nil, ["it's a", "dog's", "life"]), ("", 5, nil, [""]),
      // Commands, for copying.
      ("or: figctl -p a key set < FILE", 12, nil, ["or:", "figctl -p a key set < FILE"]),
      ("so figctl stop run-1, then", 12, nil, ["so", "figctl stop run-1,", "then"]),
      ("figctl knows no such word", 12, nil, ["figctl knows", "no such word"]),
      ("one: read -rsp 'P: ' p; b | c", 12, nil, ["one:", "read -rsp 'P: ' p; b | c"]),
      ("no longer: read the whole", 12, nil, ["no longer:", "read the", "whole"]),
      ("日本語 日本語", 7, nil, ["日本語", "日本語"]), ("a  b", 80, nil, ["a  b"]),
    ] as [(String, Int, Int?, [String])])
  func breaks(text: String, width: Int, hanging: Int?, lines: [String]) {
    #expect(WrappedText.lines(text, width: width, hanging: hanging) == lines)
    #expect(WrappedText.lines(text, width: nil) == [text])
  }

  @Test func tablesGoBelowThemselvesThenCellByCell() {
    var table = TextTable(["ID", "NAME"])
    table.add(["a", "one two three four five six seven"])
    table.add(["b", ""])
    #expect(table.lines() == ["ID  NAME", "a   one two three four five six seven", "b"])
    #expect(
      table.lines(width: 24)
        == ["ID  NAME", "a   one two three four", "    five six seven", "b"])
    #expect(
      table.lines(width: 16)
        == ["ID: a", "NAME: one two", "  three four", "  five six seven", "", "ID: b"])
  }

  /// Whether a line could have been broken to fit.
  static func isTooLong(_ line: String, _ width: Int) -> Bool {
    let words = line.split(separator: " ")
    return TextTable.width(of: line) > width && words.count > 1 && !line.contains("'")
      && !words.dropFirst().allSatisfy { $0.hasPrefix("-") }
  }

  @Test(arguments: [20, 40, 80])
  func everyPageOfHelpFits(width: Int) {
    let printer = HelpPrinter(commands: CommandTable.all, width: width)
    for path in [[], ["key"]] + CommandTable.all.map(\.path) {
      // Examples are for copying.
      let page = printer.page(for: path).split(separator: "\n").prefix { $0 != "Examples:" }
      for line in page { #expect(!Self.isTooLong(String(line), width), "\(line)") }
      FaultTally.survived("\(width) columns", by: "help \(path.joined(separator: " "))")
    }
  }

  @Test(arguments: [20, 40])
  func noWordIsCut(width: Int) async throws {
    let desk = try await Desk()
    let commands = [
      ["task", "list"], ["run", "task_1"], ["status", "none"], ["key", "list"], ["key", "show"],
      ["profile", "list"], ["profile", "show"], ["doctor"], ["help"], ["help", "run"], ["taks"],
      ["key", "check"], ["execution", "list"], ["intent", "list"], ["run", "nothing"],
      ["-p", "nobody", "task", "list"],
    ]
    for words in commands {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let child = try ChildProcess(
        ["/bin/sh", "-c", "stty cols \(width) rows 24; exec \"$0\" \(line)", FigctlProcess.path],
        environment: desk.bus.environment.merging(["TERM": "dumb"]) { $1 }, input: .terminal)
      let narrow = try await FigctlProcess.end(of: child)
      let wide = try await desk.figctl.run(words)
      #expect(narrow.code == wide.code, "\(words): \(narrow)")
      let lines = narrow.output.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines where !line.contains("figctl ") {
        #expect(!Self.isTooLong(String(line), width), "\(words): \(line)")
      }
      // No word is lost, and none is cut.
      let shown = Set(lines.flatMap { $0.split(separator: " ") })
      let known = wide.all.split { $0 == " " || $0 == "\n" }.filter {
        !$0.contains(where: \.isNumber)
      }
      // An empty column has no name where each cell is named.
      for word in known where !shown.contains(word) && word != word.uppercased() {
        #expect(shown.contains("\(word):"), "\(words): '\(word)'")
      }
      FaultTally.survived("\(width) columns", by: words.joined(separator: " "))
    }
  }
}
