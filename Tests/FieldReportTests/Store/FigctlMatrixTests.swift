import FigctlKit
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Every command that opens the store meets every fault of a Secret Service: it ends within its
/// limit with one of the documented exit codes, prints no key, and the store holds what it held.
@Suite struct FigctlMatrixTests {
  /// How many commands run at a time: more than processors, since most of them wait.
  private static let lanes = 8

  /// The faults that can come to pass with a command: of the calls that it makes, and of those that a
  /// locked or missing collection makes it do.
  ///
  /// Each error comes always here, and once in ``KeyStoreMatrixTests``. All of them where there is
  /// time, as in CI; else every twelfth, others for each command,
  /// and fewer still where a sanitizer makes each take seconds.
  private static func faults(_ calls: Set<ServiceFault.Method>, _ index: Int) -> [ServiceFault] {
    let special: Set<ServiceFault.Method> = [.unlock, .prompt, .introspect, .createCollection]
    let all = ServiceFault.all.filter { fault in
      switch fault {
      case .call(let method, _): calls.union(special).contains(method)
      case .error(let method, _, let isOnce): !isOnce && calls.union(special).contains(method)
      case .content, .prompt: true
      }
    }
    if LongTests.areOn { return all }
    let share = Sanitizers.isOn ? 48 : 12
    return all.enumerated().filter { $0.offset % share == index % share }.map(\.element)
  }

  @Test(arguments: 0..<(lanes / 2)) func meetsEveryFault(half: Int) async throws {
    // The width of the whole run must not hold up half of the lanes.
    async let first: Void = meetEveryFault(lane: 2 * half)
    async let second: Void = meetEveryFault(lane: 2 * half + 1)
    _ = try await (first, second)
  }

  private func meetEveryFault(lane: Int) async throws {
    let desk = try await StoreDesk()
    for (index, command) in StoreCommand.all.enumerated() where index % Self.lanes == lane {
      let (code, calls) = try await undisturbed(command, desk)
      var struck = 0
      let faults = Self.faults(calls, index)
      for (number, fault) in faults.enumerated() {
        let more = [[], ["-v"], command.hasJSON ? ["--json"] : ["-v"]][number % 3]
        struck += try await meet(fault, command, more, code, desk) ? 1 : 0
      }
      print("figctl \(command.name): \(faults.count) faults, \(struck) came to pass")
      #expect(struck > 0, "\(command.name)")
    }
  }

  /// The command without a fault: it gets to the store, and to its end.
  private func undisturbed(
    _ command: StoreCommand, _ desk: StoreDesk
  ) async throws -> (code: Int32, calls: Set<ServiceFault.Method>) {
    try await desk.reset(nil)
    let ended = try await desk.run(command, more: [])
    let code = try #require(ended.code, "\(command.name)")
    #expect(![2, 4, 5].contains(code), "\(command.name): \(ended.errors)\(ended.output)")
    let calls = Set(desk.service.calls)
    #expect(!calls.isEmpty, "\(command.name) does not open the store")
    return (code, calls)
  }

  private func meet(
    _ fault: ServiceFault, _ command: StoreCommand, _ more: [String], _ usual: Int32,
    _ desk: StoreDesk
  ) async throws -> Bool {
    try await desk.reset(fault)
    let limit = fault.isEndless ? "0.7" : "25"
    let ended = try await desk.run(command, more: more + ["--timeout", limit])
    let story: Comment =
      "figctl \(command.name) \(more) and \(fault): \(ended.exit.map { "\($0)" } ?? "hangs"), "
    let words: Comment = "\(story)\(ended.errors)\(command.asks ? ended.output : "")"
    let code = try #require(ended.code, words)
    #expect((0...9).contains(code), words)
    // Nothing is wrong with the words; only what `key import` was told to take may be no key.
    let isInput = command.path == ["key", "import"] && fault.isContent
    #expect(code != 2 || isInput, words)
    for secret in desk.secrets {
      #expect(!(ended.output + ended.errors).contains(secret), words)
    }
    if code != 0, !command.asks, command.path != ["doctor"] {
      #expect(
        ended.errors.contains("figctl: ") || ended.errors.contains("{\"error\":{"), words)
    }
    let isStruck = desk.service.faults > 0
    // A command that never prompts says that the keyring is locked.
    // One more item that answers to the attributes is one too many to import.
    if fault.isHarmless, isStruck || fault.isContent, !isInput { #expect(code == usual, words) }
    // Known for sure, says this code: it may only be said where the service says so.
    if code == 3, usual != 3, !Self.excuses(fault) { Issue.record("a lie: \(words)") }
    try await desk.service.heal()
    let wrong = desk.wrong(command, isDone: code == 0, fault: fault)
    #expect(wrong == nil, words)
    if isStruck { FaultTally.survived("\(fault)", by: "figctl \(command.name)") }
    return isStruck
  }

  /// Where the service itself says that an item is not there, or is another one.
  private static func excuses(_ fault: ServiceFault) -> Bool {
    switch fault {
    case .content(.vanishedAtOnce), .content(.vanishedLater), .call(.searchItems, .oddValues): true
    default: false
    }
  }

  /// A new command is missed here, until it is known whether it opens the store.
  @Test func noCommandIsMissing() {
    let known = (StoreCommand.all + StoreCommand.others).map(\.path) + [StoreCommand.service]
    let table = (CommandTable.all + CommandTable.hidden).map(\.path)
    #expect(Set(known) == Set(table))
    #expect(known.count == Set(known).count)
  }

  @Test func theOtherCommandsNeverOpenTheStore() async throws {
    let desk = try await StoreDesk()
    for command in StoreCommand.others {
      try await desk.reset(nil)
      let ended = try await desk.run(command, more: [])
      #expect(ended.code == 0, "\(command.name): \(ended.errors)")
      #expect(desk.service.calls == [], "\(command.name)")
    }
  }
}
