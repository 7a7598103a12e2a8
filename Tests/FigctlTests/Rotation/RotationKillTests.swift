import DemoServer
import FigraniumSecretService
import GLibBridge
import SystemBridge
import TestSupport
import Testing

/// SIGKILL between any two steps, on every kind of server, whether or not its answer arrives: the
/// next command settles it, and at no moment is a key lost.
///
/// The fail points are compiled into debug builds only; `install/check-release` looks for them in
/// release builds.
@Suite(.providerMayCrash) struct RotationKillTests {
  private static let answers: [(String, DemoInterference?)] = [
    ("arrives", nil), ("is lost", .losesAnswer), ("never comes to be", .losesRequest),
  ]

  /// The steps that a rotation on this kind of server takes, recovery's first two included.
  private static func actions(_ kind: KeyRotation.Kind) -> [KeyRotation.Action] {
    let common: [KeyRotation.Action] = [
      .takeLock, .readRemains, .writeNote, .storePending, .askPending, .storePrevious,
      .replaceCurrent, .retireOld, .askPrevious, .clearPending, .clearNote,
    ]
    return switch kind {
    case .scoped: common + [.createKey, .noteKey, .clearPrevious]
    case .single: common + [.noteAsked, .setKey, .clearPrevious]
    case .manual: common
    }
  }

  @Test(arguments: KeyRotation.Kind.allCases)
  func nothingIsLost(kind: KeyRotation.Kind) async throws {
    let index = KeyRotation.Kind.allCases.firstIndex(of: kind) ?? 0
    var chance = RotationChance(stream: index)
    let desk = try await RotationDesk(kind)
    // From here on the id of the stored key is known.
    if kind == .scoped {
      let first = try await desk.figctl(["key", "rotate", "--old-key", "key_mine"])
      #expect(first.code == 0, "\(first.errors)")
    }
    var samples = 0
    let kills = Counter()
    for round in 1...(RotationChance.rounds + 2) / 3 {
      let action = Self.actions(kind).randomElement(using: &chance) ?? .writeNote
      let side = Bool.random(using: &chance) ? "before" : "after"
      let (fate, interference) = Self.answers.randomElement(using: &chance) ?? Self.answers[0]
      // With scoped keys there are two requests that change something: one makes, one revokes.
      let number = kind == .scoped ? Int.random(in: 1...2, using: &chance) : 1
      let again =
        Int.random(in: 0..<3, using: &chance) == 0
        ? Self.actions(kind).randomElement(using: &chance) : nil
      let settling =
        [["key", "recover"], ["key", "show"], ["key", "check"], ["key", "rotate", "--dry-run"]]
        .randomElement(using: &chance) ?? []
      let story = """
        seed \(RotationChance.seed), \(kind) round \(round): killed \(side) \(action), answer \(number) \
        \(fate)\(again.map { ", killed again at \($0)" } ?? ""), settled by \(settling)
        """
      samples += try await play(
        desk, failPoint: "kill:\(side)-\(action.rawValue)", interference, at: number,
        again: again.map { "kill:after-\($0.rawValue)" }, settling, story, kills)
    }
    #expect(samples > 0 && kills.value > 0)
    print("rotation killed: \(kind), \(kills.value) kills, \(samples) look-ups")
  }

  private func play(
    _ desk: RotationDesk, failPoint: String, _ interference: DemoInterference?, at number: Int,
    again: String?,
    _ settling: [String], _ story: String, _ kills: Counter
  ) async throws -> Int {
    let found = try await desk.lookUp()
    let before = try #require(found, "\(story)")
    if desk.kind == .manual {
      desk.server.configure {
        $0.scopedKeys.removeAll { $0.secret != before && $0.id != "key_other" }
      }
    }
    let (words, input) = desk.rotation()
    desk.interfere(interference, at: number)
    let (count, wrong) = try await RotationSampler.during(desk) {
      let killed = try await desk.figctl(words, input: input, failPoint: failPoint)
      // A step that this way does not come to is not a place to be killed at.
      #expect(killed.exit != nil, "\(story)")
      if killed.exit == .signal(9) { _ = kills.next() }
      desk.interfere(nil)
      if let again { _ = try await desk.figctl(["key", "recover"], failPoint: again) }
      let settled = try await desk.figctl(settling)
      if settling != ["key", "rotate", "--dry-run"] {
        #expect(settled.code == 0, "\(story): \(settled.errors)")
      }
      let last = try await desk.figctl(["key", "recover"])
      #expect(last.code == 0, "\(story): \(last.errors)")
    }
    #expect(wrong == [], "\(story)")
    let after = try await desk.lookUp()
    let now = try #require(after, "\(story)")
    #expect(desk.accepted.contains(now), "\(story)")
    #expect(!desk.record.contains("\"note\""), "\(story): \(desk.record)")
    var accounts = try await desk.accounts()
    // The old key of a rotation to a key made elsewhere stays on the server, and so here.
    if desk.kind == .manual { accounts.removeAll { $0 == "default#previous" } }
    #expect(accounts == ["default"], "\(story)")
    let names = desk.server.scopedKeys.map(\.name)
    switch desk.kind {
    case .scoped: #expect(desk.server.scopedKeys.count == 2, "\(story): \(names)")
    case .manual: #expect(desk.accepted.contains(before), "\(story): \(names)")
    case .single: break
    }
    #expect(desk.kind == .single || names.contains("somebody else's"), "\(story)")
    return count
  }
}

extension RotationDesk {
  /// Has something happen to the next request that makes, sets or revokes a key.
  ///
  /// - Parameter number: The first such request, or a later one.
  func interfere(_ interference: DemoInterference?, at number: Int = 1) {
    let count = Counter()
    let rule: @Sendable (ServedRequest) -> DemoInterference? = { request in
      let changes = request.method != "GET" && request.path.contains("api-key")
      return changes && count.next() == number ? interference : nil
    }
    server.configure { $0.interference = interference == nil ? nil : rule }
  }
}
