import DemoServer
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// The keyring killed, frozen or locked, or the network cut, before any step of a rotation: it ends
/// with an error that holds no key, and the next command settles it.
@Suite(.providerMayCrash) struct RotationFaultTests {
  enum Fault: String, CaseIterable {
    case keyringKilled
    case keyringFrozen
    case keyringLocked
    case networkCut
  }

  private struct Case {
    var action: KeyRotation.Action
    var fault: Fault
  }

  private static func cases(_ kind: KeyRotation.Kind) -> [Case] {
    var actions: [KeyRotation.Action] = [
      .readRemains, .writeNote, .storePending, .askPending, .storePrevious, .replaceCurrent,
      .retireOld, .askPrevious, .clearPending, .clearNote,
    ]
    switch kind {
    case .scoped: actions += [.createKey, .noteKey, .clearPrevious]
    case .single: actions += [.noteAsked, .setKey, .clearPrevious]
    case .manual: break
    }
    return actions.flatMap { action in Fault.allCases.map { Case(action: action, fault: $0) } }
  }

  /// All of them where there are 200 rounds, as in CI; else some by chance.
  @Test(arguments: KeyRotation.Kind.allCases)
  func nothingIsLost(kind: KeyRotation.Kind) async throws {
    let index = KeyRotation.Kind.allCases.firstIndex(of: kind) ?? 0
    var chance = RotationChance(stream: 10 + index)
    var cases = Self.cases(kind).shuffled(using: &chance)
    if RotationChance.rounds < 200 { cases = Array(cases.prefix(RotationChance.rounds / 6)) }
    let desk = try await RotationDesk(kind)
    if kind == .scoped {
      let first = try await desk.figctl(["key", "rotate", "--old-key", "key_mine"])
      #expect(first.code == 0, "\(first.errors)")
    }
    for one in cases {
      let story = "seed \(RotationChance.seed), \(kind): \(one.fault) before \(one.action)"
      try await play(desk, one, story)
    }
  }

  private func play(_ desk: RotationDesk, _ one: Case, _ story: String) async throws {
    let found = try await desk.lookUp()
    let before = try #require(found, "\(story)")
    if desk.kind == .manual {
      desk.server.configure {
        $0.scopedKeys.removeAll { $0.secret != before && $0.id != "key_other" }
      }
    }
    let (words, input) = desk.rotation()
    // A frozen provider is waited for as long as this; KeePassXC needs some of it when it is not.
    let patience = TestedProvider.current == .keepassxc ? "12" : "3"
    let limit = one.fault == .keyringFrozen ? patience : "30"
    let child = try desk.start(
      words + ["-v", "--no-prompt", "--timeout", limit], input: .bytes(Array(input.utf8)),
      failPoint: "stop:before-\(one.action.rawValue)")
    let isStopped = try await ProcessState.isStopped(child, seconds: 60)
    #expect(isStopped, "\(story)")
    try await strike(one.fault, desk)
    child.send(signal: 18)
    let ended = try await FigctlProcess.end(of: child, seconds: 120)
    try await heal(one.fault, desk)
    #expect(ended.code != nil, "\(story): \(ended.exit.map { "\($0)" } ?? "did not end")")

    let recovered = try await desk.figctl(["key", "recover", "-v"])
    #expect(recovered.code == 0, "\(story): \(ended.errors) then \(recovered.errors)")
    let after = try await desk.lookUp()
    let now = try #require(after, "\(story)")
    #expect(desk.accepted.contains(now), "\(story)")
    var accounts = try await desk.accounts()
    // The old key of a rotation to a key made elsewhere stays on the server, and so here.
    if desk.kind == .manual { accounts.removeAll { $0 == "default#previous" } }
    #expect(accounts == ["default"], "\(story)")
    if desk.kind == .scoped {
      let names = desk.server.scopedKeys.map(\.name)
      #expect(names.count == 2 && names.contains("somebody else's"), "\(story): \(names)")
    }
    let keys = KeySearch.secrets(sentTo: desk.server).union(desk.accepted).union([input, before])
    let history = try await desk.figctl(["key", "history", "--json"])
    for text in [
      ended.output, ended.errors, recovered.output, recovered.errors, desk.record, history.output,
    ] {
      #expect(KeySearch.pieces(of: keys, in: text) == [], "\(story)")
    }
  }

  private func strike(_ fault: Fault, _ desk: RotationDesk) async throws {
    switch fault {
    case .keyringKilled: try await desk.desk.bus.stopKeyring()
    case .keyringFrozen: try await desk.desk.freeze()
    case .keyringLocked: try await desk.desk.bus.lock()
    case .networkCut: desk.server.configure { $0.interference = { _ in .losesRequest } }
    }
  }

  private func heal(_ fault: Fault, _ desk: RotationDesk) async throws {
    switch fault {
    case .keyringKilled, .keyringLocked: try await desk.desk.bus.restartKeyring(unlocked: true)
    case .keyringFrozen: desk.desk.bus.thaw()
    case .networkCut: desk.server.configure { $0.interference = nil }
    }
  }

  /// The search finds what is there.
  @Test func theSearchCounts() {
    let keys: Set = ["abcdefghijkl"]
    #expect(KeySearch.pieces(of: keys, in: "x abcdefgh y") == ["abcdefgh"])
    #expect(KeySearch.pieces(of: keys, in: "x bcdefghij y").count == 2)
    #expect(KeySearch.pieces(of: keys, in: "x abcdefg y abcdefg") == [])
  }

  /// A server that repeats, in errors or in half an answer, what it was sent or was to send.
  @Test(arguments: [KeyRotation.Kind.scoped, .single])
  func whatTheServerRepeatsIsNotPrinted(kind: KeyRotation.Kind) async throws {
    let desk = try await RotationDesk(kind, others: [])
    let leak = "fig_leak7c1b9e55d0a44f3e8b6a2f9c3d7e1a5b"
    let answers: [(Int, String)] = [
      (201, "{\"key\":{\"id\":\"x\"},\"secret\":\"\(leak)\""),
      (201, "{\"key\":{},\"secret\":\"\(leak)\"}"), (200, "\(leak)"),
      (500, "{\"error\":\"BROKEN\",\"message\":\"made \(leak)\"}"),
    ]
    for (status, body) in answers {
      desk.server.configure { configuration in
        configuration.interference = { request in
          guard request.method == "POST", request.path.contains("api-key") else { return nil }
          // Its own words, and whatever it was sent.
          let sent = String(decoding: request.body, as: UTF8.self)
          return .json(status, status == 500 ? body + sent : body)
        }
      }
      let failed = try await desk.figctl(["key", "rotate", "-v"])
      #expect(failed.code != 0)
      desk.server.configure { $0.interference = nil }
      let keys = KeySearch.secrets(sentTo: desk.server).union(desk.accepted)
      for text in [failed.output, failed.errors] {
        #expect(KeySearch.pieces(of: keys.union([leak]), in: text) == [], "\(status)")
      }
      let recovered = try await desk.figctl(["key", "recover"])
      #expect(recovered.code == 0, "\(recovered.errors)")
      let now = try await desk.lookUp()
      #expect(desk.accepted.contains(now ?? ""))
    }
  }
}

extension ProcessState {
  /// Waits until a child has stopped at its fail point.
  ///
  /// - Returns: False when it has ended without coming there.
  static func isStopped(_ child: ChildProcess, seconds: Double = 30) async throws -> Bool {
    let until = ContinuousClock.now + .milliseconds(Int(seconds * 1000))
    while ContinuousClock.now < until {
      if try await isStopped("\(child.processID)", seconds: 0.05) { return true }
      if child.wait(seconds: 0) != nil { return false }
    }
    return false
  }
}
