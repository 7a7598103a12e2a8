import Figranium
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// An answer that is cut anywhere is no answer.
@Suite struct AnswerCutTests {
  static let all = WholeAnswer.allCases.flatMap { answer in
    WholeAnswer.Framing.allCases.flatMap { framing in
      WholeAnswer.End.allCases.map { (answer, framing, $0) }
    }
  }
  private static let codes = ["NETWORK_ERROR", "INVALID_RESPONSE", "EMPTY_RESPONSE"]

  private func client(_ server: ScriptedServer) throws -> Figranium {
    try Figranium(
      url: #require(URL(string: server.baseURL)), credential: .apiKey(Secret(Desk.key)),
      options: ClientOptions(routes: .documented, retry: .never))
  }

  /// Makes the call that the answer is for; `nil` when it succeeded.
  private func failure(_ answer: WholeAnswer, _ client: Figranium) async -> (any Error)? {
    do {
      switch answer {
      case .run:
        let result: ExecutionResult<JSONValue> = try await client.runTask(
          "a", input: ExecuteTaskOptions(runID: "run-1"))
        #expect(result.outcome == "success")
      case .status: #expect(try await client.executions.get("e").id == "e")
      case .list: #expect(try await client.tasks.listSummaries().map(\.id) == ["a", "b"])
      }
      return nil
    } catch { return error }
  }

  @Test func theWholeOfItIsAnAnswer() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    for (answer, framing, end) in Self.all where end == .closes {
      server.answer { _ in .scripted([.send(answer.bytes(framing)), .close]) }
      let error = await failure(answer, try client(server))
      #expect(error == nil, "\(answer) \(framing)")
    }
  }

  @Test(arguments: all)
  func cutAtEachByte(
    answer: WholeAnswer, framing: WholeAnswer.Framing, end: WholeAnswer.End
  ) async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let client = try client(server)
    for cut in answer.cuts(framing, end) {
      server.answer { _ in cut.reply }
      let thrown = await failure(answer, client)
      // A reset may overtake the bytes before it; without its last line end the body is whole.
      if thrown == nil, cut.hasWholeBody { continue }
      let error = try #require(thrown as? FigraniumError, "\(cut.name)")
      #expect(Self.codes.contains(error.code ?? ""), "\(cut.name): \(error)")
      #expect(!"\(error) \(error.hint ?? "")".contains(Desk.key))
      if answer == .run {
        #expect(error.hint?.hasPrefix("The run may have started.") == true, "\(cut.name)")
      }
      // Never asked twice.
      #expect(server.requests.count == 1, "\(cut.name)")
      FaultTally.survived(cut.name, by: "client")
    }
  }

  /// Positions for the program: each in `install/test-all`.
  private static var step: Int { LongTests.areOn ? 1 : 41 }

  @Test(arguments: WholeAnswer.allCases, WholeAnswer.Framing.allCases)
  func theProgramSaysSo(answer: WholeAnswer, framing: WholeAnswer.Framing) async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let desk = try await Desk.at(server.baseURL, ["routes=documented"])
    let words: [String] =
      switch answer {
      case .run: ["run", "a"]
      case .status: ["status", "e"]
      case .list: ["task", "list"]
      }
    for cut in answer.cuts(framing, .closes, step: Self.step) where !cut.hasWholeBody {
      server.answer { request in
        answer == .run && request.method == "GET"
          ? .scripted([.send(WholeAnswer.list.bytes(.length)), .close]) : cut.reply
      }
      let outcome = try await desk.figctl.run(words + ["--json", "--timeout", "20"])
      #expect(outcome.code == 5 || outcome.code == 8, "\(cut.name): \(outcome)")
      #expect(outcome.output == "", "\(cut.name)")
      #expect(outcome.errors.hasPrefix(#"{"error":{"code":""#), "\(cut.name)")
      FaultTally.survived(cut.name, by: "figctl \(words[0])")
    }
  }
}
