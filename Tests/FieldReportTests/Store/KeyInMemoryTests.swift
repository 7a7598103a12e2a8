import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// After a command the key is nowhere in its memory but in locked pages: the process looks itself,
/// in `/proc/self/mem`, before it ends.
@Suite(.disabled(if: Sanitizers.isOn, "a sanitizer keeps memory that was freed"))
struct KeyInMemoryTests {
  /// What a search has found.
  private struct Found {
    var locked: Int
    var open: Int
    var text: String

    init(_ text: String) throws {
      self.text = text
      let line = try #require(text.split(separator: "\n").last, "no report: \(text)")
      let words = line.split(whereSeparator: { $0 == " " || $0 == "," })
      func number(after word: Substring) throws -> Int {
        let at = try #require(words.firstIndex(of: word), "\(text)")
        return try #require(Int(words[at + 1]), "\(text)")
      }
      locked = try number(after: "locked")
      open = try number(after: "open")
    }
  }

  private static func variables(_ secret: String, _ report: String) -> [String: String] {
    let masked = secret.utf8.map { byte in
      let text = String(byte ^ 0x5A, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return ["FIGRANIUM_MEMORY_SEARCH": masked.joined(), "FIGRANIUM_MEMORY_REPORT": report]
  }

  /// Runs a command, and looks for a secret at its end.
  ///
  /// - Parameter isRepeatable: Whether it may be run once more. What a processor's registers held when
  ///   the loader bound a function lies on a stack now and then: sixteen bytes of a key, once in some
  ///   dozens of starts. A copy that a command makes is there each time.
  private func search(
    _ secret: String, after words: [String], _ desk: Desk, input: String = "",
    isRepeatable: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Found {
    let report = desk.bus.home + "/report"
    try? FileManager.default.removeItem(atPath: report)
    var figctl = desk.figctl
    figctl.environment.merge(Self.variables(secret, report)) { $1 }
    let ended = try await figctl.run(words, input: input)
    #expect(ended.code == 0, "\(words): \(ended.errors)", sourceLocation: sourceLocation)
    let found = try Found((try? FileFacts.text(report)) ?? "")
    if found.open > 0, isRepeatable {
      return try await search(
        secret, after: words, desk, input: input, sourceLocation: sourceLocation)
    }
    #expect(found.open == 0, "\(words): \(found.text)", sourceLocation: sourceLocation)
    return found
  }

  /// The search counts what is there.
  @Test func theSearchFindsWhatIsThere() async throws {
    let home = try TemporaryHome()
    let report = home.path + "/report"
    let environment = home.environment.merging(Self.variables(Desk.key, report)) { $1 }
    let child = try ChildProcess(
      [try BuiltProducts.path("SystemProbe"), "search-finds", Desk.key], environment: environment)
    #expect(try await FigctlProcess.end(of: child).code == 0)
    let found = try Found(FileFacts.text(report))
    // The argument itself, on the stack, and the copies made of it.
    #expect(found.open > 0, "\(found.text)")
    #expect(found.locked == 4, "\(found.text)")
  }

  @Test(arguments: [
    ["run", "task_1"], ["key", "show"], ["key", "check"], ["task", "list"],
    ["intent", "perform", "Run Figranium Task", "task=task_1"], ["key", "list"], ["doctor"],
  ])
  func afterReadingIt(words: [String]) async throws {
    let desk = try await Desk(dialect: .v019)
    _ = try await search(Desk.key, after: words, desk, isRepeatable: true)
  }

  @Test func afterStoringIt() async throws {
    let desk = try await Desk(dialect: .v019, storingKey: false)
    _ = try await search(Desk.key, after: ["key", "set"], desk, input: Desk.key + "\n")
  }

  @Test func afterRotation() async throws {
    let desk = try await Desk(dialect: .v019)
    let account = DemoServerConfiguration(apiKey: Desk.key)
    let signedIn = try await desk.figctl.run(
      ["login", "--email", account.email], input: account.password + "\n")
    #expect(signedIn.code == 0)
    // The old key.
    _ = try await search(Desk.key, after: ["key", "rotate"], desk)
    // The new one becomes the old one; the one after it is told apart by the server only.
    _ = try await search(desk.server.apiKey, after: ["key", "rotate"], desk)
    #expect(desk.server.apiKey != Desk.key)
  }

  /// The new key, known before: one that was made elsewhere.
  @Test func afterRotationToAKnownKey() async throws {
    let desk = try await Desk(dialect: .v020)
    let new = "fig_5b7d9f1a3c5e7082b4d6f8a0c2e4061835b7d9f1a3c5e7082b4d6f8a0c2e4061"
    desk.server.configure { configuration in
      configuration.scopedKeys = [
        DemoScopedKey(id: "key_new", name: "new", secret: new, permissions: [.read, .run])
      ]
    }
    _ = try await search(new, after: ["key", "rotate", "--from-stdin"], desk, input: new + "\n")
  }

  /// The new key, as the server makes it: what the answer was read into.
  @Test func afterRotationToAKeyOfTheServers() async throws {
    let desk = try await Desk(dialect: .v020)
    let new = "fig_7d9f1a3c5e7082b4d6f8a0c2e4061835b7d9f1a3c5e7082b4d6f8a0c2e40617d"
    let server = desk.server
    server.configure { configuration in
      configuration.session = "made-up-session"
      configuration.scopedKeys = [
        DemoScopedKey(id: "key_mine", name: "mine", secret: Desk.key, permissions: [.read, .run])
      ]
      configuration.interference = { request in
        guard request.method == "POST", request.path.contains("api-keys") else { return nil }
        server.configure {
          $0.scopedKeys.append(
            DemoScopedKey(id: "key_new", name: "new", secret: new, permissions: [.read, .run]))
        }
        let body = "{\"key\":{\"id\":\"key_new\"},\"secret\":\"\(new)\"}"
        return .answers(
          .response(
            status: 201, headers: [("content-type", "application/json")], body: Array(body.utf8)))
      }
    }
    let account = DemoServerConfiguration(apiKey: Desk.key)
    let signedIn = try await desk.figctl.run(
      ["login", "--email", account.email], input: account.password + "\n")
    #expect(signedIn.code == 0, "\(signedIn.errors)")
    _ = try await search(new, after: ["key", "rotate"], desk)
  }

  /// Neither `ptrace` nor `/proc/PID/mem` for another process of the same user, who is not root.
  @Test func noOtherProcessOfTheUserLooksIn() async throws {
    let script = """
      import ctypes, os, subprocess, sys
      libc = ctypes.CDLL(None, use_errno=True)
      def look(words):
          child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
          child.stdout.readline()
          attached = libc.ptrace(16, child.pid, None, None)
          error = ctypes.get_errno() if attached else 0
          if not attached:
              os.waitpid(child.pid, 0)
              libc.ptrace(17, child.pid, None, None)
          try:
              open(f'/proc/{child.pid}/mem', 'rb').close()
              memory = 'opens'
          except PermissionError:
              memory = 'refused'
          child.stdin.close()
          child.wait()
          return f'{error} {memory}'
      print(look(['/bin/sh', '-c', 'echo ready; read x']), '|', look([sys.argv[1], 'hold', 'secret']))
      """
    let user =
      FileFacts.isRoot
      ? ["/usr/bin/setpriv", "--reuid=12345", "--regid=12345", "--clear-groups"] : []
    let ended = try await FinishedProcess.run(
      user + ["/usr/bin/python3", "-c", script, try BuiltProducts.path("SystemProbe")],
      environment: ["PATH": "/usr/bin:/bin"])
    // 1 is EPERM. The first process shows that it is not the system that forbids it to all.
    #expect(ended.output == "0 opens | 1 refused\n", "\(ended.errors)")
  }
}
