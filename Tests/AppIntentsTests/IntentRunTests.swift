import AppIntents
import Testing

/// Gives back what it was given, after another task had a turn.
private struct Echo: AppIntent {
  static let title: LocalizedStringResource = "Echo"
  @Parameter(title: "First") var first: String
  @Parameter(title: "Second", default: "default") var second: String
  @Parameter(title: "Third") var third: String?

  init() {}

  init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  static var parameterSummary: some ParameterSummary {
    Summary("Echo \(\.$first) and \(\.$third)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[String]> {
    let before = [first, second, third ?? "none"]
    await Task.yield()
    return .result(value: before + [first, second, third ?? "none"])
  }
}

private struct EchoShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: Echo(first: "set", second: "by shortcut"), phrases: ["Echo"])
  }
}

private func fail(with error: any Error) throws { throw error }

/// Starts again without end.
private struct Restarting: AppIntent {
  static let title: LocalizedStringResource = "Restarting"
  func perform() async throws -> some IntentResult {
    try fail(with: AppIntentError.restartPerform)
    return .result()
  }
}

/// Opens itself without end.
private struct Endless: AppIntent {
  static let title: LocalizedStringResource = "Endless"
  func perform() async throws -> some IntentResult & OpensIntent {
    .result(opensIntent: Endless())
  }
}

/// Waits until it is cancelled.
private struct Waiting: AppIntent {
  static let title: LocalizedStringResource = "Waiting"
  static let started = AsyncStream<Void>.makeStream()

  func perform() async throws -> some IntentResult {
    Self.started.continuation.yield()
    while true {
      try await Task.sleep(for: .seconds(3600))
    }
    return .result()
  }
}

private struct Service: Sendable { let name: String }
private struct OtherService: Sendable {}

private struct Depending: AppIntent {
  static let title: LocalizedStringResource = "Depending"
  static let manager = AppDependencyManager()

  @Dependency(manager: Self.manager) var plain: Service
  @Dependency(key: "throwing", manager: Self.manager) var throwing: Service
  @Dependency(key: "async", manager: Self.manager) var asynchronous: Service
  @Dependency(key: "none", manager: Self.manager, default: Service(name: "default"))
  var defaulted: Service
  @Dependency(
    key: "none", manager: Self.manager,
    default: { () async throws -> Service in Service(name: "made") })
  var made: Service

  func perform() async throws -> some IntentResult & ReturnsValue<[String]> {
    .result(value: [plain, throwing, asynchronous, defaulted, made].map(\.name))
  }
}

private struct MissingDependency: AppIntent {
  static let title: LocalizedStringResource = "Missing Dependency"
  @Dependency var service: OtherService
  func perform() async throws -> some IntentResult { .result() }
}

private struct Asking: AppIntent {
  static let title: LocalizedStringResource = "Asking"
  @Parameter(title: "Text") var text: String?

  func perform() async throws -> some IntentResult & ProvidesDialog {
    try await requestConfirmation()
    try await requestConfirmation(conditions: .lowConfidenceSource, dialog: "Never asked")
    let only = try await $text.requestDisambiguation(among: ["only one"])
    return .result(dialog: "\(only)")
  }
}

/// Asks for one element of a list.
private struct AskingForOne: AppIntent {
  static let title: LocalizedStringResource = "Asking For One"
  @Parameter(title: "Numbers", default: [1]) var numbers: [Int]

  func perform() async throws -> some IntentResult & ReturnsValue<[Int]> {
    let number: Int = try await $numbers.requestValue("One more?")
    return .result(value: numbers + [number])
  }
}

private struct NothingToChoose: AppIntent {
  static let title: LocalizedStringResource = "Nothing To Choose"
  @Parameter(title: "Text") var text: String?

  func perform() async throws -> some IntentResult {
    _ = try await $text.requestDisambiguation(among: [])
    return .result()
  }
}

private struct OwnError: Error, Equatable {}

private struct Failing: AppIntent {
  static let title: LocalizedStringResource = "Failing"
  func perform() async throws -> some IntentResult {
    try fail(with: OwnError())
    return .result()
  }
}

struct IntentRunTests {
  let run = IntentRun()
  let echo = IntentDescriptor(Echo.self)

  @Test func oneHundredRunsOfAShortcutNeverMix() async throws {
    let registry = IntentRegistry(shortcuts: EchoShortcuts.self)
    let shortcut = try registry.shortcut(phrase: "echo").intent
    let values = try await withThrowingTaskGroup(of: (Int, ValueForm?).self) { group in
      for number in 0..<100 {
        group.addTask {
          let third = number.isMultiple(of: 2) ? ["third": "t\(number)"] : [:]
          let outcome = try await run.perform(
            shortcut, parameters: ["first": "f\(number)"].merging(third) { $1 })
          return (number, outcome.value)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(values.count == 100)
    for number in 0..<100 {
      let third = number.isMultiple(of: 2) ? "t\(number)" : "none"
      let once = ["f\(number)", "by shortcut", third].map { ValueForm.string($0) }
      #expect(values[number] == .list(once + once))
    }
    let untouched = try await run.perform(shortcut)
    #expect(
      untouched.value
        == .list(["set", "by shortcut", "none", "set", "by shortcut", "none"].map { .string($0) }))
  }

  @Test func defaultsAndSummary() async throws {
    let outcome = try await run.perform(echo, parameters: ["first": "one"])
    #expect(
      outcome.value
        == .list(["one", "default", "none", "one", "default", "none"].map { .string($0) }))
    #expect(outcome.summary == "Echo one and Third")
    #expect(outcome.dialog == nil)
    #expect(outcome.supporting == nil)
    #expect(!outcome.opensApp)
  }

  @Test func aMissingValueIsAnErrorAndNeverATrap() async {
    let error = await #expect(throws: IntentRuntimeError.self) { try await run.perform(echo) }
    #expect(error?.description == "A value for first is missing: any text.")
  }

  @Test func anUnknownParameterNamesTheKnownOnes() async {
    await #expect(
      throws: IntentRuntimeError.unknownParameter(
        name: "fourth", intent: "Echo", known: ["first", "second", "third"])
    ) { try await run.perform(echo, parameters: ["first": "1", "fourth": "4"]) }
    await #expect(
      throws: IntentRuntimeError.unknownParameter(
        name: "fourth", intent: "Echo", known: ["first", "second", "third"])
    ) { try await echo.choices(forParameter: "fourth") }
  }

  @Test func theIntentsOwnErrorComesOutUnchanged() async {
    await #expect(throws: OwnError()) { try await run.perform(IntentDescriptor(Failing.self)) }
  }

  @Test func restartsEnd() async {
    await #expect(throws: IntentRuntimeError.tooManyRestarts(intent: "Restarting")) {
      try await run.perform(IntentDescriptor(Restarting.self))
    }
  }

  @Test func chainsEnd() async {
    await #expect(throws: IntentRuntimeError.tooManyIntents(intent: "Endless")) {
      try await run.perform(IntentDescriptor(Endless.self))
    }
  }

  @Test func dependenciesAreMadeBeforePerform() async throws {
    let manager = Depending.manager
    manager.add(dependency: Service(name: "plain"))
    manager.add(key: "throwing") { () throws -> Service in Service(name: "throwing") }
    manager.add(key: "async") { () async throws -> Service in
      await Task.yield()
      return Service(name: "async")
    }
    let outcome = try await run.perform(IntentDescriptor(Depending.self))
    #expect(
      outcome.value
        == .list(["plain", "throwing", "async", "default", "made"].map { .string($0) }))
    #expect(Depending().plain.name == "plain")

    // A value that the program sets is kept; the others are made anew for each run.
    manager.add(dependency: Service(name: "newer"))
    let set = Depending()
    set.defaulted = Service(name: "set")
    for dependency in IntentReflection.dependencies(of: set) { try await dependency.resolve() }
    #expect(set.plain.name == "newer")
    #expect(set.defaulted.name == "set")
  }

  @Test func aMissingDependencyIsAnError() async {
    await #expect(throws: IntentRuntimeError.missingDependency(type: "OtherService")) {
      try await run.perform(IntentDescriptor(MissingDependency.self))
    }
  }

  @Test func plainConfirmationAndTheOnlyChoice() async throws {
    let interaction = ScriptedInteraction(.confirm(true))
    let outcome = try await run.perform(IntentDescriptor(Asking.self), asking: interaction)
    #expect(outcome.dialog == "only one")
    #expect(interaction.asked == ["Asking? [Continue/Cancel]"])
    await #expect(throws: IntentRuntimeError.nothingToChoose(parameter: "text")) {
      try await run.perform(IntentDescriptor(NothingToChoose.self))
    }
  }

  @Test func oneElementOfAList() async throws {
    let interaction = ScriptedInteraction(.value("1, 2"), .value("2"))
    let outcome = try await run.perform(IntentDescriptor(AskingForOne.self), asking: interaction)
    #expect(outcome.value == .list([.integer(1), .integer(2)]))
  }

  @Test func outsideARunQuestionsFail() async {
    await #expect(throws: IntentRuntimeError.cannotAsk(question: "confirm")) {
      try await Asking().perform()
    }
  }
}

/// One after the other: the waiting intent tells all tests through one stream that it runs.
@Suite(.serialized) struct IntentRunEndTests {
  let waiting = IntentDescriptor(Waiting.self)

  @Test func cancellingTheTaskCancelsTheIntent() async throws {
    let task = Task { try await IntentRun().perform(waiting) }
    for await _ in Waiting.started.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aCancelledTaskStartsNothing() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate.stream { break }
      return try await IntentRun().perform(waiting)
    }
    task.cancel()
    gate.continuation.yield()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func theLimitEndsTheRun() async throws {
    let error = await #expect(throws: IntentRuntimeError.self) {
      try await IntentRun(limit: .milliseconds(50)).perform(waiting)
    }
    #expect(error == .timedOut(intent: "Waiting", limit: .milliseconds(50)))
    let outcome = try await IntentRun(limit: .seconds(600)).perform(
      IntentDescriptor(Echo.self), parameters: ["first": "in time"])
    #expect(outcome.value != nil)
  }
}
