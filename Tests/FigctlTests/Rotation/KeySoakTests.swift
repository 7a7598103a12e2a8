import DemoServer
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import Synchronization
import TestSupport
import Testing

/// Twenty programs that store, read, rotate and delete the keys of two profiles, all at once.
///
/// For 5 seconds; `FIGRANIUM_SOAK_SECONDS` says how long instead.
@Suite(.providerMayCrash) struct KeySoakTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["FIGRANIUM_SOAK_SECONDS"].flatMap(Int.init) ?? 5

  private static let roles = ["store", "show", "lookup", "rotate", "delete", "check"]

  /// A profile, with a server of its own: a key that is read says whose it is.
  private struct Side: Sendable {
    let name: String
    let server: DemoServer
    /// Every key that was ever given to `key set`.
    let given = Shared([String]())

    /// What may be read: what was stored, and what a rotation has tried before it stored it.
    var known: Set<String> {
      KeySearch.secrets(sentTo: server).union(given.value)
    }
  }

  /// A mutex that can be a member of a copyable value.
  private final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    init(_ value: Value) { mutex = Mutex(value) }
    var value: Value { mutex.withLock { $0 } }
    func change(_ body: @Sendable (inout Value) -> Void) { mutex.withLock { body(&$0) } }
  }

  /// What the workers have seen.
  private final class Findings: Sendable {
    private struct State {
      var counts: [String: Int] = [:]
      var faults: [String] = []
      var reads: [(side: String, key: String)] = []
    }
    private let state = Mutex(State())
    func count(_ what: String) { state.withLock { $0.counts[what, default: 0] += 1 } }
    func fault(_ text: String) { state.withLock { $0.faults.append(text) } }
    func read(_ key: String, by side: Side) {
      state.withLock { $0.reads.append((side.name, key)) }
    }
    var counts: [String: Int] { state.withLock { $0.counts } }
    var faults: [String] { state.withLock { $0.faults } }
    var reads: [(side: String, key: String)] { state.withLock { $0.reads } }
  }

  @Test func twentyProgramsAtOnceHarmNoKey() async throws {
    let bus = try await PrivateBus()
    let figctl = FigctlProcess(environment: bus.environment)
    var sides: [Side] = []
    for name in ["a", "b"] {
      let server = try DemoServer(DemoServerConfiguration(dialect: .v020, apiKey: ""))
      sides.append(Side(name: name, server: server))
      for (words, input) in [
        (["profile", "add", name, "--server", server.baseURL], ""),
        (["-p", name, "login", "--email", "a@example.com"], "password1\n"),
      ] {
        let outcome = try await figctl.run(words, input: input)
        try #require(outcome.code == 0, "\(words): \(outcome.errors)")
      }
    }
    let findings = Findings()
    let end = ContinuousClock.now + .seconds(Self.seconds)
    // With a slow provider each role gets the time to have done its work once.
    let last = end + .seconds(TestedProvider.current == .keepassxc ? 240 : 60)
    @Sendable func goesOn() -> Bool {
      let now = ContinuousClock.now
      if now < end { return true }
      return now < last && Self.roles.contains { findings.counts[$0] == nil }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for side in sides {
        let roles = [
          "store", "store", "show", "show", "show", "lookup", "lookup", "rotate", "delete", "check",
        ]
        for role in roles {
          group.addTask {
            while goesOn() {
              try await Self.act(role, side, figctl, bus, findings)
            }
          }
        }
        group.addTask {
          while goesOn() {
            do {
              let items = try await bus.items(["service": "figranium", "account": side.name])
              if items.count > 1 { findings.fault("\(side.name): \(items.count) items") }
            } catch {
              guard try await bus.restartAfterCrash() else { throw error }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(findings.faults == [])
    for side in sides {
      let known = side.known
      let wrong = findings.reads.filter { $0.side == side.name && !known.contains($0.key) }
      #expect(wrong.isEmpty, "\(side.name): \(wrong.count) reads of what was never stored")
      // Whatever was cut off by the end is settled, and nothing is left beside the key.
      let recovered = try await figctl.run(["-p", side.name, "key", "recover"])
      #expect(recovered.code == 0, "\(recovered.errors)")
      #expect(try await bus.items(["service": "figranium", "account": side.name]).count <= 1)
      #expect(
        try await bus.items(["service": "figranium", "account": side.name + "#pending"]) == [])
    }
    // Each role has done its work at least once.
    for role in Self.roles {
      #expect((findings.counts[role] ?? 0) > 0, "\(role): \(findings.counts)")
    }
    print("soak: \(findings.counts.sorted { $0.key < $1.key })")
  }

  /// One run of one program; its exit code must be one of those that the role may end with.
  private static func act(
    _ role: String, _ side: Side, _ figctl: FigctlProcess, _ bus: PrivateBus,
    _ findings: Findings
  ) async throws {
    var words = ["-q", "-p", side.name, "key"]
    var input = ""
    let allowed: Set<Int32>
    switch role {
    case "store":
      let key = RotationDesk.fresh()
      side.given.change { $0.append(key) }
      side.server.configure {
        $0.scopedKeys.append(RotationDesk.scoped(key, id: "key_\(key.suffix(12))"))
      }
      words.append("set")
      input = key
      allowed = [0, 9]
    case "show":
      words += ["show", "--reveal"]
      allowed = [0, 3]
    case "check":
      words.append("check")
      // A deleted key, or one that was revoked between being read and being sent; or one that
      // others were at for longer than it waits.
      allowed = [0, 3, 6, 9]
    case "rotate":
      words.append("rotate")
      allowed = [0, 3, 9]
    case "delete":
      words += ["delete", "--yes"]
      allowed = [0, 3, 9]
    default:
      words = ["/usr/bin/secret-tool", "lookup", "service", "figranium", "account", side.name]
      allowed = [0, 1]
    }
    // With twenty programs at it KeePassXC, which does one thing after the other, needs longer.
    if TestedProvider.current == .keepassxc, role != "lookup" { words += ["--timeout", "50"] }
    let epoch = bus.epoch
    let line = role == "lookup" ? words : [FigctlProcess.path] + words
    let outcome = try await FigctlProcess.end(
      of: ChildProcess(line, environment: bus.environment, input: .bytes(Array(input.utf8))),
      seconds: 60)
    guard let code = outcome.code, allowed.contains(code) else {
      // KeePassXC fell meanwhile; no more than that is excused.
      if try await bus.restartAfterCrash() || bus.epoch != epoch {
        findings.count("interrupted")
        return
      }
      findings.fault("\(role): \(outcome.exit.map { "\($0)" } ?? "no end"): \(outcome.errors)")
      return
    }
    if code == 0 { findings.count(role) } else { findings.count("\(role) \(code)") }
    if code == 0, role == "show" || role == "lookup" { findings.read(outcome.output, by: side) }
  }
}
