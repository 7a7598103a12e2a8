import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// `figctl batch`: rows in, lines out, and what is left when it ends too early.
@Suite struct BatchCommandTests {
  @Test func oneLineARow() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.runData = "{\"b\":1.50,\n\"a\":[12345678901234567890]}" }
    let input = try desk.file(
      "in.csv", "\u{FEFF}city,note\r\nBerlin,\"say \"\"hi\"\"\"\r\nBonn,\r\n")
    let output = desk.path("out.jsonl")
    let batch = try await desk.figctl.run(["batch", "Scrape title", input, "--output", output])
    #expect(batch.code == 0, "\(batch.errors)")
    #expect(batch.output.hasPrefix("2 rows: 2 succeeded, 0 failed, in "))
    let lines = try BatchLines(output).all
    #expect(lines.map(\.row).sorted() == [1, 2])
    let first = try #require(lines.first { $0.row == 1 })
    let start = #"{"row":1,"variables":{"city":"Berlin","note":"say \"hi\""},"outcome":"success","#
    #expect(first.text.hasPrefix(start + #""runId":"run-"#))
    #expect(first.text.contains(#","data":{"b":1.50, "a":[12345678901234567890]},"error":null}"#))
    let bodies = desk.server.requests.filter { $0.method == "POST" }.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(bodies.contains { $0.contains(#""city":"Bonn""#) && $0.contains(#""note":"""#) })
  }

  @Test func jsonLinesKeepTheirTypes() async throws {
    let desk = try await Desk()
    let text = #"{"n": 1.50, "big":12345678901234567890,"o":{"z":1,"a":null}}"#
    let input = try desk.file("in.jsonl", "\n  \(text)  \r\n\n{}")
    let batch = try await desk.figctl.run(["batch", "task_1", input])
    #expect(batch.code == 0, "\(batch.errors)")
    let lines = batch.output.split(separator: "\n")
    #expect(lines.count == 2)
    // The user's own text, and what the server was sent.
    #expect(lines.contains { $0.hasPrefix(#"{"row":1,"variables":\#(text),"#) })
    #expect(batch.errors.contains("2 rows: 2 succeeded, 0 failed"))
    let sent = desk.server.requests.filter { $0.method == "POST" }.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(sent.contains { $0.contains("12345678901234567890") && $0.contains("1.5") })
    let quiet = try await desk.figctl.run(["batch", "task_1", input, "-q"])
    #expect(quiet.errors == "")
    #expect(quiet.output.split(separator: "\n").count == 2)
  }

  @Test func failedRowsAreRunAgain() async throws {
    let desk = try await Desk()
    let input = try desk.file("in.jsonl", rows(1...6))
    let output = desk.path("out.jsonl")
    let fails = #"{"error":"Agent failed","details":"no such \"button\""}"#
    desk.server.configure { server in
      server.interference = { $0.holds(#""n":2"#) || $0.holds(#""n":5"#) ? .json(500, fails) : nil }
    }
    let first = try await desk.figctl.run(["batch", "task_1", input, "--output", output, "--json"])
    #expect(first.code == 1)
    #expect(
      first.output.hasPrefix(#"{"rows":6,"succeeded":4,"failed":2,"doneBefore":0,"durationMs":"#))
    let failed = try BatchLines(output).all.filter { !$0.isDone }
    #expect(failed.map(\.row).sorted() == [2, 5])
    #expect(failed.allSatisfy { $0.text.contains(#""error":{"code":"RUN_FAILED","message":"#) })
    #expect(failed.allSatisfy { $0.text.contains(#""outcome":"error","#) })
    let refused = try await desk.figctl.run(["batch", "task_1", input, "--output", output])
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--resume"))
    desk.server.configure { $0.interference = nil }
    let before = desk.server.runs.count
    let again = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--resume"])
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.output.hasPrefix("6 rows: 2 succeeded, 0 failed, 4 were done before, in "))
    #expect(desk.server.runs.count == before + 2)
    try BatchLines(output).expectEach(of: 6)
    let idle = try await desk.figctl.run(["batch", "task_1", input, "--output", output, "--resume"])
    #expect(idle.code == 0)
    #expect(desk.server.runs.count == before + 2)
    let anew = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--overwrite"])
    #expect(anew.code == 0)
    try BatchLines(output).expectEach(of: 6)
  }

  @Test func outcomesOtherThanSuccessAreFailures() async throws {
    let desk = try await Desk()
    desk.server.configure {
      $0.runOutcome = "anti_bot"
      $0.runData = "[1]"
    }
    let input = try desk.file("in.csv", "a\n1\n")
    let batch = try await desk.figctl.run(["batch", "task_1", input])
    #expect(batch.code == 1)
    #expect(
      batch.output.contains(
        #""data":[1],"error":{"code":"OUTCOME","message":"The run ended as anti_bot."}}"#))
  }

  @Test func dataThatTheServerCutIsFetched() async throws {
    let desk = try await Desk(dialect: .v020)
    let account = DemoServerConfiguration(apiKey: "")
    #expect(
      try await desk.figctl.run(["login", "--email", account.email], input: account.password).code
        == 0)
    desk.server.configure {
      $0.resultLimit = 1000
      $0.runData = #"{"text":"\#(String(repeating: "x", count: 2000))"}"#
    }
    let input = try desk.file("in.csv", "a\n1\n")
    let batch = try await desk.figctl.run(["batch", "task_1", input])
    #expect(batch.code == 0, "\(batch.output) \(batch.errors)")
    #expect(batch.output.contains(String(repeating: "x", count: 2000)))
  }

  @Test func rowsThatAreLostMeanwhileAreNoSuccess() async throws {
    let desk = try await Desk(dialect: .v019)
    // More than is read ahead.
    let text = String(repeating: "x", count: 50_000)
    let lines = (1...200).map { #"{"n":\#($0),"text":"\#(text)"}"# + "\n" }
    let input = try desk.file("in.jsonl", lines.joined())
    let server = desk.server
    server.configure { settings in
      settings.interference = { request in
        // Not atomic: the same file, with nothing in it.
        if request.method == "POST", request.holds("runId") {
          try? Data().write(to: URL(filePath: input))
        }
        return nil
      }
    }
    let batch = try await desk.figctl.run(["batch", "task_1", input, "--jobs", "1", "-q"])
    #expect(batch.code == 2, "\(batch.errors)")
    // What was read ahead may end in half a row, which is named instead.
    #expect(batch.errors.contains(input))
  }

  @Test func aRowThatNoBatchHasIsRefused() async throws {
    let desk = try await Desk()
    let input = try desk.file("in.jsonl", rows(1...1))
    for row in ["300000000", "9000000000000000000"] {
      let output = try desk.file(
        "out.jsonl", #"{"row":\#(row),"variables":{},"error":null}"# + "\n")
      let batch = try await desk.figctl.run(
        ["batch", "task_1", input, "--output", output, "--resume"])
      #expect(batch.code == 2)
      #expect(batch.errors.contains("a row that no batch has"))
    }
  }

  @Test func aTornLineIsRepaired() async throws {
    let desk = try await Desk()
    let input = try desk.file("in.jsonl", rows(1...3))
    let output = desk.path("out.jsonl")
    #expect(try await desk.figctl.run(["batch", "task_1", input, "--output", output]).code == 0)
    let whole = try Data(contentsOf: URL(filePath: output))
    let lines = whole.split(separator: 10, omittingEmptySubsequences: true)
    let start = lines[0].count + lines[1].count + 2
    for end in [start + 1, start + 30, whole.count - 2] {
      try whole.prefix(end).write(to: URL(filePath: output))
      let again = try await desk.figctl.run(
        ["batch", "task_1", input, "--output", output, "--resume"])
      #expect(again.code == 0, "\(again.errors)")
      #expect(again.errors.contains("was cut off, and is dropped"))
      try BatchLines(output).expectEach(of: 3)
    }
  }

  @Test func whatIsNoOutputOfABatchIsLeftAlone() async throws {
    let desk = try await Desk()
    let input = try desk.file("in.jsonl", rows(1...3))
    for text in ["my notes\n", "my notes", "{}\n{}\n", "{\"row\":1}\nx\n"] {
      let output = try desk.file("notes.txt", text)
      for option in [[], ["--resume"]] {
        let batch = try await desk.figctl.run(
          ["batch", "task_1", input, "--output", output] + option)
        #expect(batch.code == 2)
        #expect(try String(contentsOf: URL(filePath: output), encoding: .utf8) == text)
      }
    }
    #expect(desk.server.runs.isEmpty)
  }

  @Test func resultsOfAnotherFileAreNotGoneOnWith() async throws {
    let desk = try await Desk()
    let output = desk.path("out.jsonl")
    let input = try desk.file("in.jsonl", rows(1...3))
    #expect(try await desk.figctl.run(["batch", "task_1", input, "--output", output]).code == 0)
    let before = try Data(contentsOf: URL(filePath: output))
    for other in [rows(2...4), rows(1...2)] {
      _ = try desk.file("in.jsonl", other)
      let again = try await desk.figctl.run(
        ["batch", "task_1", input, "--output", output, "--resume"])
      #expect(again.code == 2)
      #expect(again.errors.contains("are not of"))
    }
    #expect(try Data(contentsOf: URL(filePath: output)) == before)
    // Rows that were added are run.
    _ = try desk.file("in.jsonl", rows(1...5))
    let more = try await desk.figctl.run(["batch", "task_1", input, "--output", output, "--resume"])
    #expect(more.output.hasPrefix("5 rows: 2 succeeded, 0 failed, 3 were done before"))
  }

  @Test(arguments: [
    ("in.csv", "a,b\n1,2\n3\n", "line 3"), ("in.csv", "a,a\n1,2\n", "two columns"),
    ("in.csv", "a,\n1,2\n", "column 2 has no name"), ("in.csv", "", "it is empty"),
    ("in.csv", "a;b\n1;2\n", "something else than commas"), ("in.csv", "a\n\"1\n", "line 2"),
    ("in.jsonl", "{\"a\":1}\n[1]\n", "line 2"), ("in.jsonl", "{\"a\":1}\n{\"a\":", "line 2"),
    ("in.txt", "a\n", "neither .csv nor .jsonl"),
  ])
  func aMistakeIsToldBeforeAnythingRuns(name: String, text: String, words: String) async throws {
    let desk = try await Desk()
    let input = try desk.file(name, text)
    let old = try desk.file("out.jsonl", "kept")
    let batch = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", old, "--overwrite"])
    #expect(batch.code == 2)
    #expect(batch.errors.contains(words), "\(batch.errors)")
    #expect(desk.server.requests.isEmpty)
    #expect(try String(contentsOf: URL(filePath: old), encoding: .utf8) == "kept")
  }

  @Test func twoBatchesDoNotShareAnOutput() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let input = try desk.file("in.jsonl", rows(1...2))
    let output = desk.path("out.jsonl")
    let first = try desk.figctl.start(["batch", "task_1", input, "--output", output])
    let server = desk.server
    _ = try #require(try await FigctlProcess.offThread { server.waitForRun { $0.isRunning } })
    for option in ["--resume", "--overwrite"] {
      let second = try await desk.figctl.run(
        ["batch", "task_1", input, "--output", output, option])
      #expect(second.code == 9)
      #expect(second.errors.contains("Another batch writes to"))
    }
    server.configure { $0.holdRuns = false }
    server.releaseRuns()
    #expect(try await FigctlProcess.end(of: first).code == 0)
    try BatchLines(output).expectEach(of: 2)
  }

  @Test func aPauseIsForAllJobs() async throws {
    let desk = try await Desk(dialect: .v019)
    let input = try desk.file("in.jsonl", rows(1...20))
    let output = desk.path("out.jsonl")
    let turned = Counter()
    desk.server.configure { server in
      server.interference = { request in
        guard request.method == "POST", turned.next() <= 5 else { return nil }
        return .json(429, #"{"error":"TOO_MANY_REQUESTS"}"#, [("Retry-After", "1")])
      }
    }
    let batch = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--jobs", "4"])
    #expect(batch.code == 0, "\(batch.errors)")
    try BatchLines(output).expectEach(of: 20)
    #expect(desk.server.runs.count == 20)
    // Without a common pause every row would have been turned away for itself.
    #expect(turned.value == 25)
  }

  @Test func aRefusalWithoutATimeIsAPauseForAllJobsToo() async throws {
    let desk = try await Desk(dialect: .v019)
    let input = try desk.file("in.jsonl", rows(1...20))
    let output = desk.path("out.jsonl")
    let turned = Counter()
    desk.server.configure { server in
      server.interference = { request in
        guard request.method == "POST", turned.next() <= 4 else { return nil }
        return .json(429, #"{"error":"TOO_MANY_REQUESTS"}"#)
      }
    }
    let batch = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--jobs", "4"])
    #expect(batch.code == 0, "\(batch.errors)")
    try BatchLines(output).expectEach(of: 20)
    // What was turned away had its turn once more.
    #expect(turned.value == 24)
  }

  @Test func aWholeLastLineWithoutItsEndCounts() async throws {
    let desk = try await Desk(dialect: .v019)
    let input = try desk.file("in.jsonl", rows(1...3))
    let output = desk.path("out.jsonl")
    let batch = try await desk.figctl.run(["batch", "task_1", input, "--output", output])
    #expect(batch.code == 0, "\(batch.errors)")
    let whole = try String(contentsOfFile: output, encoding: .utf8)
    try String(whole.dropLast()).write(toFile: output, atomically: false, encoding: .utf8)
    let again = try await desk.figctl.run([
      "batch", "task_1", input, "--output", output, "--resume",
    ])
    #expect(again.code == 0, "\(again.errors)")
    #expect(!again.errors.contains("cut off"))
    #expect(desk.server.runs.count == 3)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == whole)
  }

  @Test func aRefusedKeyEndsTheBatchAndTheRestCanBeRun() async throws {
    let desk = try await Desk(dialect: .v019)
    let input = try desk.file("in.jsonl", rows(1...20))
    let output = desk.path("out.jsonl")
    let sent = Counter()
    desk.server.configure { server in
      server.interference = { request in
        guard request.method == "POST", sent.next() > 5 else { return nil }
        return .json(401, #"{"error":"INVALID_API_KEY"}"#)
      }
    }
    let batch = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--jobs", "1"])
    #expect(batch.code == 6)
    #expect(batch.errors.contains("5 of 20 rows are done, 0 have failed."))
    #expect(batch.errors.contains("--resume"))
    #expect(try BatchLines(output).all.count == 5)
    desk.server.configure { $0.interference = nil }
    let again = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--resume"])
    #expect(again.code == 0)
    try BatchLines(output).expectEach(of: 20)
  }

  @Test(arguments: [DemoDialectName.documented, .v019])
  func ctrlCLeavesWhatIsDone(dialect: DemoDialectName) async throws {
    let desk = try await Desk(dialect: dialect.dialect)
    let server = desk.server
    let input = try desk.file("in.jsonl", rows(1...20))
    let output = desk.path("out.jsonl")
    let sent = Counter()
    server.configure { settings in
      settings.interference = { request in
        // Each from the eighth on, so that none slips through while another one says so.
        if request.method == "POST", request.holds("runId"), sent.next() >= 8 {
          server.configure { $0.holdRuns = true }
        }
        return nil
      }
    }
    let child = try desk.figctl.start(
      ["batch", "task_1", input, "--output", output, "--jobs", "2"])
    _ = try await FigctlProcess.offThread { server.waitForRun { _ in sent.value >= 9 } }
    let until = ContinuousClock.now + .seconds(20)
    while server.runs.filter(\.isRunning).count < 2, ContinuousClock.now < until {
      try await _Concurrency.Task.sleep(for: .milliseconds(5))
    }
    child.send(signal: 2)
    let ended = try await FigctlProcess.end(of: child, seconds: 10)
    #expect(ended.code == 130)
    #expect(ended.output == "")
    let done = try BatchLines(output).all.count
    #expect((6...8).contains(done))
    #expect(ended.errors.contains("figctl: \(done) of 20 rows are done, 0 have failed."))
    // A sanitizer's answers take longer than a user who has pressed Ctrl-C is made to wait.
    #expect(
      ended.errors.contains(
        dialect == .documented ? "was asked to stop 2 runs, and agreed" : "2 runs may go on")
        || Sanitizers.isOn)
    server.configure {
      $0.interference = nil
      $0.holdRuns = false
    }
    server.releaseRuns()
    let again = try await desk.figctl.run(
      ["batch", "task_1", input, "--output", output, "--resume"])
    #expect(again.code == 0, "\(again.errors)")
    try BatchLines(output).expectEach(of: 20)
  }

  @Test func theResultsNeverTakeThePlaceOfTheRows() async throws {
    let desk = try await Desk()
    let text = rows(1...3)
    let input = try desk.file("in.jsonl", text)
    let link = desk.path("link.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    for output in [input, link] {
      let run = try await desk.figctl.run(
        ["batch", "task_1", input, "--output", output, "--overwrite"])
      #expect(run.code == 2)
      #expect(run.errors.contains("cannot be both the rows and the results"))
      #expect(FileManager.default.contents(atPath: input) == Data(text.utf8))
    }
  }

  @Test func wordsThatDoNotGoTogether() async throws {
    let desk = try await Desk()
    let input = try desk.file("in.jsonl", rows(1...1))
    for words in [
      ["--resume"], ["--overwrite"], ["--json"], ["--jobs", "0"], ["--jobs", "257"],
      ["--output", "x", "--resume", "--overwrite"], ["--output", "/dev/null"],
      ["--output", desk.bus.home], ["--output", "/nowhere/x.jsonl"],
    ] {
      let batch = try await desk.figctl.run(["batch", "task_1", input] + words)
      #expect(batch.code == 2, "\(words) \(batch.errors)")
    }
    #expect(try await desk.figctl.run(["batch", "nope", input]).code == 7)
    #expect(try await desk.figctl.run(["batch", "task_1", "/nowhere.csv"]).code == 2)
    #expect(desk.server.runs.isEmpty)
  }
}
